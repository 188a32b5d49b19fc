package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// VisibleGame returns a game if the asker may see it, else [bot.ErrNotFound].
func VisibleGame(c *action.Call, id bot.GameID) (bot.Game, error) {
	g, err := c.Tx.Game(id)
	if err == nil && !c.MaySee(g) {
		err = bot.ErrNotFound
	}
	return g, err
}

// Outcome says who is to move in a game, or how it ended.
func Outcome(c *action.Call, g bot.Game) phrase.Text {
	if g.Over() {
		return g.Verdict()
	}
	return phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)
}

// Summary is a game in a list, as the asker may see it.
type Summary struct {
	bot.Game
	// Seated reports whether the asker plays in the game, and Acts whether it is their turn.
	Acts, Seated bool
	// Standing says whose turn it is or how the game ended, in the asker's language.
	Standing string
}

// Summarise returns the summary of a game.
func Summarise(c *action.Call, g bot.Game) Summary {
	side, seated := g.Side(c.Me.ID)
	return Summary{g, seated && !g.Over() && side == g.Turn, seated, c.ReaderLanguage().Render(Outcome(c, g))}
}
