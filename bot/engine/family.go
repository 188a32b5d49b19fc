package engine

import (
	"math"
	"math/bits"
	"slices"

	"raumbot/rules"
)

// left returns how many pieces of a family a player has, including a reserve.
func (j *judge) left(p *rules.Position, family []rules.KindID, s rules.Side) int {
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

// danger is the penalty for having few pieces of a family to spare.
func (j *judge) danger(spare int) int32 {
	switch {
	case spare <= 0:
		return j.last
	case spare < 5:
		return j.few / int32(spare+spare*spare)
	}
	return 0
}

// spare returns how many more pieces a player has than must be kept, of the family of which fewest are left; more than there are cells
// if none must be kept.
func (j *judge) spare(p *rules.Position, side rules.Side) int {
	spare := math.MaxInt
	for _, family := range j.families {
		spare = min(spare, j.left(p, family, side)-j.least)
	}
	return spare
}

// opponentNearLoss reports whether the opponent has at most one piece of some family to spare. If not, no move threatens to win at once, and
// forced wins are too far away to be looked for.
func (s *searcher) opponentNearLoss() bool {
	p := s.pos.Position()
	return s.spare(p, p.Turn().Other()) <= 1
}

// fatalAt reports whether the owner of a piece loses with it.
func (j *judge) fatalAt(p *rules.Position, piece rules.Piece) bool {
	for _, family := range j.families {
		if slices.Contains(family, piece.Kind()) && j.left(p, family, piece.Side()) <= j.least {
			return true
		}
	}
	return false
}

// winningCapture returns a capture with which the player to move wins at once, because the opponent must keep the piece: one of
// some moves, or any if there are none.
func (s *searcher) winningCapture(some []rules.Move) (rules.Move, bool) {
	p := s.pos.Position()
	enemy := p.Turn().Other()
	if s.spare(p, enemy) > 0 {
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
