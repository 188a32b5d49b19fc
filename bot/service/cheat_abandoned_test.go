package service_test

import (
	"strings"
	"testing"
	"time"
)

// TestAbandonedGames has a cheat ask about the position of a game without a clock for as long as
// nobody moves in it: an answer comes 60 days after the last move at the earliest, whatever else is
// said in the game, and none any more once somebody has moved. Games with a clock count until they
// are over.
func TestAbandonedGames(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", "30d"} {
		s := newStage(t, "")
		s.say("alice: challenge bob raumschach white " + pace)
		s.say("bob: accept 1")
		playOn(s, 1, "alice", "bob", opening)
		s.say("cheat@: study raumschach")
		playOn(s, 2, "cheat@", "cheat@", opening)
		s.say(imported("cheat", `[Variant "raumschach"]`, opening))
		asked := []string{"cheat@: hint 2", "cheat@: evaluate 3"}
		judged := func(when string, want bool) {
			t.Helper()
			for _, line := range asked {
				if got := said(s, line); strings.Contains(got, silent) == want {
					t.Errorf("%s, %s, %s: %s", pace, when, line, got)
				}
			}
		}
		pass := func(days int) {
			s.now = s.now.Add(time.Duration(days) * 24 * time.Hour)
			if err := beatUntil(s.store, s.now); err != nil {
				t.Fatal(err)
			}
			if err := s.service.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		judged("at once", false)
		pass(20)
		judged("after 20 days", false)
		if pace != "none" {
			continue
		}
		s.say("bob: nudge 1")
		pass(30)
		s.say("alice: draw")
		s.say("alice: say 1 are you there?")
		pass(9)
		judged("after 59 days", false)
		pass(2)
		judged("after 61 days", true)
		s.say("alice: move 1 ab2-ab3")
		judged("after a move", false)
		pass(59)
		judged("59 days after a move", false)
		pass(2)
		judged("61 days after a move", true)
	}
}
