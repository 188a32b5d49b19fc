package engine

import (
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

// spared reports whether a player has more of every family than must be kept.
func (j *judge) spared(p *rules.Position, side rules.Side) bool {
	for _, family := range j.families {
		if j.left(p, family, side) <= j.least {
			return false
		}
	}
	return true
}

// pressed reports whether the opponent has at most one piece of some family to spare, so that a move could threaten to win.
func (s *searcher) pressed() bool {
	p := s.pos.Position()
	for _, family := range s.families {
		if s.left(p, family, p.Turn().Other()) <= s.least+1 {
			return true
		}
	}
	return false
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

// fatal reports whether a move captures a piece that its owner must keep.
func (s *searcher) fatal(m rules.Move) bool {
	p := s.pos.Position()
	_, victim := p.Capture(m)
	return victim != rules.NoPiece && s.fatalAt(p, victim)
}

// blow returns a capture with which the player to move wins at once, because the opponent must keep the piece.
func (s *searcher) blow() (rules.Move, bool) {
	p := s.pos.Position()
	enemy := p.Turn().Other()
	if s.families == nil || s.spared(p, enemy) {
		return noMove, false
	}
	for w, word := range p.Occupied(enemy) {
		for ; word != 0; word &= word - 1 {
			c := rules.Cell(w<<6 + bits.TrailingZeros64(word))
			if !s.fatalAt(p, p.At(c)) {
				continue
			}
			if s.blows = s.pos.CapturesOn(c, s.blows[:0]); len(s.blows) > 0 {
				return s.blows[0], true
			}
		}
	}
	return noMove, false
}
