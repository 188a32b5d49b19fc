package people

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// setDigest shows or sets whether the player gets one message a day instead of reminders.
func setDigest(c *action.Call) (bot.Reply, error) {
	if word := c.Args.Word("when"); word != "" {
		c.Me.Settings.Digest = word == "on"
		if err := c.Tx.PutPlayer(c.Me); err != nil {
			return bot.Reply{}, err
		}
	}
	if c.Me.Settings.Digest {
		return c.Answer(phrase.Of("Your reminders come together, in one message a day at most. `digest off` changes that.")), nil
	}
	return c.Answer(phrase.Of("You are reminded of each game by itself. `digest on` puts your reminders together, in one message a day at most.")), nil
}

// digested returns the current value of the parameter of digest.
func digested(c *action.Call) map[string]string {
	return map[string]string{"when": action.OnOff(c.Me.Settings.Digest)}
}
