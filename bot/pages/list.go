package pages

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
)

// ListGames selects the games of a list.
type ListGames struct {
	// Mine selects the asker's games, Others those in which the asker does not play, and Of those
	// of a player. Without them the list has all games that the asker may see.
	Mine   bool
	Others bool
	Of     bot.PlayerID
	Over   bool
	Filter
	Before bot.GameID
	Limit  int
}

// GameList is a page of a list of games, newest first.
type GameList struct {
	Games []play.Summary
	// More is the game before which the next page begins. It is zero on the last page.
	More bot.GameID
}

// maxGamesRead is the maximum number of games read for one page of a list, for which anybody can
// ask.
const maxGamesRead = 600

// ViewGames returns lists of games that the asker may see, all read in one transaction.
func (s *Pages) ViewGames(ctx context.Context, r bot.Request, lists ...ListGames) (all []GameList, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		for _, list := range lists {
			read := func(list ListGames) (GameList, error) { return viewGames(c, list) }
			if list.Others && !list.Over && list.Before == 0 && list.Limit > 0 && list.Empty() && c.Me.ID == 0 && len(c.Request.Places()) == 0 {
				read = func(list ListGames) (GameList, error) { return s.viewCurrent(c, list) }
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

// viewGames returns one page of a list. The page is short if maxGamesRead is reached first.
func viewGames(c *action.Call, list ListGames) (page GameList, err error) {
	read := gamesToList(c, list)
	before := list.Before
	if before == 0 {
		if before, err = list.before(read); err != nil {
			return page, err
		}
	}
	for looked := 0; looked < maxGamesRead; looked += action.ReadAtOnce {
		games, err := read(bot.Page{Before: before, Limit: action.ReadAtOnce})
		if err != nil {
			return page, err
		}
		for _, g := range games {
			if list.past(g) {
				return page, nil
			}
			if g.Over() == list.Over && list.selects(g, list.Of) && !(list.Others && c.Me.ID != 0 && g.Has(c.Me.ID)) && c.MaySee(g) {
				if len(page.Games) == list.Limit {
					page.More = page.further(before)
					return page, nil
				}
				page.Games = append(page.Games, play.Summarise(c, g))
			}
			before = g.ID
		}
		if len(games) < action.ReadAtOnce {
			return page, nil
		}
	}
	page.More = page.further(before)
	return page, nil
}

// further returns the game before which the next page begins, if all games from looked on have been
// looked at. It is the last game of the page or a round number, not looked itself, which may be a
// game that the asker may not see. So the next page may look at some games again.
func (l GameList) further(looked bot.GameID) bot.GameID {
	const round = 100 // less than a page looks at, so that each page leads further back
	further := (looked + round - 1) / round * round
	if n := len(l.Games); n > 0 {
		further = min(further, l.Games[n-1].ID)
	}
	return further
}

// gamesToList returns a function that reads a page of the games in a list, newest first.
func gamesToList(c *action.Call, list ListGames) func(bot.Page) ([]bot.Game, error) {
	switch {
	case list.Mine && c.Me.ID == 0:
		return func(bot.Page) ([]bot.Game, error) { return nil, nil }
	case list.Mine:
		return func(p bot.Page) ([]bot.Game, error) { return c.Tx.GamesOf(c.Me.ID, list.Over, p) }
	case list.Of != 0:
		return func(p bot.Page) ([]bot.Game, error) { return c.Tx.GamesOf(list.Of, list.Over, p) }
	}
	return func(p bot.Page) ([]bot.Game, error) { return c.Tx.ListedGames(list.Over, p) }
}
