package engine

import "fmt"

// Score is the value of a position for the player to move, in hundredths of a Pawn, or a forced win
// or loss.
type Score int

const (
	// won is the score of a game already won; a win in n plies is won - n.
	won Score = 32000
	// endless exceeds every score.
	endless Score = 32500
	// forced is the least score that means a forced win.
	forced = won - 1000
)

// Mate returns the number of the player's own moves in which the player to move wins by force,
// negative for a loss. ok is false if neither is known.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s >= forced:
		return int(won-s+1) / 2, true
	case s <= -forced:
		return -int(won+s) / 2, true
	}
	return 0, false
}

// String returns the score in UCI's format: "cp 35" or "mate -2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	return fmt.Sprintf("cp %d", int(s))
}
