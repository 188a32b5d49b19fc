package service

import (
	"raumbot/bot"
	"raumbot/rules"
)

// defenders lists the pieces that could recapture on a cell: those of the same side as the piece on it.
func defenders(c *call, record *rules.Game) (bot.Reply, error) {
	return c.attacksOn(record.Position(), true)
}
