package engine

import "math"

// node is what the search knows about a position before it searches moves.
type node struct {
	depth       int
	alpha, beta Score
	ply         int
	checked     bool
	// static is the evaluation, or a better estimate from the table. In check it is the worst score.
	static Score
	// improving reports whether static is better than before the player's last move.
	improving bool
}

// open reports whether the exact score is wanted, not only on which side of a bound it is.
func (n *node) open() bool { return n.beta-n.alpha > 1 }

// farBehind reports whether a line is so far behind near its end that only captures can help. The
// score is then at most bound without them.
func (n *node) farBehind() (bound Score, far bool) {
	bound = n.static + Score(120+100*n.depth)
	return bound, !n.open() && !n.checked && n.depth <= 2 && bound <= n.alpha && n.alpha < forced
}

// maxQuiets returns the number of quiet moves that are searched in a position near the end of a
// line.
func (n *node) maxQuiets() int {
	most := 6 + 3*n.depth*n.depth
	if n.improving {
		most *= 2
	}
	return most
}

// reductions holds the number of plies by which the nth move is reduced, by depth and n.
var reductions = func() (r [64][64]int) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			r[depth][n] = int(0.4 + math.Log(float64(depth))*math.Log(float64(n))/2)
		}
	}
	return r
}()

// boundOf returns the kind of bound that a score is, given alpha and beta.
func boundOf(score, alpha, beta Score) bound {
	switch {
	case score >= beta:
		return lower
	case score > alpha:
		return exact
	}
	return upper
}
