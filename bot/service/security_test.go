package service_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/service"
)

// forms returns a command in forms that an intruder could try on a game: with each value of each
// choice, and with what other people would say. If there are too many it returns a sample.
func forms(c *command.Command, id bot.GameID) []string {
	count := 1
	var choices [][]string // what may be said for each parameter
	for _, p := range c.Params {
		var words []string
		switch p.Kind {
		case command.Number:
			words = []string{id.String()}
		case command.Person:
			words = []string{xanthippe, "@" + yolanda}
		case command.VariantName:
			words = []string{"stockschach216"}
		case command.PaceWord:
			words = []string{"3d"}
		case command.Choice:
			words = p.Choices
		case command.CommandName:
			words = []string{"move"}
		case command.Count:
			words = []string{"1"}
		case command.ZoneName:
			words = []string{"UTC+2"}
		case command.LevelName:
			words = []string{"w"}
		default: // words from the public games, and from the private ones
			words = []string{"vc5-vc4", "ya3-ya4", "vc3", "w", "pawn", "confirm", "off", "5", "10", "22-7", "vc5-vc4 then vd2-vd3", "because", "xanthippe"}
		}
		if p.Optional {
			words = append([]string{""}, words...)
		}
		choices, count = append(choices, words), count*len(words)
	}
	most := usualForms
	if *long {
		most = mostForms
	}
	var all []string
	step := max(1, count/most)
	for i := range min(count, most) {
		text, which, rest := c.Name, i*step, count
		for _, words := range choices {
			rest /= len(words)
			if w := words[which/rest]; w != "" {
				text += " " + w
			}
			which %= rest
		}
		all = append(all, text)
	}
	return all
}

// mostForms limits the forms of one command that are tried on one game, usualForms those without
// -long.
const mostForms, usualForms = 60, 20

// mayTake are the commands by which an intruder may change something of the house: anybody may
// accept an open challenge, and enter a tournament that is announced.
var mayTake = map[string][]string{"accept": {"challenge 8", "game 8", "log 8"}, "join": {"tournament 1"}}

// TestNobodyActsForAnother has intruders give every command of the table on every game, a third of
// them each command unless -long is given. Nothing that belongs to others may change, and nothing of
// their private games may be revealed.
func TestNobodyActsForAnother(t *testing.T) {
	for n, c := range service.New(service.Ports{}).Commands() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			s := furnished(t)
			before := belongings(t, s)
			texts := map[string]bool{} // those that name no game are the same for all
			for id := bot.GameID(1); id <= houseGames; id++ {
				for _, text := range forms(c, id) {
					texts[text] = true
				}
			}
			for i, intruder := range intruders() {
				if !sampled(i-n, 3) {
					continue
				}
				for _, text := range slices.Sorted(maps.Keys(texts)) {
					trespass(t, s, intruder, text)
				}
				spy(t, s, intruder, c)
				mustBeUntouched(t, s, before, mayTake[c.Name], intruder)
			}
		})
	}
}

// trespass makes a request, and checks that nothing secret is revealed in any message about it.
func trespass(t *testing.T, s *stage, r bot.Request, text string) {
	t.Helper()
	r.Text = text
	reply, err := s.service.Handle(context.Background(), r)
	var p *bot.Problem
	if errors.As(err, &p) && p.Kind == bot.Internal {
		t.Errorf("%v: %q: %v", r.From, text, err)
	}
	if err != nil {
		reply = bot.Complain(r, err)
	}
	for _, m := range slices.Concat(reply.Answer, reply.Notices) {
		mustBeDiscreet(t, r, m)
	}
}

