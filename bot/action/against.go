package action

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/throttle"
)

// searchedGames is the number of a player's newest games that are searched for an opponent.
const searchedGames = 1000

// selectGameAgainst sets the number of the game that the asker has named by its opponent: "against
// bob". It looks for an ongoing game first and for the newest finished one after that. Commands
// about finished games search those first, and commands that need an ongoing game search no others.
func selectGameAgainst(c *Call) error {
	if c.Args.Against == "" || c.Args.Game != 0 || command.Pronoun(c.Args.Against) { // a pronoun is not looked up
		return nil
	}
	orders := []bool{false, true}
	switch {
	case c.Command.Needs.Ongoing():
		orders = orders[:1]
	case c.Command.Ended:
		slices.Reverse(orders)
	}
	for _, over := range orders {
		if c.Me.ID == 0 {
			break
		}
		games, err := c.Tx.GamesOf(c.Me.ID, over, bot.Page{Limit: searchedGames})
		if err != nil {
			return err
		}
		against := slices.DeleteFunc(games, func(g bot.Game) bool { return !isAgainst(c, g, c.Args.Against) })
		switch {
		case len(against) == 0:
		case len(against) == 1 || over:
			c.Args.Game = against[0].ID
			return nil
		default:
			return c.WhichGame(against)
		}
	}
	switch name := bot.QuoteWord(c.Args.Against); {
	case c.Request.Overheard:
		return throttle.ErrNotForUs
	case c.Command.Needs.Ongoing():
		return bot.Problemf(bot.Unknown, "You have no ongoing game against %s. `games` lists yours.", name)
	default:
		return bot.Problemf(bot.Unknown, "You have no game against %s. `games` lists yours.", name)
	}
}

// isAgainst reports whether a word names the asker's opponent in a game.
func isAgainst(c *Call, g bot.Game, word string) bool {
	side, ok := g.Side(c.Me.ID)
	if !ok || g.Study() {
		return false
	}
	opponent := g.Seats[side.Other()].User
	if user, mentioned := c.Request.Mentions[word]; mentioned {
		return user.UserID == opponent.UserID
	}
	if IsComputer(word) {
		return opponent.Platform == bot.Computer
	}
	name := bot.FoldName(strings.TrimPrefix(word, "@"))
	return name == bot.FoldName(opponent.Name) || name == bot.FoldName(opponent.Word()) || word == opponent.UserID.String()
}
