package look

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// showCaptured lists the pieces that each side has lost in a game, in the order of their capture.
func showCaptured(c *action.Call, record *rules.Game) (bot.Reply, error) {
	var lost [2][]phrase.Text
	var men [2][]bot.NamedMan
	for ply := range record.Ply() {
		p := record.PositionAt(ply)
		if _, taken := p.Capture(record.Moves()[ply]); taken != rules.NoPiece {
			name, side := phrase.Term(p.Variant().Kinds[taken.Kind()].Name), taken.Side()
			lost[side], men[side] = append(lost[side], name), append(men[side], play.Kind(p.Variant(), side, taken.Kind(), name))
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
	reply := c.Answer(phrase.Join(lines, "\n"))
	reply.Answer[0].Men = slices.Concat(men[rules.White], men[rules.Black])
	return reply, nil
}
