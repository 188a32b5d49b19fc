package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// resign resigns a game, after asking for confirmation.
func resign(c *action.Call) (bot.Reply, error) {
	if c.Game.Study() {
		return bot.Reply{}, errStudy(c)
	}
	if c.Args.Word("sure") != "confirm" {
		id := c.Game.ID.String()
		sure := bot.Button{Label: phrase.Of("Resign %s", bot.GameNumber(c.Game.ID)), Command: "resign " + id + " confirm", Tone: bot.Refuses}
		return action.ConfirmByYes(c.Answer(phrase.Of("Do you want to resign %s? `%s` does so, and cannot be undone.", c.Game.Summary(), sure.Command), sure)), nil
	}
	winner := c.Side.Other()
	text := phrase.Of("%s: %s resigns.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Name(c.Side))
	return end(c, c.Game, bot.Result{Reason: bot.ByResignation, Winner: &winner}, text)
}
