package bot

import "testing"

// TestPractice begins the puzzles of a game again. Those that were done must be practice, and those
// added later must count.
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

// TestPuzzlesOfGuest merges a guest who has solved puzzles. They are done for the player, but count
// for nothing, as the solutions may have been found out as another guest.
func TestPuzzlesOfGuest(t *testing.T) {
	for platform, counted := range map[Platform]int{Guest: 1, "chat": 3} {
		mine := Player{ID: 1, Users: []User{{UserID: UserID{"chat", "alice"}}}}
		mine.Puzzles.Score(true)
		mine.Puzzles.Rating.Value = 1400
		gone := Player{ID: 2, Users: []User{{UserID: UserID{platform, "ana"}}}}
		gone.Puzzles.Score(true)
		gone.Puzzles.Score(true)
		gone.Puzzles.Finish("raumschach", 4)
		gone.Puzzles.Rating.Value = 2400
		p := mine.With(gone).Puzzles
		if !p.Practice("raumschach", 4) {
			t.Errorf("%s: a puzzle that is done is new", platform)
		}
		if p.Solved != counted || p.Longest > counted || (p.Rating.Value == 1400) != (platform == Guest) {
			t.Errorf("%s: %d solved, at most %d in a row, rating %.0f", platform, p.Solved, p.Longest, p.Rating.Value)
		}
	}
}
