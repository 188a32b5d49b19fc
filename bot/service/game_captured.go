package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// showCaptured lists the pieces that each side has lost in a game, in the order in which they were taken.
func showCaptured(c *call, record *rules.Game) (bot.Reply, error) {
	var lost [2][]string
	for ply := range record.Ply() {
		p := record.PositionAt(ply)
		if _, taken := p.Capture(record.Moves()[ply]); taken != rules.NoPiece {
			lost[taken.Side()] = append(lost[taken.Side()], phrase.Term(p.Variant().Kinds[taken.Kind()].Name))
		}
	}
	lines := []string{phrase.Upper(bot.GameNumber(c.game.ID)) + "."}
	for _, side := range both {
		if len(lost[side]) == 0 {
			lines = append(lines, phrase.Of("%s has lost nothing.", side))
			continue
		}
		lines = append(lines, phrase.Of("%s has lost: %s.", side, strings.Join(lost[side], ", ")))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}
