package service_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestWatchLimits has a player and a room follow more games than they can, and ask again for one
// that they follow.
func TestWatchLimits(t *testing.T) {
	s := newStage(t, "")
	for i := range 22 {
		s.say(fmt.Sprintf("%s@lobby.inn: study raumschach", []string{"alice", "bob"}[i%2]))
	}
	for n := 1; n <= 22; n++ {
		s.said = nil
		s.say(fmt.Sprintf("carol@lobby.inn: watch %d", n))
		if said := strings.Join(s.said, "\n"); strings.Contains(said, "more than 20 games") != (n > 20) {
			t.Errorf("carol, game %d: %s", n, said)
		}
		s.said = nil
		s.say(fmt.Sprintf("olga@hall.inn!: watch %d here", n))
		if said := strings.Join(s.said, "\n"); strings.Contains(said, "more than 5 games") != (n > 5) {
			t.Errorf("the hall, game %d: %s", n, said)
		}
	}
	for _, line := range []string{"carol@lobby.inn: watch 20", "olga@hall.inn!: watch 5 here", "carol@: unwatch 20", "carol@lobby.inn: watch 21"} {
		s.said = nil
		if s.say(line); strings.Contains(strings.Join(s.said, "\n"), "more than") {
			t.Errorf("%s: %s", line, s.said)
		}
	}
}

// TestMostSpectators has more people follow a game than can.
func TestMostSpectators(t *testing.T) {
	s := newStage(t, "")
	s.say("alice@lobby.inn: study raumschach")
	for n := 1; n <= 52; n++ {
		s.said = nil
		s.say(fmt.Sprintf("fan%c%c@lobby.inn: watch 1", rune(97+n/26), rune(97+n%26)))
		if said := strings.Join(s.said, "\n"); strings.Contains(said, "followed by 50 others already") != (n > 50) {
			t.Errorf("the %d. spectator: %s", n, said)
		}
	}
	s.said = nil
	s.say("alice@lobby.inn: ab2-ab3")
	if told := strings.Count(strings.Join(s.said, "\n"), "alice plays Pawn ab2-ab3"); told != 51 {
		t.Errorf("%d are told of the move, want the room and 50 spectators", told)
	}
}
