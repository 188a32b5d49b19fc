package command_test

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command"
)

// TestGlossary checks that each term is found by its name and by its other words, in questions too,
// and that no command has its name.
func TestGlossary(t *testing.T) {
	all := table
	names := map[string]bool{}
	for _, term := range command.Terms() {
		if names[term.Name] || all.Find(term.Name) != nil {
			t.Errorf("%s has its name from something else", term.Name)
		}
		names[term.Name] = true
	}
	words, err := os.ReadFile("glossary.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(words)) {
		if name, _, found := strings.Cut(line, " = "); found && !names[name] {
			t.Errorf("%s is no term: %s", name, line)
		}
	}
}

// TestOpponentNamed checks how the opponent in a game is named.
func TestOpponentNamed(t *testing.T) {
	all := table
	for _, c := range []struct{ said, command, against, rest string }{
		{"board against bob", "board", "bob", ""},
		{"board dark vs. Bob", "board", "Bob", "dark"},
		{"moves against bob va1", "moves", "bob", "va1"},
		{"move against bob va1-va2", "move", "bob", "va1-va2"},
		{"resign gegen den Computer", "resign", "Computer", ""},
		{"export against the computer", "export", "computer", ""},
		{"draw against bob_", "draw", "bob_", ""},
		{"say against all odds", "say", "", "against all odds"},
		{"note against bob I was lost", "note", "", "against bob I was lost"},
	} {
		found, args, err := all.Read(bot.Request{Text: c.said})
		rest := strings.Join(slices.Sorted(maps.Values(args.Words)), " ")
		if err != nil || found == nil || found.Name != c.command || args.Against != c.against || rest != c.rest {
			t.Errorf("%q is read as %v, against %q, %q: %v", c.said, found, args.Against, rest, err)
		}
	}
	if _, args, _ := all.Read(bot.Request{Text: "game 3"}); args.Against != "" || !args.NamesGame() {
		t.Error("a game by its number is not named, or by an opponent")
	}
}

// TestOneByOne checks that two names for a command that takes one are answered with a button for
// each.
func TestOneByOne(t *testing.T) {
	for said, want := range map[string][]string{
		"challenge bob and carl":             {"challenge bob", "challenge carl"},
		"challenge bob & carl raumschach 3d": {"challenge bob raumschach 3d", "challenge carl raumschach 3d"},
		"please invite Bob und Carl":         {"challenge Bob", "challenge Carl"},
		"block bob and report him":           nil,
		"challenge bob and i play white":     nil,
		"expel 1 bob and carl":               nil,
		"block bob and carl":                 {"block bob", "block carl"},
	} {
		_, _, err := table.Read(bot.Request{Text: said})
		var got []string
		if p := (*bot.Problem)(nil); errors.As(err, &p) {
			for _, b := range p.Buttons {
				got = append(got, b.Command)
			}
		}
		if err != nil && !strings.HasPrefix(err.Error(), "One name at a time:") {
			got = nil // of something else
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is answered with %v: %v", said, got, err)
		}
	}
}

// TestAgainstChangesNothing makes sure that sentences which name an opponent carry out nothing that
// changes a game, but ask.
func TestAgainstChangesNothing(t *testing.T) {
	for _, said := range []string{"I got a draw against bob", "will it be a draw against bob", "can I get a draw against bob", "draws against bob", "I declined the draw against bob",
		"can everyone watch my game against bob", "my game against bob is public", "abort my game against bob?", "I took back my move against bob",
		"draw against ???", "draw against bob and carl", "draw against bob or carl?", "draw against bob's team", "abort against ?"} {
		if c, args, err := table.Read(bot.Request{Text: said}); err == nil {
			t.Errorf("%q is %s against %q", said, c.Name, args.Against)
		}
	}
}
