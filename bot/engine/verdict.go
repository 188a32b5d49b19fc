package engine

import "raumbot/rules"

// A player does not give up at the first bad score: the last patience scores must agree.
const patience = 4

// Hopeless reports whether a player should resign in a position, given the scores of their own last
// moves. If the opponent has more than twice the player's material it does so sooner, because games
// with few pieces are lost by less.
func Hopeless(scores []Score, p *rules.Position, s rules.Side) bool {
	const lost, lostBare = 1500, 700
	material := Material(p)
	if material[s.Other()] > 2*material[s] {
		return Standing(scores, lostBare) < 0
	}
	return Standing(scores, lost) < 0
}

// Material returns the value of each side's pieces by the formula, without the royal piece, in
// hundredths of a Pawn.
func Material(p *rules.Position) (material [2]int) {
	v := p.Variant()
	worth := WorthByFormula(v)
	for id := rules.KindID(1); int(id) < len(v.Kinds); id++ {
		if v.Kinds[id].Royal {
			continue
		}
		for _, s := range []rules.Side{rules.White, rules.Black} {
			material[s] += worth[id] * p.Count(rules.MakePiece(id, s))
		}
	}
	return material
}

// Standing returns 1 if the scores of a player's own last moves all say that they are ahead by at
// least least, -1 if all say that they are behind by as much, and 0 otherwise.
func Standing(scores []Score, least Score) int {
	switch {
	case lasting(scores, func(s Score) bool { return s >= least }):
		return 1
	case lasting(scores, func(s Score) bool { return s <= -least }):
		return -1
	}
	return 0
}

// Even reports whether a player should agree to a draw after a number of plies, given the scores of
// their own last moves.
func Even(scores []Score, ply int) bool {
	const equal, opening = 25, 60
	return ply >= opening && lasting(scores, func(s Score) bool { return s >= -forced && s <= equal })
}

func lasting(scores []Score, holds func(Score) bool) bool {
	if len(scores) < patience {
		return false
	}
	for _, s := range scores[len(scores)-patience:] {
		if !holds(s) {
			return false
		}
	}
	return true
}
