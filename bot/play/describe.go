package play

import (
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Describe describes a move as players read it: its piece, its cells and the captured piece.
func Describe(p *rules.Position, m rules.Move) phrase.Text {
	return phrase.Compose(func(say rules.Say) string { return p.Words(m, say) })
}
