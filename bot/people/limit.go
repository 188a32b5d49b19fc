package people

import (
	"strconv"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// setLimit shows or sets how many games the asker wants at once.
func setLimit(c *action.Call) (bot.Reply, error) {
	word := c.Args.Word("games")
	if word == "" {
		word = c.Args.Word("none")
	}
	switch n, ok := bot.ParseGameID(word); {
	case word == "":
	case word == "off":
		c.Me.Settings.Limit = 0
	case !ok || n > play.MaxLimit:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A limit is a number of games from 1 to %d, or `off`.", play.MaxLimit)
	default:
		c.Me.Settings.Limit = int(n)
	}
	if c.Me.Settings.Limit == 0 {
		return c.Answer(phrase.Of("You may have any number of games at once. `limit 5` sets a limit.")), c.SaveMe()
	}
	text := phrase.Of("You want at most %s at once; beyond that nobody can challenge you. Those that go on are not touched, and studies do not count. `limit off` ends the limit.",
		action.GameCount(c.Me.Settings.Limit))
	return c.Answer(text), c.SaveMe()
}

// limited returns the current value of the parameter of limit.
func limited(c *action.Call) map[string]string {
	if c.Me.Settings.Limit == 0 {
		return nil
	}
	return map[string]string{"games": strconv.Itoa(c.Me.Settings.Limit)}
}
