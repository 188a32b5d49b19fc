package engine

import "raumbot/rules"

// With hundreds of pieces, exchanges hardly end. After this many plies only recaptures are
// searched.
const (
	recapturesFrom = 4
	evasionsUntil  = 6
	quietDepth     = 16
)

// quiesce searches captures and promotions until the position is quiet enough to evaluate. deep
// counts its plies.
func (s *searcher) quiesce(alpha, beta Score, ply, deep int) Score {
	level := &s.stack[ply]
	level.line = level.line[:0]
	s.deepest = max(s.deepest, ply)
	if score, over := s.over(ply, false); over {
		return score
	}
	key := s.pos.Key()
	known, ok := s.table.load(key, ply)
	if ok && beta-alpha == 1 && known.decides(alpha, beta) {
		return known.score
	}
	checked := deep < evasionsUntil && s.pos.Checked()
	best, first, static := -endless, alpha, Score(0)
	if !checked {
		static = s.evaluateAt(ply)
		best = static
		if best >= beta || deep >= quietDepth {
			return best
		}
		alpha = max(alpha, best)
	}
	pick := &level.picker
	if checked {
		pick.begin(s, ply, known.move, true)
	} else {
		pick.beginQuiescence(s, ply, deep, int(alpha-static)-90)
	}
	count, bestMove := 0, noMove
	for {
		m, ok := pick.next()
		if !ok || !checked && pick.stage == stageBad { // the other captures lose material
			break
		}
		count++
		s.make(m, ply)
		score := -s.quiesce(-beta, -alpha, ply+1, deep+1)
		s.pos.Unmake()
		if s.stopped {
			return 0
		}
		best = max(best, score)
		if score > alpha {
			alpha, bestMove = score, m
			level.line = append(append(level.line[:0], m), s.stack[ply+1].line...)
		}
		if score >= beta {
			break
		}
	}
	if checked && count == 0 {
		return Score(ply) - won
	}
	if deep == 0 {
		s.table.store(key, ply, found{bestMove, best, 0, boundOf(best, first, beta)})
	}
	return best
}

// beginQuiescence prepares the captures and promotions with some immediate gain or, deep in a
// sequence of captures, the recaptures.
func (k *picker) beginQuiescence(s *searcher, ply, deep, least int) {
	if deep >= recapturesFrom {
		k.beginCapturesOn(s, ply, s.stack[ply-1].played.To)
	} else {
		k.beginCaptures(s, ply, least)
	}
}

// value is the immediate gain of a capture or promotion.
func (s *searcher) value(p *rules.Position, m rules.Move) int {
	_, victim := p.Capture(m)
	worth := s.worth[victim.Kind()]
	if m.Promotion != rules.NoKind {
		worth += s.worth[m.Promotion] - s.worth[p.At(m.From).Kind()]
	}
	return worth
}
