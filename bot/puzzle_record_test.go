package bot

import (
	"fmt"
	"testing"

	"raumbot/bot/daily"
)

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

// TestTries records more tries than are kept, also of accounts that are merged. The latest are kept,
// and answers to one puzzle in a row are one try.
func TestTries(t *testing.T) {
	var r, gone PuzzleRecord
	for n := range 50 {
		r.Try(fmt.Sprint("a-", n), daily.Day(2*n), false)
		r.Try(fmt.Sprint("a-", n), daily.Day(2*n), n%2 == 0)
		gone.Try(fmt.Sprint("b-", n), daily.Day(2*n+1), true)
	}
	if last := r.Tries[len(r.Tries)-2]; len(r.Tries) != maxPuzzleTries || last != (PuzzleTry{"a-48", 96, true, true}) {
		t.Errorf("%d tries, the last but one is %+v", len(r.Tries), last)
	}
	r.Try("a-48", 99, true)
	if last := r.Tries[len(r.Tries)-1]; last != (PuzzleTry{"a-48", 99, false, true}) {
		t.Errorf("tried again it is %+v", last)
	}
	all := r.With(gone).Tries
	if len(all) != maxPuzzleTries || all[len(all)-1].ID != "a-48" || all[len(all)-2].ID != "b-49" {
		t.Errorf("merged, the tries are %+v", all)
	}
}
