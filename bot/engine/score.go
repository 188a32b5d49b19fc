package engine

import "fmt"

// Score is what a position is worth to the player to move, in hundredths of a
// Pawn, or a win by force.
type Score int

const (
	// won is the score of a win on the board; a win in n plies is won - n.
	won Score = 32000
	// endless is more than any score.
	endless Score = 32500
	// forced is the least score that stands for a forced win.
	forced = won - 1000
)

// Mate returns in how many moves of its own the player to move wins by force, negative
// if it loses. It is false if neither is known.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s >= forced:
		return int(won-s+1) / 2, true
	case s <= -forced:
		return -int(won+s) / 2, true
	}
	return 0, false
}

// String returns the score as UCI writes it: "cp 35" or "mate -2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	return fmt.Sprintf("cp %d", int(s))
}
