package service

import "raumbot/bot"

// defenders lists the pieces that could recapture on a cell: those of the same side as the piece on it.
func defenders(c *call) (bot.Reply, error) { return c.attacksOn(true) }
