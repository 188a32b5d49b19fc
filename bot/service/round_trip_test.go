package service_test

import (
	"fmt"
	"testing"

	"raumbot/storage/storagetest"
)

// TestRoundTrips counts how often a move, with the delivery of its messages, waits for a database
// on a server: in a game of which nothing is known, and in one that goes on.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	const games = 60
	s := newStage(t, storagetest.Postgres(t))
	room := func(n int) string { return fmt.Sprintf("@room%c%c", 'a'+n%26, 'a'+n/26) }
	white := func(n int) string { return fmt.Sprintf("white%c%c", 'a'+n%26, 'a'+n/26) }
	black := func(n int) string { return fmt.Sprintf("black%c%c", 'a'+n%26, 'a'+n/26) }
	play := func(lines ...string) {
		t.Helper()
		for _, line := range lines {
			if s.said = nil; !s.say(line) {
				t.Fatal("not a line: ", line)
			}
			if s.deliver(); len(s.said) == 0 {
				t.Fatal("nothing is said on ", line)
			}
		}
	}
	for n := range games {
		w, b := white(n)+room(n), black(n)+room(n)
		play(w+": challenge "+black(n)+" raumschach white 3d", b+": accept", w+": bb2-bb3", b+": de4-de3")
		for range 6 {
			play(w+": bb1-aa3", b+": de5-ee3", w+": aa3-bb1", b+": ee3-de5")
		}
	}
	s.store.Close()
	s.open()
	play(white(games-1)+room(games-1)+": ac2-ac3", black(1)+room(1)+": board")
	for _, c := range []struct {
		line string
		most int64
	}{
		{white(games/2) + room(games/2) + ": ac2-ac3", 8},
		{black(games/2) + room(games/2) + ": dc4-dc3", 2},
		{white(games/2) + room(games/2) + ": ad2-ad3", 2},
	} {
		before := s.store.RoundTrips()
		play(c.line)
		trips := s.store.RoundTrips() - before
		t.Logf("%s waits %d times for the server", c.line, trips)
		if trips > c.most {
			t.Errorf("that is more than %d", c.most)
		}
	}
}
