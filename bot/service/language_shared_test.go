package service_test

import (
	"strings"
	"testing"
)

// TestPlayersWithOneLanguage has people play in rooms: a room where nobody has chosen a language
// hears of a game in the language that both of its players prefer.
func TestPlayersWithOneLanguage(t *testing.T) {
	const german, english = "spielt Bauer", "plays Pawn"
	both := []string{"alice@: prefer language deutsch", "bob@: prefer language deutsch"}
	for _, c := range []struct {
		name    string
		locales map[string]string
		lines   []string
		want    string
	}{
		{"nobody has chosen", nil, nil, english},
		{"both prefer German", nil, both, german},
		{"one prefers German", nil, both[:1], english},
		{"they differ", nil, []string{both[0], "bob@: prefer language english"}, english},
		{"platforms report it", map[string]string{"alice": "de-AT", "bob": "de"}, []string{"bob: help"}, german},
		{"the platform reports English for the room", map[string]string{"lobby": "en-US"}, both, german},
		{"the platform reports German for the room", map[string]string{"lobby": "de"}, []string{"alice@: prefer language english", "bob@: prefer language english"}, german},
		{"the organisers have chosen", nil, append([]string{"olga!: room language english"}, both...), english},
		{"another person asks", nil, append([]string{"carol: help"}, both...), german},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, "")
			if c.locales != nil {
				s.locales = c.locales
			}
			for _, line := range c.lines {
				s.say(line)
			}
			s.said = nil
			s.say("alice: challenge bob raumschach white")
			invited := strings.Join(s.said, "\n")
			s.say("bob: accept")
			s.said = nil
			s.say("alice: ab2-ab3")
			if said := strings.Join(s.said, "\n"); !strings.Contains(said, c.want) {
				t.Errorf("said: %s; want %q", said, c.want)
			}
			if strings.Contains(invited, "fordert bob heraus") != (c.want == german) {
				t.Errorf("the invitation: %s", invited)
			}
		})
	}
}

// TestOpenInvitationIsNotInOneLanguage has a German invite everybody: others read that, too.
func TestOpenInvitationIsNotInOneLanguage(t *testing.T) {
	s := newStage(t, "")
	s.say("alice@: prefer language deutsch")
	s.said = nil
	s.say("alice: seek raumschach")
	if said := strings.Join(s.said, "\n"); !strings.Contains(said, "alice seeks") {
		t.Errorf("said: %s", said)
	}
}
