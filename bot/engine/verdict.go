package engine

// A player does not give up at the first bad score: so many of the last scores
// must agree.
const patience = 4

// Hopeless reports whether a player should resign, given the scores of their own last moves.
func Hopeless(scores []Score) bool {
	const lost = -1500
	return lasting(scores, func(s Score) bool { return s <= lost })
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
