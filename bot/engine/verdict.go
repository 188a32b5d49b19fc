package engine

// A player does not give up at the first bad score: so many of the last scores
// must agree.
const patience = 4

// Hopeless reports whether a player should resign, given the scores of their own last moves.
func Hopeless(scores []Score) bool {
	const lost = 1500
	return Standing(scores, lost) < 0
}

// Standing returns 1 if the scores of a player's own last moves all say that they are ahead by at least so much, -1 if
// all say that they are behind by as much, and 0 otherwise.
func Standing(scores []Score, least Score) int {
	switch {
	case lasting(scores, func(s Score) bool { return s >= least }):
		return 1
	case lasting(scores, func(s Score) bool { return s <= -least }):
		return -1
	}
	return 0
}

// Even reports whether a player should agree to a draw after a number of plies,
// given the scores of their own last moves.
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
