package bot

import "testing"

// TestPractice begins the puzzles of a game again: those that were done are practice, and those that come later count.
func TestPractice(t *testing.T) {
	var r PuzzleRecord
	r.Finish("raumschach", 0)
	r.Finish("raumschach", 9)
	r.Again("raumschach")
	r.Finish("raumschach", 1)
	r.Again("raumschach")
	for n := range 20 {
		if known := n == 0 || n == 1 || n == 9; r.Practice("raumschach", n) != known || r.Has("raumschach", n) {
			t.Errorf("puzzle %d: practice is %t, done %t", n, r.Practice("raumschach", n), r.Has("raumschach", n))
		}
	}
	if r.Practice("blocschach", 0) {
		t.Error("another game's puzzles are practice")
	}
}
