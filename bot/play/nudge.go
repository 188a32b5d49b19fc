package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// nudge asks a silent opponent to move, in a game without a clock. It can be repeated after
// nudgeAgain.
func nudge(c *action.Call) (bot.Reply, error) {
	g := c.Game
	now := c.Uptime.Moment()
	switch {
	case g.Turn == c.Side:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is your own move in %s.", bot.GameNumber(g.ID))
	case g.Held:
		return bot.Reply{}, action.ErrComputerWaits(g)
	case g.Deadline != 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has a clock, and needs no nudge: %s has until %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(g.Turn), bot.Timestamp(c.Uptime.Calendar(g.Deadline)))
	}
	last := max(g.Since, g.Nudged)
	if last.Until(now) < nudgeAgain {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has been to move or was nudged within a day. You may from %s on.",
			g.Name(g.Turn), bot.Timestamp(c.Uptime.Calendar(last.Plus(nudgeAgain))))
	}
	opponent, err := c.Tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return bot.Reply{}, err
	}
	if !takesNudges(opponent, c.Me) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is not taking nudges. `claim %d` ends the game after %s of silence.", g.Name(g.Turn), g.ID, bot.DurationWords(silence))
	}
	g.Nudged = now
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.Nudged)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s, %s asks you to move in %s.", g.Name(g.Turn), g.Name(c.Side), g.Summary())
	return c.Reply(bot.Awaiting(g.Seats[g.Turn].Address().GameMessage(g, text, buttonsBelow(c, g)...)), phrase.Of("You have nudged %s.", g.Name(g.Turn))), nil
}

// takesNudges reports whether p accepts nudges by another player. Turning reminders off stops
// nudges too, so a refusal does not reveal a block.
func takesNudges(p, by bot.Player) bool { return !p.Reminders.Off && !p.Blocks(by) }
