package service

import "raumbot/bot"

// defenders lists the pieces that could take back on a cell: those of the side whose piece stands there.
func defenders(c *call) (bot.Reply, error) { return c.attacksOn(true) }
