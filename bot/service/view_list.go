package service

import (
	"context"

	"raumbot/bot"
)

// Summary is a game in a list, as somebody may see it.
type Summary struct {
	bot.Game
	// Acts tells that it is the asker's turn, Seated that they play in it.
	Acts, Seated bool
	// Standing says whose turn it is or how the game ended, translated.
	Standing string
}

// ListGames selects the games of a list.
type ListGames struct {
	// Mine selects the asker's games, Others those that the asker has no part in, Of those of a player; without them all that the asker may see.
	Mine   bool
	Others bool
	Of     bot.PlayerID
	Over   bool
	Before bot.GameID
	Limit  int
}

// GameList is a page of a list of games, the newest first.
type GameList struct {
	Games []Summary
	// More is the game before which the next page begins, zero if this is the last page.
	More bot.GameID
}

// lookedThrough bounds how many games are read for one page of a list.
const lookedThrough = 2000

// ViewGames returns lists of games that the asker may see, all as they stand at one moment.
func (s *Service) ViewGames(ctx context.Context, r bot.Request, lists ...ListGames) (all []GameList, err error) {
	heard := s.current.heard()
	err = s.look(ctx, r, func(c *call) error {
		all = nil
		for _, list := range lists {
			read := c.viewGames
			if list.Others && !list.Over && list.Before == 0 && list.Limit > 0 && c.me.ID == 0 && len(c.request.Places()) == 0 {
				read = func(list ListGames) (GameList, error) { return c.viewCurrent(list, heard) }
			}
			page, err := read(list)
			if err != nil {
				return err
			}
			all = append(all, page)
		}
		return nil
	})
	return all, err
}

func (c *call) viewGames(list ListGames) (page GameList, err error) {
	read := c.gamesToList(list)
	before := list.Before
	for looked := 0; looked < lookedThrough; looked += readAtOnce {
		games, err := read(bot.Page{Before: before, Limit: readAtOnce})
		if err != nil {
			return page, err
		}
		for _, g := range games {
			if g.Over() == list.Over && !(list.Others && c.me.ID != 0 && g.Has(c.me.ID)) && c.maySee(g) {
				if len(page.Games) == list.Limit {
					page.More = before
					return page, nil
				}
				page.Games = append(page.Games, c.summary(g))
			}
			before = g.ID
		}
		if len(games) < readAtOnce {
			return page, nil
		}
	}
	page.More = before
	return page, nil
}

// gamesToList returns what reads the games that a list is made of, newest first.
func (c *call) gamesToList(list ListGames) func(bot.Page) ([]bot.Game, error) {
	switch {
	case list.Mine && c.me.ID == 0:
		return func(bot.Page) ([]bot.Game, error) { return nil, nil }
	case list.Mine:
		return func(p bot.Page) ([]bot.Game, error) { return c.tx.GamesOf(c.me.ID, list.Over, p) }
	case list.Of != 0:
		return func(p bot.Page) ([]bot.Game, error) { return c.tx.GamesOf(list.Of, list.Over, p) }
	}
	return c.tx.GamesBefore
}

// summary returns a game as a line of a list.
func (c *call) summary(g bot.Game) Summary {
	side, seated := g.Side(c.me.ID)
	return Summary{g, seated && !g.Over() && side == g.Turn, seated, c.reader.Render(c.outcome(g))}
}
