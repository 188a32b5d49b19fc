package look

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// showCaptured lists the pieces that each side has lost in a game, in the order of their capture.
func showCaptured(c *action.Call, record *rules.Game) (bot.Reply, error) {
	var lost [2][]phrase.Text
	for ply := range record.Ply() {
		p := record.PositionAt(ply)
		if _, taken := p.Capture(record.Moves()[ply]); taken != rules.NoPiece {
			lost[taken.Side()] = append(lost[taken.Side()], phrase.Term(p.Variant().Kinds[taken.Kind()].Name))
		}
	}
	lines := []phrase.Text{phrase.Upper(bot.GameNumber(c.Game.ID)) + "."}
	for _, side := range action.Both {
		if len(lost[side]) == 0 {
			lines = append(lines, phrase.Of("%s has lost nothing.", side))
			continue
		}
		lines = append(lines, phrase.Of("%s has lost: %s.", side, phrase.Join(lost[side], ", ")))
	}
	return c.Answer(phrase.Join(lines, "\n")), nil
}
