package service_test

import (
	"slices"
	"strings"
	"testing"
)

// TestPublishBySides publishes a game seen in two rooms: for each side its player or an organiser
// of its room must agree.
func TestPublishBySides(t *testing.T) {
	for _, c := range []struct {
		lines  []string
		public bool
	}{
		{[]string{"alice: publish 2"}, false},
		{[]string{"carol!: publish 2"}, false},
		{[]string{"alice: publish 2", "dora/matrix@hall: publish 2"}, true},
		{[]string{"alice: publish 2", "dora/matrix@: yes"}, true},
		{[]string{"alice: publish 2", "dora/matrix@hall: accept"}, true},
		{[]string{"alice: publish 2", "dora/matrix@: no", "alice: publish 2"}, false},
		{[]string{"alice: publish 2", "carol!: publish 2"}, false}, // the same side twice
		{[]string{"alice: publish 2", "erik/matrix@hall!: publish 2"}, true},
		{[]string{"carol!: publish 2", "erik/matrix@hall!: publish 2"}, true},
		{[]string{"carol!: publish 2", "erik/matrix@hall: publish 2"}, false},
		{[]string{"carol!: publish 2", "erik/matrix@den!: publish 2"}, false},
		{[]string{"carol!: publish 2", "alice: publish 2 off", "erik/matrix@hall!: publish 2"}, false},
		{[]string{"alice: publish 2", "dora/matrix@hall: publish 2", "alice: publish 2 off"}, false},
		{[]string{"alice: publish 2", "dora/matrix@hall: publish 2", "alice: publish 2 off", "dora/matrix@hall: publish 2", "carol!: publish 2", "erik/matrix@hall!: publish 2"}, false},
		{[]string{"alice: publish 2", "dora/matrix@hall: publish 2", "alice: publish 2 off", "alice: publish 2"}, true},
		// One person who organises both rooms, by accounts that are linked, or about to be, and one who
		// is linked with a player later.
		{slices.Concat(linkedErik, []string{"@ wait 1d", "erik!: publish 2", "erik/matrix@hall!: publish 2"}), false},
		{slices.Concat(linkedErik, []string{"erik!: publish 2", "erik/matrix@hall!: publish 2"}), false},
		{slices.Concat([]string{"erik!: publish 2"}, linkedErik, []string{"erik/matrix@hall!: publish 2"}), false},
		{slices.Concat([]string{"erik!: publish 2"}, linkedErik, []string{"@ wait 1d", "erik/matrix@hall!: publish 2"}), false},
		{slices.Concat([]string{"erik!: publish 2"}, linkedErik, []string{"@ wait 1d", "erik/matrix@hall!: publish 2", "gwen/matrix@hall!: publish 2"}), true},
		{slices.Concat(linkedErik, []string{"erik@: link undo", "erik!: publish 2", "erik/matrix@hall!: publish 2"}), true}, // two again
		{[]string{"erik/matrix@hall!: publish 2", "erik/matrix@: link", "alice@: link 22222-22222", "alice@: link 22222-22222 confirm", "alice: publish 2"}, false},
		{[]string{"erik/matrix@hall!: publish 2", "erik/matrix@: link", "alice@: link 22222-22222", "alice@: link 22222-22222 confirm", "carol!: publish 2"}, false},
		{[]string{"erik/matrix@hall!: publish 2", "erik/matrix@: link", "alice@: link 22222-22222", "alice@: link 22222-22222 confirm", "alice: publish 2", "dora/matrix@hall: publish 2"}, true},
	} {
		s := newStage(t, "")
		for _, line := range append(organisedLines[:4:4], c.lines...) {
			if direction, ok := strings.CutPrefix(line, "@ "); !ok {
				s.say(line)
			} else if err := s.direct(direction); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range []string{"games all", "board 2", "log 2"} {
			s.said = nil
			s.say("nosy@den: " + command)
			if shown := strings.Contains(strings.Join(s.said, "\n"), "Game 2, Raumschach"); shown != c.public {
				t.Errorf("%q: %s shows it: %v: %s", c.lines, command, shown, s.said)
			}
		}
	}
}

// TestPublishIsNoPestering asks repeatedly to publish a game: a player who has refused, or has
// blocked the asker, is not asked again.
func TestPublishIsNoPestering(t *testing.T) {
	s := newStage(t, "")
	for _, line := range append(organisedLines[:2:2], "alice: publish 1", "bob@: publish 1 off") {
		s.say(line)
	}
	quiet := func(line string) {
		t.Helper()
		s.said = nil
		if s.say(line); len(s.said) != 1 || !strings.Contains(s.said[0], "~> alice") {
			t.Errorf("%s: %s", line, s.said)
		}
	}
	quiet("alice: publish 1")
	quiet("alice: publish 1 off")
	quiet("alice: publish 1")
	s.say("alice: challenge bob raumschach white")
	s.say("bob: accept 2")
	s.say("bob@: block alice")
	quiet("alice: publish 2")
	if !strings.Contains(s.said[0], "You have asked bob") { // the same answer, which reveals nothing
		t.Error(s.said)
	}
	s.said = nil
	for _, line := range []string{"bob: game 2", "bob@: yes", "bob: games"} {
		if s.say(line); strings.Contains(strings.Join(s.said, "\n"), "public") {
			t.Errorf("%s: who has blocked the asker hears of it: %s", line, s.said)
		}
	}
}

// TestPublishAlone publishes games whose opponent cannot agree: for a forgotten user an organiser
// must, for the computer nobody.
func TestPublishAlone(t *testing.T) {
	s := newStage(t, "")
	for _, line := range append(organisedLines[:2:2], "bob@: forget me confirm", "alice: challenge computer raumschach white level 1") {
		s.say(line)
	}
	for _, c := range []struct{ line, words string }{
		{"alice: publish 1", "no longer here to agree"},
		{"dora@den: games over all", "There is no such game"},
		{"carol!: publish 1", "is public now"},
		{"dora@den: games over all", "Game 1, Raumschach"},
		{"dora@den: board 2", "for those who are where it is played"},
		{"alice: publish 2", "alice makes it public"},
		{"dora@den: board 2", "Game 2, Raumschach"},
	} {
		s.said = nil
		if s.say(c.line); !strings.Contains(strings.Join(s.said, "\n"), c.words) {
			t.Errorf("%s: %s", c.line, s.said)
		}
	}
}
