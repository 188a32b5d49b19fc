package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// toMove says who is to move and until when.
func (c *call) toMove(g bot.Game) string {
	if g.Deadline != 0 {
		return phrase.Of("%s (%s) is to move, until %s.", g.Name(g.Turn), g.Turn, bot.Timestamp(c.uptime.Calendar(g.Deadline)))
	}
	return phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)
}
