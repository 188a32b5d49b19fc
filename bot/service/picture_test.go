package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestPictureOfTheEnd checks that only the last picture of a game shows a result that does not
// follow from its position.
func TestPictureOfTheEnd(t *testing.T) {
	for _, c := range []struct{ says, want string }{
		{"bob: resign 1 confirm", "White wins by resignation"},
		{"olga!: adjudicate 1 black confirm they have agreed on it", "Black wins by an organiser's decision"},
		{"olga!: adjudicate 1 abort confirm they have left", "Game aborted"},
	} {
		s := newStage(t, "")
		var last bot.RenderedMessage
		s.heard = func(m bot.RenderedMessage) { last = m }
		for _, line := range []string{"alice: challenge bob raumschach white", "bob: accept 1", "alice: ab2-ab3", c.says} {
			s.say(line)
		}
		if last.Drawing == nil || !strings.Contains(last.Drawing.Alt(), c.want) {
			t.Fatalf("%s: the picture of %q does not say %q", c.says, last.Text, c.want)
		}
		s.say("alice: replay 1")
		if film := last.Drawing.Film; len(film) != 2 || film[0].Result != "" || film[1].Result != c.want {
			t.Errorf("%s: a film of %d scenes", c.says, len(film))
		}
		if s.say("alice: try 1 eb4-eb3"); last.Drawing != nil && strings.Contains(last.Drawing.Alt(), c.want) {
			t.Errorf("%s: a line that goes on ends: %s", c.says, last.Drawing.Alt())
		}
	}
}

// TestPlayedIsNotTried checks that a board shows moves as tried only from where they leave the
// game.
func TestPlayedIsNotTried(t *testing.T) {
	s := newStage(t, "")
	var last bot.RenderedMessage
	s.heard = func(m bot.RenderedMessage) { last = m }
	for _, line := range []string{"alice: study raumschach", "alice: ad2-ad3", "alice: ed4-ed3", "alice: ab2-ab3", "alice: eb4-eb3"} {
		s.say(line)
	}
	for text, want := range map[string]string{
		"try 1 from 2 ab2-ab3":          "",
		"try 1 from 2 ab2-ab3, eb4-eb3": "",
		"try 1 from 2 ab2-ab3, ec4-ec3": "Tried, not played: 2... ec4-ec3",
		"try 1 from 2 ac2-ac3, eb4-eb3": "Tried, not played: 2. ac2-ac3, eb4-eb3",
	} {
		s.say("alice: " + text)
		if last.Drawing == nil {
			t.Fatalf("%s: %s", text, last.Text)
		}
		if said := last.Drawing.Alt(); want == "" && strings.Contains(said, "Tried") || !strings.Contains(said, want) {
			t.Errorf("%s: %s", text, said)
		}
	}
}
