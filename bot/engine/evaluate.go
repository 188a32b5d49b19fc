package engine

import "raumbot/rules"

// balance is the incrementally updated part of the evaluation: the value of White's pieces minus
// Black's, and how much material is left.
type balance struct {
	opening, ending, phase int32
}

// add adds a piece on a cell to the balance, or removes it.
func (b *balance) add(ev *evaluator, c rules.Cell, piece rules.Piece) {
	i := int(piece)<<9 | int(c)
	b.opening += ev.opening[i]
	b.ending += ev.ending[i]
	b.phase += ev.weight[piece]
}

func (b *balance) remove(ev *evaluator, c rules.Cell, piece rules.Piece) {
	i := int(piece)<<9 | int(c)
	b.opening -= ev.opening[i]
	b.ending -= ev.ending[i]
	b.phase -= ev.weight[piece]
}

// balanceOf computes the balance of a position from scratch.
func (ev *evaluator) balanceOf(p *rules.Position) (b balance) {
	for c := range rules.Cell(ev.variant.Board.Len()) {
		if piece := p.At(c); piece != rules.NoPiece {
			b.add(ev, c, piece)
		}
	}
	return b
}

// after returns the balance after the changes of a move.
func (b balance) after(ev *evaluator, changes []rules.Change) balance {
	for _, c := range changes {
		if c.Before != rules.NoPiece {
			b.remove(ev, c.Cell, c.Before)
		}
		if c.After != rules.NoPiece {
			b.add(ev, c.Cell, c.After)
		}
	}
	return b
}

// evaluate evaluates a position for the player to move.
func (ev *evaluator) evaluate(p *rules.Position, b balance) Score {
	phase := min(b.phase, ev.full)
	score := b.ending
	if ev.full > 0 {
		score += int32(int64(b.opening-b.ending) * int64(phase) / int64(ev.full))
	}
	for _, family := range ev.families {
		score -= ev.danger(ev.left(p, family, rules.White)-ev.least) - ev.danger(ev.left(p, family, rules.Black)-ev.least)
	}
	for i := range ev.sets {
		score -= ev.frailty(p, &ev.sets[i], rules.White) - ev.frailty(p, &ev.sets[i], rules.Black)
	}
	if p.Turn() == rules.Black {
		score = -score
	}
	return moderate(Score(score + ev.tempo))
}

// moderate returns a score that never counts as a forced win or loss. It compresses scores beyond
// linear, such that different scores stay different. On large boards one side can be ahead by more
// than a thousand Pawns.
func moderate(score Score) Score {
	const linear, less = 15_000, 10
	switch {
	case score > linear:
		score = linear + (score-linear)/less
	case score < -linear:
		score = -linear + (score+linear)/less
	}
	return max(-forced+1, min(forced-1, score))
}

// frailty is the penalty for having lost a set's key piece, or having only one.
func (ev *evaluator) frailty(p *rules.Position, set *frozenSet, s rules.Side) int32 {
	keys := p.Count(rules.MakePiece(set.key, s))
	if keys > 1 {
		return 0
	}
	total := 0
	for _, id := range set.kinds {
		total += p.Count(rules.MakePiece(id, s)) * ev.worth[id]
	}
	if keys == 1 {
		return int32(total / 10)
	}
	return int32(total * 7 / 10)
}

// Evaluate evaluates a position for the player to move, without a search.
func Evaluate(p *rules.Position) Score {
	ev := evaluatorOf(p.Variant(), false)
	return ev.evaluate(p, ev.balanceOf(p))
}
