package service

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/puzzle"
)

// gamesAround is how many of the asker's games and challenges are read to find their situation.
const gamesAround = 10

// namesAround is how many words of a text that may be names are looked up.
const namesAround = 10

// readAgain reads a request again that was not understood, now that the asker's situation is looked up: the command that it means there, or
// else the question or refusal for the asker. Other refusals are returned as they are.
func (s *Service) readAgain(ctx context.Context, c *call, refused error) (*command.Command, command.Args, error) {
	p := (*bot.Problem)(nil)
	if !errors.As(refused, &p) || p.Kind != bot.Misunderstood || c.request.Params != nil {
		return nil, command.Args{}, refused
	}
	var now command.Situation
	var people []string
	err := s.store.View(ctx, func(tx bot.Tx) (err error) {
		asker := *c
		asker.tx = tx
		if now, err = asker.situation(); err != nil {
			return err
		}
		people, err = asker.peopleIn(c.request.Text)
		return err
	})
	if err != nil {
		s.log.Debug("no situation", "err", err) // the original question will do
		return nil, command.Args{}, refused
	}
	said, args, err := s.commands.ReadIn(c.request, now, people...)
	if err == nil {
		said, args, err = s.redirected(ctx, nil, c.request, said, args)
	}
	if err != nil {
		return nil, command.Args{}, err
	}
	return said, args, nil
}

// peopleIn returns the names in a text that somebody has.
func (c *call) peopleIn(text string) (names []string, err error) {
	all := command.Names(text)
	for _, name := range all[:min(len(all), namesAround)] {
		players, err := c.tx.PlayersNamed(name)
		if err != nil {
			return nil, err
		}
		if _, mentioned := c.request.Mentions[name]; mentioned || len(players) > 0 {
			names = append(names, name)
		}
	}
	return names, nil
}

// situation returns the situation of whoever makes a request.
func (c *call) situation() (now command.Situation, err error) {
	add := func(is bool, what command.Situation) {
		if is {
			now |= what
		}
	}
	add(c.request.Organiser, command.Deciding)
	here, err := c.tx.TournamentsIn(c.request.Room, false, 1)
	if err != nil {
		return now, err
	}
	add(len(here) > 0, command.Entering)
	c.me, err = c.tx.PlayerOf(c.request.From.UserID)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		return now, nil
	case err != nil:
		return now, err
	}
	if err := c.readClock(); err != nil {
		return now, err
	}
	_, solving := puzzle.Find(c.me.Puzzles.Current)
	add(solving, command.Solving)
	challenges, err := c.challenges()
	if err != nil {
		return now, err
	}
	for _, ch := range challenges[:min(len(challenges), gamesAround)] {
		add(ch.IsTo(c.me.ID), command.Invited)
		add(!ch.IsTo(c.me.ID), command.Inviting)
	}
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{Limit: gamesAround})
	if err != nil {
		return now, err
	}
	for _, g := range games {
		side, plays := g.Side(c.me.ID)
		add(true, command.Playing)
		add(g.Study() || g.Seats[side.Other()].User.Platform == bot.Computer, command.Alone)
		add(plays && !g.Study() && g.Turn != side, command.Waiting)
		add(g.Offer != nil && g.Seats[g.Offer.By].Player != c.me.ID, command.Offered)
	}
	if len(games) == 0 {
		over, err := c.tx.GamesOf(c.me.ID, true, bot.Page{Limit: 1})
		if err != nil {
			return now, err
		}
		add(len(over) > 0, command.Rested)
	}
	competing, err := c.tx.TournamentsOf(c.me.ID, false, 1)
	add(len(competing) > 0, command.Competing)
	return now, err
}
