package play

import (
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// MayOverturn is how long organisers can take back a decision, or the removal of a player.
const MayOverturn = 24 * time.Hour

// overturn takes back an organiser's decision of a game. The game continues, and the player to
// move gets the full time again.
func overturn(c *action.Call, g bot.Game) (bot.Reply, error) {
	if _, err := organisedSides(c, g); err != nil {
		return bot.Reply{}, err
	}
	if err := impartial(c, g); err != nil {
		return bot.Reply{}, err
	}
	switch {
	case !g.Over() || !g.Result.Adjudicated():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "No organiser has decided %s, so there is nothing to take back.", bot.GameNumber(g.ID))
	case c.Uptime.Beat.Sub(g.Result.At) > MayOverturn:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s was decided more than a day ago, and that stands.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	for _, seat := range g.Seats {
		if p, err := action.CurrentPlayer(c.Tx, seat.Player); err != nil || p.Absent() {
			return bot.Reply{}, errors.Join(err, bot.Problemf(bot.NotNow, "Somebody who played %s has left, so it cannot go on.", bot.GameNumber(g.ID)))
		}
	}
	more, err := action.Collect(c.Bot, func(f action.Feature) ([]bot.Message, error) {
		if f.Reopened == nil {
			return nil, nil
		}
		return f.Reopened(c, g)
	})
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s takes the decision back, and the game goes on. Offers and planned answers are gone.", phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said())
	notices, err := Reopen(c, &g, text)
	return c.Reply(append(notices, more...), phrase.Of("%s goes on.", phrase.Upper(bot.GameNumber(g.ID)))), err
}

// Reopen resumes a game that has ended, stores it, and returns the announcements. text begins
// them.
func Reopen(c *action.Call, g *bot.Game, text phrase.Text) ([]bot.Message, error) {
	g.Result, g.Settles = nil, 0
	err := errors.Join(c.StartClock(g), c.Tx.PutGame(*g), note(c, g.ID, bot.Reopened))
	return action.Announce(*g, []rules.Side{g.Turn}, text+" "+c.ToMove(*g), g.Picture(), GameButtons(c.Bot, *g)...), err
}
