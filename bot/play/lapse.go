package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
)

// DropChallenge deletes a challenge that will not become a game, and logs the reason.
func DropChallenge(c *action.Call, ch bot.Challenge, why bot.Lapse) error {
	return errors.Join(deleteChallenge(c, ch), addEntry(c, ch.ID, bot.Entry{What: bot.Ended, Lapse: why}))
}
