package coach

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// exampleVariant is the variant of the example game.
const exampleVariant = "raumschach"

// exampleMoves are the moves of the example game.
var exampleMoves = []string{
	"ab1-cc1", "eb5-ec3", "be1-cd2", "dc5-cd4", "bd2-bd3", "cd4-cb4", "cd2-bc3", "cb4-bb4",
	"bc1-cb2", "de4-ce4", "cb2-ed4", "ec5-eb5", "bc3-de5", "da5-bc3", "bb2-bc3", "ce4-ce3",
	"bc3-bb4", "ee5-de5", "ed4-de5", "ce3-bd3", "ba1-be5", "ec3-dc5", "de5-ed5", "eb5-da5",
	"ed5-dc5", "bd3-bc2", "bd1-bc2", "ea5-ee5", "dc5-cb5", "da5-ea5", "cb5-ba5", "db5-ca5",
	"ba5-ca5",
}

// showExample shows a short game as an animated picture.
func showExample(c *action.Call) (bot.Reply, error) {
	v, err := rules.Find(exampleVariant)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.Answer(phrase.Of("A short game of %s: five boards, one above the other. White mates in move %d. `rules %s` explains the pieces, and `start` shows how to begin your own.",
		v.Title, (len(exampleMoves)+1)/2, v.Name),
		bot.Button{Label: phrase.Of("Play somebody here"), Command: "seek"}, bot.Button{Label: phrase.Of("Rules"), Command: "rules " + v.Name})
	reply.Answer[0].Picture = &bot.Picture{Variant: v.Name, Line: exampleMoves, Film: true}
	return reply, nil
}