// spy checks that no suggestions for the parameters of a command reveal anything secret.
func spy(t *testing.T, s *stage, r bot.Request, c *command.Command) {
	t.Helper()
	r.Text = c.Name
	for id := bot.GameID(1); id <= houseGames; id++ {
		r.Params = map[string]string{"id": id.String()}
		for _, p := range c.Params {
			for _, typed := range []string{"", "y", "z", "1"} {
				all, err := s.service.Suggest(context.Background(), r, p.Name, typed)
				if err != nil {
					t.Errorf("%v asks what to say for %s of %s: %v", r.From, p.Name, c.Name, err)
				}
				for _, suggestion := range all {
					m := bot.RenderedMessage{Text: suggestion.Label + " " + suggestion.Value}
					if p.Kind != command.Person { // names of people are known
						mustBeDiscreet(t, r, m)
					}
					if p.Kind == command.Number && strings.Contains(m.Text, "Blocschach") { // the variant of private games only
						t.Errorf("%v types %s %q and is shown %q", r.From, c.Name, typed, m.Text)
					}
				}
			}
		}
	}
}

// mustBeDiscreet checks that a message has nothing that only private games have: their variant with
// its moves, their number in a picture, and the words of notes and records.
func mustBeDiscreet(t *testing.T, r bot.Request, m bot.RenderedMessage) {
	t.Helper()
	told := m.Text
	if m.File != nil {
		told += m.File.Text
	}
	for _, word := range strings.Fields(r.Text) { // what the intruder says is no secret to them
		told = strings.ReplaceAll(told, word, "")
	}
	secrets := []string{"zebra", "Zebra", "Zorro", "zorro", "zh7", "zh6", "zh5", "Zodiac"}
	if m.Game == 1 || m.Game == 3 || m.Game == 5 || m.Game == 6 || m.Game == 9 {
		secrets = append(secrets, xanthippe, yolanda)
	}
	for _, secret := range secrets {
		if strings.Contains(told, secret) {
			t.Errorf("%v says %q and is told of %q: %s", r.From, r.Text, secret, told)
		}
	}
	if p := m.Picture; p != nil && (p.Game == 1 || p.Game == 3 || p.Game == 5 || p.Game == 6) {
		t.Errorf("%v says %q and is shown game %d", r.From, r.Text, p.Game)
	}
}

// mustBeUntouched checks that what belongs to the house has not changed.
func mustBeUntouched(t *testing.T, s *stage, before map[string]string, but []string, r bot.Request) {
	t.Helper()
	after := belongings(t, s)
	for what, text := range before {
		if after[what] != text && !slices.Contains(but, what) {
			t.Errorf("%v in %q has changed %s from\n%s\nto\n%s", r.From, r.Room.ID, what, text, after[what])
		}
	}
	for what := range after {
		if _, known := before[what]; !known && !slices.Contains(but, what) {
			t.Errorf("%v has added %s: %s", r.From, what, after[what])
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

// TestSecurityTestCanFail checks that the test above can fail: the commands work for
// users who may give them.
func TestSecurityTestCanFail(t *testing.T) {
	for _, line := range []string{
		"xanthippe@: move 1 ya3-ya4!", "xanthippe@: draw 1 decline", "yolanda@: plan 1 clear", "yolanda: takeback 2 accept",
		"xanthippe@: notes 1 clear", "yolanda: decline 7", "xanthippe@: cancel 8", "xanthippe@: prefer light", "xanthippe!: tournament 1 cancel confirm", "yolanda: leave 1 confirm", "xanthippe!: set 2 most 8", "carol!: adjudicate 2 draw confirm late",
	} {
		s := furnished(t)
		before := belongings(t, s)
		s.say(line)
		after := belongings(t, s)
		same := true
		for what := range before {
			same = same && before[what] == after[what]
		}
		if same {
			t.Errorf("%s changes nothing: %s", line, s.said)
		}
	}
	s := furnished(t)
	for _, line := range []string{"xanthippe@: log 1", "xanthippe@: notes 1", "xanthippe@: log 5"} {
		s.said = nil
		if s.say(line); !strings.Contains(fmt.Sprint(s.said), "zh7") && !strings.Contains(fmt.Sprint(s.said), "zebra") && !strings.Contains(fmt.Sprint(s.said), "vc2-vc3") {
			t.Errorf("%s: %s", line, s.said)
		}
	}
}
