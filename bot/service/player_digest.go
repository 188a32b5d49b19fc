package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// setDigest shows or sets whether the player gets one message a day instead of reminders.
func setDigest(c *call) (bot.Reply, error) {
	if word := c.args.Word("when"); word != "" {
		c.me.Settings.Digest = word == "on"
		if err := c.tx.PutPlayer(c.me); err != nil {
			return bot.Reply{}, err
		}
	}
	if c.me.Settings.Digest {
		return c.answer(phrase.Of("Your reminders come together, in one message a day at most. `digest off` changes that.")), nil
	}
	return c.answer(phrase.Of("You are reminded of each game by itself. `digest on` puts your reminders together, in one message a day at most.")), nil
}
