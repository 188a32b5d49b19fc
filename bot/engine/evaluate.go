package engine

import "raumbot/rules"

// balance is the incrementally updated part of the evaluation: the value of White's
// pieces minus Black's, and how much material is left.
type balance struct {
	opening, ending, phase int32
}

// add adds a piece on a cell to the balance, or removes it.
func (b *balance) add(j *judge, c rules.Cell, piece rules.Piece) {
	i := int(piece)<<9 | int(c)
	b.opening += j.opening[i]
	b.ending += j.ending[i]
	b.phase += j.weight[piece]
}

func (b *balance) remove(j *judge, c rules.Cell, piece rules.Piece) {
	i := int(piece)<<9 | int(c)
	b.opening -= j.opening[i]
	b.ending -= j.ending[i]
	b.phase -= j.weight[piece]
}

// balanceOf computes the balance of a position from scratch.
func (j *judge) balanceOf(p *rules.Position) (b balance) {
	for c := range rules.Cell(j.variant.Board.Len()) {
		if piece := p.At(c); piece != rules.NoPiece {
			b.add(j, c, piece)
		}
	}
	return b
}

// after returns the balance after the changes of a move.
func (b balance) after(j *judge, changes []rules.Change) balance {
	for _, c := range changes {
		if c.Before != rules.NoPiece {
			b.remove(j, c.Cell, c.Before)
		}
		if c.After != rules.NoPiece {
			b.add(j, c.Cell, c.After)
		}
	}
	return b
}

// evaluate evaluates a position for the player to move.
func (j *judge) evaluate(p *rules.Position, b balance) Score {
	phase := min(b.phase, j.full)
	score := b.ending
	if j.full > 0 {
		score += int32(int64(b.opening-b.ending) * int64(phase) / int64(j.full))
	}
	for _, family := range j.families {
		score -= j.danger(j.left(p, family, rules.White)-j.least) - j.danger(j.left(p, family, rules.Black)-j.least)
	}
	for i := range j.sets {
		score -= j.frailty(p, &j.sets[i], rules.White) - j.frailty(p, &j.sets[i], rules.Black)
	}
	if p.Turn() == rules.Black {
		score = -score
	}
	return moderate(Score(score + j.tempo))
}

// moderate returns a score that is no forced win or loss, however much it is: above linear, sums that differ give scores that differ less.
// On large boards one side can be ahead by more than a thousand Pawns.
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
func (j *judge) frailty(p *rules.Position, set *frozenSet, s rules.Side) int32 {
	keys := p.Count(rules.MakePiece(set.key, s))
	if keys > 1 {
		return 0
	}
	total := 0
	for _, id := range set.kinds {
		total += p.Count(rules.MakePiece(id, s)) * j.worth[id]
	}
	if keys == 1 {
		return int32(total / 10)
	}
	return int32(total * 7 / 10)
}

// Evaluate evaluates a position for the player to move, without a search.
func Evaluate(p *rules.Position) Score {
	j := judgeOf(p.Variant(), false)
	return j.evaluate(p, j.balanceOf(p))
}
