package play

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// Describe describes a move as players read it: its piece, its cells and the captured piece.
func Describe(p *rules.Position, m rules.Move) phrase.Text {
	return phrase.Compose(func(say rules.Say) string { return p.Words(m, say) })
}

// Mover returns the man that makes a move, for a text with the words of [Describe].
func Mover(p *rules.Position, m rules.Move) bot.NamedMan { return Named(p, m.From, Describe(p, m)) }

// Named returns the man on a cell, for a text that names it by the given words.
func Named(p *rules.Position, cell rules.Cell, words phrase.Text) bot.NamedMan {
	return Kind(p.Variant(), p.At(cell).Side(), p.At(cell).Kind(), words)
}

// Kind returns a man of a variant, for a text that names it by the given words.
func Kind(v *rules.Variant, side rules.Side, kind rules.KindID, words phrase.Text) bot.NamedMan {
	return bot.NamedMan{Words: words, Man: render.ManOf{Variant: v.ID(), Side: side, Kind: kind}}
}

// withMovers returns a reply whose announcements of the board show which men have moved since a
// ply.
func withMovers(reply bot.Reply, game bot.GameID, record *rules.Game, ply int) bot.Reply {
	var men []bot.NamedMan
	for ; ply < record.Ply(); ply++ {
		men = append(men, Mover(record.PositionAt(ply), record.Moves()[ply]))
	}
	for i := range reply.Notices {
		if m := &reply.Notices[i]; m.News && m.Game == game {
			m.Men = men
		}
	}
	return reply
}
