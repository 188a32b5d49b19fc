// Package teach says in words which rule an example shows, for the pages of rules and for lessons.
package teach

import (
	"slices"

	"raumbot/bot/phrase"
	"raumbot/rules"
	"raumbot/rules/compose"
)

// Words are what people read about an example of a rule.
type Words struct {
	// Rule explains the rule, and Task is what to do in the position before the move.
	Rule, Task phrase.Text
}

// Of returns the words about an example.
func Of(e compose.Example) Words {
	v, p, m := e.Before.Variant(), e.Before, e.Move
	cell := v.Board.Name
	term := func(id rules.KindID) phrase.Text { return phrase.Term(v.Kinds[id].Name) }
	mover, from, to := term(p.At(m.From).Kind()), cell(m.From), cell(m.To)
	at, taken := p.Capture(m)
	victim, on := phrase.Text(""), ""
	if taken != rules.NoPiece {
		victim, on = term(taken.Kind()), cell(at)
	}
	switch e.Rule {
	case compose.DoubleStep:
		explained := phrase.Of("From where it starts, the %s may go two steps at once, over an empty cell to another one.", mover)
		if v.DoubleStep == rules.AnyDoubleStep {
			explained = phrase.Of("From where it starts, the %s may go two steps at once, over an empty cell to another one. The two directions may differ.", mover)
		}
		return Words{explained, phrase.Of("Make a double step with the %s on %s.", mover, from)}
	case compose.EnPassant:
		over := cell(m.To)
		return Words{
			phrase.Of("The %s on %s has just made a double step, over %s. The %s on %s may take it as if it had gone only there, and goes to %s: en passant. It may do so only at once.", victim, on, over, mover, from, over),
			phrase.Of("Take the %s on %s en passant.", victim, on),
		}
	case compose.Castling:
		partner, beside := p.CastlingPartner(m)
		return Words{
			phrase.Of("Castling: the %s goes from %s to %s and the %s from %s to %s, in one move. Neither has moved before, nothing stands between them, and no enemy attacks the %s before, on the way or after.",
				mover, from, to, term(p.At(partner).Kind()), cell(partner), cell(beside), mover),
			phrase.Of("Castle with the %s on %s.", mover, from),
		}
	case compose.Promotion:
		explained := phrase.Of("A %s that gets to %s is promoted: another piece takes its place, here a %s.", mover, cell(p.Arrival(m)), term(m.Promotion))
		if stays(p, m) {
			explained = phrase.Of("A %s that gets to %s may be promoted if you wish: another piece takes its place, here a %s.", mover, cell(p.Arrival(m)), term(m.Promotion))
		}
		return Words{
			explained,
			phrase.Of("Promote the %s on %s to a %s: `%s`.", mover, from, term(m.Promotion), p.Text(m)),
		}
	case compose.Rifle:
		return Words{
			phrase.Of("The %s may take without moving. The piece on %s is gone, and the %s stays on %s.", mover, on, mover, from),
			phrase.Of("Take the %s on %s without moving.", victim, on),
		}
	case compose.Aura:
		frozen := term(p.At(e.Frozen).Kind())
		return Words{
			phrase.Of("The %s on %s freezes the %s on %s: while both stand so, the frozen piece cannot move, attacks nothing and only stands in the way.", mover, to, frozen, cell(e.Frozen)),
			phrase.Of("Freeze the %s on %s with the %s.", frozen, cell(e.Frozen), mover),
		}
	case compose.Key:
		frozen := term(p.At(e.Frozen).Kind())
		return Words{
			phrase.Of("Whoever has no %s left cannot move the other pieces of the same set but its Pawns, here the %s on %s. They attack nothing and only stand in the way.", victim, frozen, cell(e.Frozen)),
			phrase.Of("Freeze the %s on %s: take the %s on %s.", frozen, cell(e.Frozen), victim, on),
		}
	case compose.Transfer:
		return Words{
			phrase.Of("At the end of its move a piece passes to the same square of the other board, which must be empty: the %s goes to %s on its own board, and then stands on %s.", mover, cell(p.Arrival(m)), to),
			phrase.Of("Move the %s on %s.", mover, from),
		}
	case compose.Reserve:
		waiting := term(p.Reserve(rules.White).Kind())
		return Words{
			phrase.Of("A %s waits beside the board. It appears on the cell that the first of these pieces to move leaves: %s. Here that is the %s on %s.", waiting, terms(v, v.Reserve.After), mover, from),
			phrase.Of("Bring in the %s that waits beside the board.", waiting),
		}
	case compose.Checkmate:
		royal := p.Royal(rules.Black)
		return Words{
			phrase.Of("Checkmate: the %s on %s is attacked, and no move of Black ends that. White has won.", term(p.At(royal).Kind()), cell(royal)),
			phrase.Of("Give checkmate in one move."),
		}
	case compose.Marriage:
		spouse, _ := v.KindByCode(v.Marriage)
		return Words{
			phrase.Of("Marriage: after a move of White the %s stands one step from a white %s, and is not in check. That wins at once.", term(p.At(p.Royal(rules.White)).Kind()), term(spouse)),
			phrase.Of("Win by marriage in one move."),
		}
	}
	return Words{
		phrase.Of("Each side must keep at least %d of these pieces, or it loses at once: %s. Here Black loses the %s on %s.", v.Survival.Min, terms(v, lost(v, e.After())), victim, on),
		phrase.Of("Win in one move: take a piece that Black cannot do without."),
	}
}

// stays reports whether the piece that a move promotes may also make the move without promotion.
func stays(p *rules.Position, m rules.Move) bool {
	m.Promotion = rules.NoKind
	return slices.Contains(p.LegalFrom(m.From), m)
}

// lost returns the family of which Black has too few pieces.
func lost(v *rules.Variant, p *rules.Position) []string {
	i := slices.IndexFunc(v.Survival.Families, func(family []string) bool {
		have := 0
		for c := range rules.Cell(v.Board.Len()) {
			if piece := p.At(c); piece != rules.NoPiece && piece.Side() == rules.Black && slices.Contains(family, v.Kind(piece).Code) {
				have++
			}
		}
		return have < v.Survival.Min
	})
	return v.Survival.Families[max(i, 0)]
}

// terms lists the names of the kinds with some codes.
func terms(v *rules.Variant, codes []string) phrase.Text {
	var names []phrase.Text
	for _, code := range codes {
		id, _ := v.KindByCode(code)
		names = append(names, phrase.Term(v.Kinds[id].Name))
	}
	return phrase.Join(names, ", ")
}
