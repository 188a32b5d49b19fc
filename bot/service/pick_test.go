package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/rules"
)

// chooser follows every option of every menu, and records the moves that they lead to.
type chooser struct {
	t     *testing.T
	s     *stage
	asked map[string]bool
	moves map[string]bool
}

func (c *chooser) follow(command string) {
	if c.asked[command] {
		return
	}
	c.asked[command] = true
	r := c.s.last
	r.Event, r.Text = "", command
	reply, err := c.s.service.Handle(context.Background(), r)
	if err != nil {
		c.t.Fatalf("%s: %v", command, err)
	}
	m := reply.Answer[0]
	for _, b := range m.Buttons {
		if text, ok := strings.CutPrefix(b.Command, "move 1 "); ok {
			c.moves[strings.TrimSuffix(text, "!")] = true
		}
	}
	if m.Menu == nil {
		return
	}
	if len(m.Menu.Options) == 0 || len(m.Menu.Options) > 25 {
		c.t.Errorf("%s: %d options", command, len(m.Menu.Options))
	}
	for _, o := range m.Menu.Options {
		if len(o.Command) > 100 || o.Label == "" || len([]rune(o.Label)) > 100 {
			c.t.Errorf("%s: the option %q = %q does not fit", command, o.Label, o.Command)
		}
		c.follow(o.Command)
	}
}

// TestPickReachesEveryMove follows the menus of every variant at the start, and some moves later.
func TestPickReachesEveryMove(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			s := newStage(t, "")
			s.say("alice: study " + v.Name)
			p := v.Start()
			for ply := range 9 {
				legal := p.LegalTexts()
				if ply%4 == 0 {
					c := chooser{t, s, map[string]bool{}, map[string]bool{}}
					c.follow("pick 1")
					if len(c.moves) != len(legal) {
						t.Errorf("after %d moves the menus lead to %d moves of %d", ply, len(c.moves), len(legal))
					}
					suggestAll(t, s, legal)
				}
				m := p.Legal()[(ply*37+11)%len(legal)]
				s.say("alice: move 1 " + p.Text(m) + "!")
				p, _ = p.Play(m)
			}
		})
	}
}

// suggestAll types moves letter by letter: each must be suggested at some point, with at most
// 25 suggestions at once.
func suggestAll(t *testing.T, s *stage, legal []string) {
	t.Helper()
	r := s.last
	r.Event, r.Text = "", "move"
	suggest := func(typed string) []action.RenderedSuggestion {
		all, err := s.service.Suggest(context.Background(), r, "move", typed)
		if err != nil || len(all) == 0 || len(all) > 25 {
			t.Fatalf("%q: %d suggestions, %v", typed, len(all), err)
		}
		return all
	}
	for _, typed := range suggest("") { // the first suggestions lead to moves
		suggest(typed.Value)
	}
	for i := 0; i < len(legal); i += 1 + len(legal)/40 {
		all := suggest(legal[i])
		if !slices.ContainsFunc(all, func(s action.RenderedSuggestion) bool { return s.Value == legal[i] }) {
			t.Errorf("%q is not suggested to those who type it: %v", legal[i], all)
		}
	}
}

// suggest returns the suggestions for a parameter, for the user who has spoken last.
func (s *stage) suggest(command, param, typed string) ([]action.RenderedSuggestion, error) {
	r := s.last
	r.Event, r.Text = "", command
	return s.service.Suggest(context.Background(), r, param, typed)
}

// TestSuggest types into the other parameters.
func TestSuggest(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{
		"alice: challenge bob raumschach white", "bob: accept 1", "bob: challenge alice octhex146", "alice: challenge carol gutenschach",
		"carol: seek blocschach", "dora: help", "alice: help",
	} {
		s.say(line)
	}
	for _, c := range []struct{ command, param, typed, want string }{
		{"challenge", "variant", "raum", "raumschach"},
		{"challenge", "variant", "512", "stockschach512 stockchaturanga512"},
		{"challenge", "name", "", "computer console:bob console:carol"}, // opponents
		{"challenge", "name", "DO", ""},
		{"challenge", "name", "Dora", "console:dora"}, // others only by their full name
		{"challenge", "name", "zz", ""},
		{"accept", "id", "", "2 4"},
		{"decline", "id", "bob", "2"},
		{"cancel", "id", "", "3"},
		{"board", "id", "", "1"},
		{"move", "id", "9", ""},
		{"help", "command", "tak", "takeback"},
		{"help", "command", "mist", "blunder"},
		{"move", "move", "knight aa1", ""},
		{"note", "text", "x", ""},
		{"nothing", "at all", "x", ""},
	} {
		all, err := s.suggest(c.command, c.param, c.typed)
		var values []string
		for _, suggestion := range all {
			values = append(values, suggestion.Value)
		}
		if got := strings.Join(values, " "); err != nil || got != c.want {
			t.Errorf("%v: %q %v", c, got, err)
		}
	}
}

// TestForm fills in forms: no word in one parameter is taken for another parameter.
func TestForm(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{"alice: challenge bob raumschach white", "bob: accept 1", "alice: study octhex146", "alice: help"} {
		s.say(line)
	}
	for _, c := range []struct {
		command string
		params  map[string]string
		want    string
	}{
		{"challenge", map[string]string{"name": "bob", "variant": "raumschach", "pace": "3d", "stakes": "rated"}, "challenges bob: Raumschach"},
		{"challenge", map[string]string{"name": "bob raumschach", "variant": "raumschach"}, "Nobody is known here as “bob raumschach”"},
		{"challenge", map[string]string{"name": "bob"}, "Which game shall it be?"},
		{"challenge", map[string]string{"variant": "raumschach"}, "`challenge` needs more words"},
		{"challenge", map[string]string{"name": "bob", "variant": "raumschach rated"}, "There is no game called"},
		{"challenge", map[string]string{"name": "bob", "variant": "raumschach", "pace": "soon"}, "does not know what to do with “soon”"},
		{"note", map[string]string{"id": "1", "text": "2 is a number"}, "Noted on game 1"},
		{"limit", map[string]string{"games": "3", "none": "off"}, "does not know what to do with “off”"},
		{"limit", map[string]string{"games": "3"}, "3 games"},
		{"draw", map[string]string{"id": "1", "what": "resign"}, "does not know what to do with “resign”"},
		{"note", map[string]string{"text": "\xff"}, "no readable text"},
		{"note", map[string]string{"text": strings.Repeat("x", 5000)}, "too long"},
		{"chess", map[string]string{}, "didn't understand “chess”"},
		{"challenge", map[string]string{"name": "bob", "variant": "stockschach"}, "Which game do you mean?"},
	} {
		r := s.last
		r.Event, r.Text, r.Params = "", c.command, c.params
		reply, err := s.service.Handle(context.Background(), r)
		if err != nil {
			reply = bot.Complain(r, err)
		}
		said := fmt.Sprint(reply)
		if !strings.Contains(said, c.want) {
			t.Errorf("%s %v: %s", c.command, c.params, said)
		}
	}
}
