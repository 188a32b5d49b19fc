package action

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/puzzle"
	"raumbot/bot/talk"
)

// gamesAround is the number of the asker's games and challenges that are read to determine their
// situation.
const gamesAround = 10

// namesAround is the maximum number of possible names in a text that are looked up.
const namesAround = 10

// peopleIn returns the words of a text that are the names of players.
func peopleIn(c *Call, text string) (names []string, err error) {
	all := c.Bot.Talk.Names(text)
	for _, name := range all[:min(len(all), namesAround)] {
		players, err := c.Tx.PlayersNamed(name)
		if err != nil {
			return nil, err
		}
		if _, mentioned := c.Request.Mentions[name]; mentioned || len(players) > 0 {
			names = append(names, name)
		}
	}
	return names, nil
}

// situation returns the situation of the user who makes a request.
func (c *Call) situation() (now talk.Facts, err error) {
	add := func(is bool, what talk.Facts) {
		if is {
			now |= what
		}
	}
	add(c.Request.Organiser, talk.Deciding)
	here, err := c.Tx.TournamentsIn(c.Request.Room, false, 1)
	if err != nil {
		return now, err
	}
	add(len(here) > 0, talk.Entering)
	c.Me, err = c.Tx.PlayerOf(c.Request.From.UserID)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		return now, nil
	case err != nil:
		return now, err
	}
	if err := c.readClock(); err != nil {
		return now, err
	}
	_, solving := puzzle.Find(c.Me.Puzzles.Current)
	add(solving, talk.Solving)
	challenges, err := Challenges(c)
	if err != nil {
		return now, err
	}
	for _, ch := range challenges[:min(len(challenges), gamesAround)] {
		add(ch.IsTo(c.Me.ID), talk.Invited)
		add(!ch.IsTo(c.Me.ID), talk.Inviting)
	}
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{Limit: gamesAround})
	if err != nil {
		return now, err
	}
	for _, g := range games {
		side, plays := g.Side(c.Me.ID)
		add(true, talk.Playing)
		add(g.Study() || g.Seats[side.Other()].User.Platform == bot.Computer, talk.Alone)
		add(plays && !g.Study() && g.Turn != side, talk.Waiting)
		add(g.Offer != nil && g.Seats[g.Offer.By].Player != c.Me.ID, talk.Offered)
	}
	voted, side, err := c.Bot.Ports.Voting(c)
	if err != nil {
		return now, err
	}
	if voted.ID != 0 {
		add(true, talk.Playing)
		add(voted.Turn != side, talk.Waiting)
		add(voted.Offer != nil && voted.Offer.By != side, talk.Offered)
	}
	if len(games) == 0 && voted.ID == 0 {
		over, err := c.Tx.GamesOf(c.Me.ID, true, bot.Page{Limit: 1})
		if err != nil {
			return now, err
		}
		add(len(over) > 0, talk.Rested)
	}
	competing, err := c.Tx.TournamentsOf(c.Me.ID, false, 1)
	add(len(competing) > 0, talk.Competing)
	return now, err
}
