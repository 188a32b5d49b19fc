package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// setLimit shows or sets how many games the asker wants at once.
func setLimit(c *call) (bot.Reply, error) {
	word := c.args.Word("games")
	if word == "" {
		word = c.args.Word("none")
	}
	switch n, ok := bot.ParseGameID(word); {
	case word == "":
	case word == "off":
		c.me.Settings.Limit = 0
	case !ok || n > maxLimit:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A limit is a number of games from 1 to %d, or `off`.", maxLimit)
	default:
		c.me.Settings.Limit = int(n)
	}
	if c.me.Settings.Limit == 0 {
		return c.answer(phrase.Of("You may have any number of games at once. `limit 5` sets a limit.")), c.tx.PutPlayer(c.me)
	}
	text := phrase.Of("You want at most %s at once; beyond that nobody can challenge you. Those that go on are not touched, and studies do not count. `limit off` ends the limit.",
		gameCount(c.me.Settings.Limit))
	return c.answer(text), c.tx.PutPlayer(c.me)
}
