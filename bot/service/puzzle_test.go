package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// player returns the record of a user.
func (s *stage) player(name string) (p bot.Player) {
	s.t.Helper()
	err := s.store.View(s.t.Context(), func(tx bot.Tx) (err error) {
		p, err = tx.PlayerOf(bot.UserID{Platform: "console", ID: name})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// TestPuzzleOfEachVariant solves one puzzle of every variant, move by move.
func TestPuzzleOfEachVariant(t *testing.T) {
	s := newStage(t, "")
	for n, v := range rules.Variants() {
		s.said = nil
		s.say("alice@: puzzle " + v.Name)
		p, ok := puzzle.Find(s.player("alice").Puzzles.Current)
		if !ok || p.Variant != v.Name {
			t.Fatalf("%s: the open puzzle is %v", v.Name, p)
		}
		for step := range p.Asked() {
			s.say("alice@: puzzle " + p.Line[2*step])
		}
		record := s.player("alice").Puzzles
		if record.Current != "" || record.Solved != n+1 || record.Streak != n+1 || record.Failed != 0 || !record.Has(v.Name, puzzleNumber(p)) {
			t.Fatalf("%s: %+v, after %s", p.ID, record, s.said)
		}
	}
	if value := s.player("alice").Puzzles.Rating.Value; value < 1700 {
		t.Errorf("who solves all is rated %.0f", value)
	}
}

func puzzleNumber(p *puzzle.Puzzle) int {
	for n, other := range puzzle.Of(p.Variant) {
		if other == p {
			return n
		}
	}
	return -1
}

// TestPuzzleCheat tries to gain rating by retrying, by asking for the solution, by skipping
// puzzles, and by failing on purpose.
func TestPuzzleCheat(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.say("alice@: puzzle raumschach")
	p, _ := puzzle.Find(s.player("alice").Puzzles.Current)
	position, err := p.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range position.Legal() {
		if text := position.Text(m); text != p.Line[0] {
			s.say("alice@: puzzle " + text)
			s.say("alice@: puzzle " + text)
			break
		}
	}
	once := s.player("alice").Puzzles
	if once.Failed != 1 || once.Solved != 0 || once.Rating.Value >= 1500 {
		t.Errorf("after two wrong tries: %+v", once)
	}
	s.say("alice@: puzzle " + p.Line[0])
	if after := s.player("alice").Puzzles; p.Wins == 0 && (after.Solved != 0 || after.Rating.Value > once.Rating.Value || after.Current != "") {
		t.Errorf("the right move after a wrong one counts: %+v", after)
	}
	seen := map[string]bool{p.ID: true}
	for range len(puzzle.Of("raumschach")) - 2 { // all but the first and the one of the day
		s.say("alice@: puzzle raumschach next")
		id := s.player("alice").Puzzles.Current
		if seen[id] {
			t.Fatalf("%s comes again before all were shown", id)
		}
		seen[id] = true
	}
	if after := s.player("alice").Puzzles; after.Failed != 1 || after.Solved != 0 {
		t.Errorf("leaving puzzles out counts: %+v", after)
	}
	s.say("alice@: puzzle raumschach next")
	if id := s.player("alice").Puzzles.Current; !seen[id] || id == "" {
		t.Errorf("after all of them the open puzzle is %q", id)
	}
	before := s.player("alice").Puzzles
	s.say("alice@: puzzle solution")
	s.say("alice@: puzzle raumschach next")
	again, _ := puzzle.Find(s.player("alice").Puzzles.Current)
	for n := range again.Asked() {
		s.say("alice@: puzzle " + again.Line[2*n])
	}
	if after := s.player("alice").Puzzles; after.Current != "" || after.Solved != before.Solved || after.Failed != before.Failed || after.Rating.Value != before.Rating.Value {
		t.Errorf("puzzles that were done before count: %+v, before %+v", after, before)
	}
	// Many users who look for a puzzle and fail on purpose do not make it count as hard.
	for _, name := range strings.Fields("ann ben cas dan eve fay gil hal ida jim kay lea max ned oda pat ray sue") {
		for s.say(name + "@: puzzle raumschach"); s.player(name).Puzzles.Current != p.ID; {
			s.say(name + "@: puzzle raumschach next")
		}
		s.say(name + "@: puzzle solution")
	}
	err = s.store.View(t.Context(), func(tx bot.Tx) error {
		r, err := tx.PuzzleRating(p.ID)
		if r.Failed != 19 || r.Value > float64(p.Rating)+400 {
			t.Errorf("%s is rated %.0f after %d failures, first %d", p.ID, r.Value, r.Failed, p.Rating)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
