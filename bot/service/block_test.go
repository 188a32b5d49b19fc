package service_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/service"
)

// towards has, for each command that can name a person, a line about alice, and whether she is told
// if she has not blocked the speaker.
var towards = map[string]struct {
	text  string
	heard bool
}{
	"challenge": {"challenge alice raumschach", true},
	"accept":    {"accept alice", true}, // her open challenge
	"decline":   {"decline alice", false},
	"cancel":    {"cancel alice", false},
	"profile":   {"profile alice", false},
	"block":     {"block alice", false},
	"unblock":   {"unblock alice", false},
	"expel":     {"expel 1 alice confirm", false},
	"readmit":   {"readmit 1 alice", false},
	"bar":       {"bar alice confirm", false},
	"unbar":     {"unbar alice", false},
	"teamgame":  {"teamgame alice raumschach white 1d", true},
	"team":      {"team captain alice", false},
	"complain":  {"complain alice she is rude", false},
	"match":     {"match captain alice", false},
}

// TestBlocksHold has a blocked user try every command that can name a person, and those that reach
// an opponent without naming them. The user who blocked them is told nothing, and the two cannot be
// paired.
func TestBlocksHold(t *testing.T) {
	for _, c := range service.New(service.Ports{}).Commands() {
		if !slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Kind == command.Person }) {
			continue
		}
		act, known := towards[c.Name]
		if !known {
			t.Errorf("%s names a person: say in this test what becomes of a block", c.Name)
			continue
		}
		mustHear(t, act.text, false, act.heard)
		mustHear(t, act.text, true, false)
	}
	for _, text := range []string{"rematch 1", "accept 2", "nudge 3", "challenge alice ladder"} {
		mustHear(t, text, false, true)
		mustHear(t, text, true, false)
	}
}

// mustHear has dora say a text after games with alice, and checks whether alice hears of it.
// blocked is whether alice has blocked dora.
func mustHear(t *testing.T, text string, blocked, heard bool) {
	t.Helper()
	s := newStage(t, "")
	for _, line := range []string{
		"alice: challenge dora raumschach white", "dora: accept 1", "alice: ab2-ab3", "dora: resign 1 confirm", "alice@den: seek raumschach",
		"dora: challenge alice raumschach black", "alice: accept 3",
		"ben!: create ladder raumschach", "ben: tournament 1 open", "alice: join 1", "dora: join 1", "ben: tournament 1 start",
	} {
		s.say(line)
	}
	if err := s.direct("wait 2d"); err != nil {
		t.Fatal(err)
	}
	if blocked {
		s.say("alice@: block dora")
	}
	s.said = nil
	s.say("dora@attic: " + text)
	reached := slices.ContainsFunc(s.said, func(said string) bool {
		head, _, _ := strings.Cut(said, ": ")
		return strings.Contains(head, "alice") || strings.HasPrefix(head, "bot@den")
	})
	if reached != heard {
		t.Errorf("dora says %q, blocked %v: alice hears of it: %v, want %v\n%s", text, blocked, reached, heard, strings.Join(s.said, "\n"))
	}
	if games := gamesKept(t, s); blocked && games != 2 {
		t.Errorf("dora says %q, blocked, and there are %d games", text, games)
	}
}

// TestBlockIsNotTold has dora, whom alice has blocked, try to reach alice. Dora must be told the
// same as if alice had not blocked her, but had reached her limit of games and turned reminders
// off.
func TestBlockIsNotTold(t *testing.T) {
	hears := func(text string, decides ...string) string {
		s := newStage(t, "")
		for _, line := range []string{
			"alice: challenge dora raumschach white", "dora: accept 1", "alice: ab2-ab3", "dora: resign 1 confirm", "alice@den: seek raumschach",
			"dora: challenge alice raumschach black", "alice: accept 3", "dora: challenge alice blocschach", "dora@: challenge alice gutenschach",
			"ben!: create swiss raumschach", "dora: challenge bob raumschach private", "bob: accept 7",
		} {
			s.say(line)
		}
		for _, line := range decides {
			s.said = nil
			s.say(line)
			if all := strings.Join(s.said, "\n"); strings.Contains(all, "dora:") || strings.Contains(all, "bot:") || strings.Contains(all, "bot ->") {
				t.Errorf("%s: others hear %s", line, all)
			}
		}
		for strings.HasPrefix(text, "wait") {
			wait, rest, _ := strings.Cut(text, "; ")
			s.said = nil
			if err := s.direct(wait); err != nil {
				t.Fatal(err)
			}
			text = rest
		}
		if text != "" {
			s.said = nil
			s.say("dora@attic: " + text)
		}
		var heard []string
		for _, said := range s.said {
			if head, _, _ := strings.Cut(said, ": "); strings.Contains(head, "dora") || strings.HasPrefix(head, "bot@attic") {
				heard = append(heard, said)
			}
		}
		return strings.Join(heard, "\n")
	}
	for _, text := range []string{
		"challenge alice raumschach", "challenge alice blocschach", "rematch 1", "accept 2", "accept alice", "seek", "seek raumschach", "games",
		"cancel 4", "cancel 5", "decline alice", "profile alice", "game 3", "wait 2d; nudge 3", "wait 2d; claim 3", "wait 15d; claim 3", "wait 8d; ", "say 3 hello",
	} {
		blocked, busy := hears(text, "alice@: block dora", "alice@: games"), hears(text, "alice@: limit 1", "alice@: remind off")
		if blocked != busy || blocked == "" && !strings.HasPrefix(text, "wait 8d") {
			t.Errorf("dora says %q, and hears\n%s\nwhere alice has blocked her, and otherwise\n%s", text, blocked, busy)
		}
	}
}

// gamesKept returns the number of games in the store.
func gamesKept(t *testing.T, s *stage) (n int) {
	t.Helper()
	err := s.store.View(t.Context(), func(tx bot.Tx) error {
		all, err := tx.GamesFrom(1, 100)
		n = len(all)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestBlocksOutliveLinks has a user who is blocked, or was declined, come back as another of their
// identities.
func TestBlocksOutliveLinks(t *testing.T) {
	for _, lines := range [][]string{
		{"alice@: block dora"},
		{"dora: challenge alice raumschach", "alice: decline dora", "dora: challenge alice raumschach", "alice: decline dora"},
	} {
		for _, way := range [][2]string{{"dora@", "dora/matrix@"}, {"dora/matrix@", "dora@"}} {
			s := newStage(t, "")
			s.say("dora/matrix@: games") // known there, too
			s.say("dora@: games")
			s.said = nil
			s.say(way[0] + ": link")
			code := regexp.MustCompile("`link ([A-Z0-9-]+)`").FindStringSubmatch(fmt.Sprint(s.said))
			if code == nil {
				t.Fatalf("there is no code in %s", s.said)
			}
			s.say(way[1] + ": link " + code[1])
			s.say(way[1] + ": link " + code[1] + " confirm")
			halfDay := func() {
				if err := s.direct("wait 12h"); err != nil {
					t.Fatal(err)
				}
			}
			halfDay()
			for _, line := range lines {
				s.say(line)
			}
			halfDay()
			for _, from := range []string{"dora", "dora/matrix"} {
				s.said = nil
				s.say(from + ": challenge alice raumschach")
				if all := fmt.Sprint(s.said); strings.Contains(all, "challenges alice") || !strings.Contains(all, "is not accepting challenges") && !strings.Contains(all, "has declined") {
					t.Errorf("%v, linked from %s, challenge from %s: %s", lines, way[0], from, all)
				}
			}
		}
	}
}
