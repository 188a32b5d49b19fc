package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// resign resigns a game, after asking for confirmation.
func resign(c *call) (bot.Reply, error) {
	if c.game.Study() {
		return bot.Reply{}, drawAlone(c)
	}
	if c.args.Word("sure") != "confirm" {
		id := c.game.ID.String()
		sure := bot.Button{Label: phrase.Of("Resign %s", bot.GameNumber(c.game.ID)), Command: "resign " + id + " confirm"}
		return asking(c.answer(phrase.Of("Do you want to resign %s? `%s` does so, and cannot be undone.", c.game.Summary(), sure.Command), sure)), nil
	}
	winner := c.side.Other()
	text := phrase.Of("%s: %s resigns.", phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Name(c.side))
	return c.end(c.game, bot.Result{Reason: bot.ByResignation, Winner: &winner}, text)
}
