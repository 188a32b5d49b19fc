package service_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/service"
	"raumbot/storage"
)

// Discord's limits for slash commands, their options and buttons.
var (
	slashName = regexp.MustCompile(`^[a-z][a-z_-]{0,31}$`)
	option    = regexp.MustCompile(`^[a-z][a-z_-]{0,31}$`)
)

const (
	maxDescription = 100
	maxChoices     = 25
	maxOptions     = 25
	maxLabel       = 80
)

func TestCommands(t *testing.T) {
	svc := service.New(service.Ports{Store: storage.Memory()})
	taken := map[string]string{}
	for _, c := range svc.Commands() {
		t.Run(c.Name, func(t *testing.T) {
			for _, name := range append([]string{c.Name}, c.Aliases...) {
				if other := taken[name]; other != "" {
					t.Errorf("%q is also a name of %s", name, other)
				}
				taken[name] = c.Name
			}
			if !slashName.MatchString(c.Name) {
				t.Errorf("the name %q is no name of a slash command", c.Name)
			}
			checkText(t, "brief", c.Brief, maxDescription)
			if len(c.Params) > maxOptions || utf8.RuneCountInString(c.Button) > maxLabel {
				t.Error("too many parameters, or too long a button")
			}
			optional := false
			for i, p := range c.Params {
				if !option.MatchString(p.Name) {
					t.Errorf("%q is no name of an option", p.Name)
				}
				checkText(t, p.Name, p.Help, maxDescription)
				if (p.Kind == command.Choice) != (len(p.Choices) > 0) || len(p.Choices) > maxChoices {
					t.Errorf("%s has %d choices", p.Name, len(p.Choices))
				}
				if (p.Kind == command.Rest || p.Kind == command.MoveText) && i != len(c.Params)-1 {
					t.Errorf("%s takes all that is left, and is not the last", p.Name)
				}
				if p.Instead && (i == 0 || !optional || !p.Optional) {
					t.Errorf("%s stands instead of nothing", p.Name)
				}
				optional = p.Optional
			}
		})
	}
}

// checkText checks that a text is not empty, is within the limit, and is one line without a full
// stop.
func checkText(t *testing.T, what, text string, limit int) {
	t.Helper()
	if n := utf8.RuneCountInString(text); n == 0 || n > limit || strings.ContainsAny(text, "\n") || strings.HasSuffix(text, ".") {
		t.Errorf("%s: %q is not one line of at most %d characters without a full stop", what, text, limit)
	}
}

// begun starts a tournament of four, created by alice.
var begun = []string{"alice!: create swiss raumschach", "alice: tournament 1 open", "alice: join 1", "bob: join 1", "carol: join 1", "dora: join 1", "alice: tournament 1 start"}

// before has the lines that come before the examples of some commands.
var before = map[string][]string{
	"if":   {"alice: move 1 ye2-ye3"}, // which is for the opponent's turn
	"hint": {"alice@: study raumschach"}, "evaluate": {"bob: resign 1 confirm"}, "analyse": {"alice: vd2-vd3", "bob: vc5-vc4", "bob: resign 1 confirm"},
	"nudge":      {"alice: move 1 ye2-ye3", "wait 1d"},
	"rematch":    {"bob: resign 1 confirm"},
	"say":        {"alice@: games"},
	"unblock":    {"alice: block bob"},
	"bar":        {"alice!: games"},
	"watch":      {"bob: challenge dora raumschach", "dora: accept 4"},
	"unwatch":    {"bob: challenge dora raumschach", "dora: accept 4", "alice: watch 4"},
	"unbar":      {"alice!: bar bob confirm"},
	"complain":   {"olga!: room", "alice@: games"},
	"tournament": begun, "leave": begun, "bye": begun, "standings": begun, "pairings": begun, "crosstable": begun, "report": begun, "expel": slices.Concat(begun, []string{"alice: leave 1 confirm"}),
	"readmit": {begun[0], begun[1], "bob: join 1", "alice: expel 1 bob confirm"},
	"join":    begun[:2], "set": begun[:1], "create": {"alice!: games"},
	"checkin":    {"alice!: create swiss raumschach", "alice: set 1 start 3d", "alice: set 1 checkin 2d", "alice: tournament 1 open", "alice: join 1", "wait 1d"},
	"adjudicate": {"bob: challenge dora raumschach", "dora: accept 4", "alice!: games"},
	"vote":       {"alice: teamgame computer raumschach white 1d known 0"}, "team": {"alice: teamgame computer raumschach 1d"},
	"votes": {"alice: teamgame computer raumschach white 1d known 0 quorum 1", "alice: vote ab2-ab3", "alice: vote 4 resign turn 3 confirm"},
	"match": {"alice: teammatch raumschach"}, "league": {"alice!: newleague raumschach"}, "newleague": {"alice!: games"},
	"claim": {"alice: wa1-wb3", "bob: vb6-ub4", "alice: wb3-wa1", "bob: ub4-vb6", "alice: wa1-wb3", "bob: vb6-ub4", "alice: wb3-wa1", "bob: ub4-vb6"},
}

// TestExamples has alice say the example of every command while she has a game as
// White against bob, in which both have moved, a challenge from him and one to carol.
func TestExamples(t *testing.T) {
	names := []string{}
	for _, c := range service.New(service.Ports{Store: storage.Memory()}).Commands() {
		names = append(names, c.Name)
	}
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, "")
			if name == "web" {
				s.pages = "https://boards.example.org"
				s.open()
			}
			for _, line := range []string{
				"alice: challenge bob stockschach216 white", "bob: accept 1", "alice: zc2-zc3", "bob: zc5-zc4",
				"bob: challenge alice blocschach", "alice: challenge carol gutenschach",
			} {
				s.say(line)
			}
			c := s.service.Commands()[i]
			for _, line := range before[c.Name] {
				if !s.say(line) && s.direct(line) != nil {
					t.Fatal(line)
				}
			}
			if !strings.HasPrefix(c.Example, c.Name) {
				t.Errorf("the example %q does not begin with the command", c.Example)
			}
			s.last.From = bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
			s.last.Event, s.last.Text = "", c.Example
			reply, err := s.service.Handle(context.Background(), s.last)
			if err != nil {
				t.Fatalf("%q is answered with %v", c.Example, err)
			}
			if len(reply.Answer)+len(reply.Notices) == 0 {
				t.Errorf("%q is answered with silence", c.Example)
			}
			// The help of the command must contain its example and every parameter.
			s.said = nil
			s.say("alice: help " + c.Name)
			example := "For example: `" + c.Name // of the game that is open
			for _, part := range []string{example, c.Usage(), c.Brief} {
				if !strings.Contains(s.said[0], part) {
					t.Errorf("help does not say %q:\n%s", part, s.said[0])
				}
			}
		})
	}
}
