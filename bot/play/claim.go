package play

import (
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// Waiting times in games without a clock, whose opponent may fall silent.
const (
	// nudgeAgain is the time between two nudges.
	nudgeAgain = 24 * time.Hour
	// silence is how long an opponent must have been silent before the game can be claimed.
	// nudgeBefore is how long ago they must have been nudged.
	silence     = 14 * 24 * time.Hour
	nudgeBefore = 3 * 24 * time.Hour
)

// claim ends a game without a clock whose opponent has been silent for too long. For the player
// to move it claims a draw by the rules.
func claim(c *action.Call) (bot.Reply, error) {
	g := c.Game
	if g.Turn == c.Side {
		return action.OnRecord(claimDraw)(c)
	}
	now := c.Uptime.Moment()
	silent := g.Name(g.Turn)
	opponent, err := c.Tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case g.Held:
		return bot.Reply{}, action.ErrComputerWaits(g)
	case g.Deadline != 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "In %s the clock decides: %s has until %s.", bot.GameNumber(g.ID), silent, bot.Timestamp(c.Uptime.Calendar(g.Deadline)))
	case g.Since.Until(now) < silence:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "A game without a clock can be claimed when the opponent has been silent for %s; %s will have been on %s.",
			bot.DurationWords(silence), silent, bot.Timestamp(c.Uptime.Calendar(g.Since.Plus(silence))))
	case !takesNudges(opponent, c.Me):
	case g.Nudged == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Give %s a last chance: `nudge %d`, and claim the game %s later.", silent, g.ID, bot.DurationWords(nudgeBefore))
	case g.Nudged.Until(now) < nudgeBefore:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has been nudged; you can claim the game from %s on.", silent, bot.Timestamp(c.Uptime.Calendar(g.Nudged.Plus(nudgeBefore))))
	}
	text := phrase.Of("%s: %s has been silent for %s, and %s claims the game.", phrase.Upper(bot.GameNumber(g.ID)), silent, bot.DurationWords(g.Since.Until(now)), g.Name(c.Side))
	if g.Moves < 2 {
		return end(c, g, bot.Result{Reason: bot.NeverBegun, Aborted: true}, text)
	}
	winner := c.Side
	return end(c, g, bot.Result{Reason: bot.BySilence, Winner: &winner}, text)
}
