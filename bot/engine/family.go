package engine

import (
	"math"
	"math/bits"
	"slices"

	"raumbot/rules"
)

// left returns how many pieces of a family a player has, including a reserve.
func (ev *evaluator) left(p *rules.Position, family []rules.KindID, s rules.Side) int {
	n := 0
	reserve := p.Reserve(s)
	for _, id := range family {
		piece := rules.MakePiece(id, s)
		n += p.Count(piece)
		if piece == reserve {
			n++
		}
	}
	return n
}

// danger returns the penalty for having few pieces of a family to spare.
func (ev *evaluator) danger(surplus int) int32 {
	switch {
	case surplus <= 0:
		return ev.last
	case surplus < 5:
		return ev.few / int32(surplus+surplus*surplus)
	}
	return 0
}

// surplus returns how many pieces a player has beyond those that must be kept, for the family with
// the fewest left. If none must be kept it returns more than there are cells.
func (ev *evaluator) surplus(p *rules.Position, side rules.Side) int {
	surplus := math.MaxInt
	for _, family := range ev.families {
		surplus = min(surplus, ev.left(p, family, side)-ev.least)
	}
	return surplus
}

// opponentNearLoss reports whether the opponent has at most one piece of some family to spare.
// Otherwise no move threatens to win at once, and forced wins are too far away to be found.
func (s *searcher) opponentNearLoss() bool {
	p := s.pos.Position()
	return s.surplus(p, p.Turn().Other()) <= 1
}

// fatalAt reports whether the owner of a piece loses with it.
func (ev *evaluator) fatalAt(p *rules.Position, piece rules.Piece) bool {
	for _, family := range ev.families {
		if slices.Contains(family, piece.Kind()) && ev.left(p, family, piece.Side()) <= ev.least {
			return true
		}
	}
	return false
}

// winningCapture returns a capture with which the player to move wins at once, because the opponent
// must keep the piece. Only the moves in some are considered, or all moves if some is empty.
func (s *searcher) winningCapture(some []rules.Move) (rules.Move, bool) {
	p := s.pos.Position()
	enemy := p.Turn().Other()
	if s.surplus(p, enemy) > 0 {
		return noMove, false
	}
	for w, word := range p.Occupied(enemy) {
		for ; word != 0; word &= word - 1 {
			c := rules.Cell(w<<6 + bits.TrailingZeros64(word))
			if !s.fatalAt(p, p.At(c)) {
				continue
			}
			s.winningCaptures = s.pos.CapturesOn(c, s.winningCaptures[:0])
			for _, m := range s.winningCaptures {
				if len(some) == 0 || slices.Contains(some, m) {
					return m, true
				}
			}
		}
	}
	return noMove, false
}
