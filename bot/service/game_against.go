package service

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/throttle"
)

// searchedGames is among how many of somebody's newest games one is found by its opponent.
const searchedGames = 1000

// settleOpponent sets the number of the game that the asker has named by its opponent, "against bob": an ongoing one of theirs, or the newest of those
// that are over if there is none and the command is not for ongoing ones alone. One about games that are over takes these first.
func (c *call) settleOpponent() error {
	if c.args.Against == "" || c.args.Game != 0 || command.Pronoun(c.args.Against) { // of "him" is asked, if there are several
		return nil
	}
	orders := []bool{false, true}
	switch {
	case c.command.Needs.Ongoing():
		orders = orders[:1]
	case c.command.Ended:
		slices.Reverse(orders)
	}
	for _, over := range orders {
		if c.me.ID == 0 {
			break
		}
		games, err := c.tx.GamesOf(c.me.ID, over, bot.Page{Limit: searchedGames})
		if err != nil {
			return err
		}
		against := slices.DeleteFunc(games, func(g bot.Game) bool { return !c.isAgainst(g, c.args.Against) })
		switch {
		case len(against) == 0:
		case len(against) == 1 || over:
			c.args.Game = against[0].ID
			return nil
		default:
			return c.whichGame(against)
		}
	}
	switch name := bot.QuoteWord(c.args.Against); {
	case c.request.Overheard:
		return throttle.ErrNotForUs
	case c.command.Needs.Ongoing():
		return bot.Problemf(bot.Unknown, "You have no ongoing game against %s. `games` lists yours.", name)
	default:
		return bot.Problemf(bot.Unknown, "You have no game against %s. `games` lists yours.", name)
	}
}

// isAgainst reports whether a word names the asker's opponent in a game.
func (c *call) isAgainst(g bot.Game, word string) bool {
	side, ok := g.Side(c.me.ID)
	if !ok || g.Study() {
		return false
	}
	opponent := g.Seats[side.Other()].User
	if user, mentioned := c.request.Mentions[word]; mentioned {
		return user.UserID == opponent.UserID
	}
	if isComputer(word) {
		return opponent.Platform == bot.Computer
	}
	name := bot.FoldName(strings.TrimPrefix(word, "@"))
	return name == bot.FoldName(opponent.Name) || name == bot.FoldName(opponent.Word()) || word == opponent.UserID.String()
}
