package look

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/rules"
)

// defenders lists the pieces that defend the piece on a cell.
func defenders(c *action.Call, record *rules.Game) (bot.Reply, error) {
	return attacksOn(c, record.Position(), true)
}
