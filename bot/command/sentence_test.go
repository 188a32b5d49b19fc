package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
)

// given returns what a command was given: "computer raumschach level=2 colour=white pace=3d".
func given(args Args) string {
	words := []string{args.Word("name")}
	if args.Variant != nil {
		words = append(words, args.Variant.Name)
	}
	for _, name := range []string{"level", "colour", "stakes", "answer"} {
		if value := args.Word(name); value != "" {
			words = append(words, name+"="+value)
		}
	}
	if args.Pace != nil {
		words = append(words, "pace="+args.Pace.String())
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// TestGiven makes sure that nothing that is said of a game against the computer, or of a puzzle, is lost.
func TestGiven(t *testing.T) {
	for text, want := range map[string]string{
		"play the computer at raumschach level 2 white 3d":                "computer raumschach level=2 colour=white pace=3d",
		"play against the computer, raumschach, level 2, 3 days per move": "computer raumschach level=2 pace=3d",
		"play against the computer raumschach level 2 in 12h":             "computer raumschach level=2 pace=12h",
		"herausfordern computer raumschach stufe 2 schwarz 3d":            "computer raumschach level=2 colour=black pace=3d",
		"spiel gegen den Computer raumschach Stufe 3 weiß 3 Tage pro Zug": "computer raumschach level=3 colour=white pace=3d",
		"play the computer at raumschach level 2 rated":                   "computer raumschach level=2 stakes=rated",
		"play the computer at raumschach on hard, random colour":          "computer raumschach level=6 colour=random",
		"challenge computer raumschach Stufe 2 weiß 3d":                   "computer raumschach level=2 colour=white pace=3d",
		"challenge computer raumschach weiss 2 Tage pro Zug Stufe 2":      "computer raumschach level=2 colour=white pace=2d",
		"challenge computer raumschach zufällig leicht":                   "computer raumschach level=2 colour=random",
		"challenge computer easy":                                         "computer level=2",
		"challenge computer blocschach strongest":                         "computer blocschach level=8",
		"challenge computer blocschach schwer":                            "computer blocschach level=6",
		"challenge computer raumschach level3":                            "computer raumschach level=3",
		"challenge computer lvl 3 blocschach":                             "computer blocschach level=3",
		"challenge computer lvl3 stockschach 216 4d":                      "computer stockschach216 level=3 pace=4d",
		"challenge computer blocschach level":                             "computer blocschach",
		"challenge computer level stockschach 216":                        "computer stockschach216",
		"challenge bob raumschach schwarz 3d gewertet":                    "bob raumschach colour=black stakes=rated pace=3d",
		"challenge Computer, level 4 raumschach":                          "Computer, raumschach level=4",
		"challenge Computer, Stufe 4 raumschach":                          "Computer, raumschach level=4",
		"play against Computer, level 4 in raumschach as black":           "computer raumschach level=4 colour=black",
		"the bot at level 5":                                              "computer level=5",
		"Computer, Stufe 5":                                               "computer level=5",
		"raumschach puzzle":                                               "raumschach",
		"give me a puzzle in Stockschach 216":                             "stockschach216",
		"puzzle stockschach 216 next":                                     "stockschach216 answer=next",
		"next raumschach puzzle":                                          "raumschach answer=next",
		"puzzle bloc schach":                                              "blocschach",
		"block Computer, level 4":                                         "Computer, level 4",
		"profile Computer, Stufe 4":                                       "Computer, level 4",
		"report Computer, level 3 it is too strong":                       "Computer, level 3",
		"decline Computer, level 4":                                       "Computer, level 4",
	} {
		c, args, err := All().ReadIn(bot.Request{Text: text}, 0)
		if err != nil || given(args) != want {
			t.Errorf("%q is %s %q, %v, want %q", text, named(c), given(args), err, want)
		}
	}
}

// TestBeginsNothing makes sure that what names the computer, and is about something else, begins no game against it, and is not a yes or a tap
// away from one where it begins with another command.
func TestBeginsNothing(t *testing.T) {
	table := All()
	for _, said := range []string{"block", "profile", "bar", "watch", "unwatch", "game", "games against", "export", "hint against", "resign against", "takeback against", "claim against", "draw with",
		"abort the game against", "cancel", "decline", "nudge", "rematch", "who is", "analyse my game against", "report", "unblock", "board", "log of the game against", "I lost to", "I resigned against",
		"aufgeben gegen", "Remis mit", "Tipp gegen", "Partien gegen", "wer ist", "analysiere meine Partie gegen", "I hate", "don't play"} {
		for _, name := range []string{"Computer, level 4", "Computer, Stufe 4"} {
			text := said + " " + name
			for _, now := range []Situation{0, Known, Known | Playing | Alone, Known | Rested} {
				c, args, err := table.read(bot.Request{Text: text}, now)
				if err == nil && (c.Name == "challenge" || c.Final && !slices.Contains([]string{"decline", "cancel", "bar", "complain"}, c.Name)) {
					t.Errorf("%q in %b is %s %v", text, now, c.Name, args.Words)
				}
				p := (*bot.Problem)(nil)
				if errors.As(err, &p) && strings.Contains(fmt.Sprint(p.Yes, p.Buttons), "challenge computer") {
					t.Errorf("%q in %b is a yes away from a game: %s", text, now, p.Text)
				}
			}
		}
	}
	for _, text := range []string{"computer level 4 sucks", "I hate the computer at level 4", "bob plays like the computer at level 8", "I lost against the computer, level 3", "is the computer at level 4 any good?",
		"what did the computer play at level 3", "who beat the computer on hard?", "der Computer auf Stufe 8 nervt"} {
		if c, args, err := table.ReadIn(bot.Request{Text: text}, Known); err == nil && c.Name == "challenge" {
			t.Errorf("%q is %s %v", text, c.Name, args.Words)
		}
	}
}

// TestNobody makes sure that no question names a person whom nobody is known as, where that is but an unknown word.
func TestNobody(t *testing.T) {
	for _, text := range []string{"review the game", "rate my play", "play again but at level 4", "challenge review", "kann mir der Computer bei meinem Zug helfen?", "lets rate"} {
		_, _, err := All().ReadIn(bot.Request{Text: text}, Known|Rested)
		p := (*bot.Problem)(nil)
		if !errors.As(err, &p) {
			continue
		}
		for _, b := range p.Buttons {
			if args := strings.Fields(b.Command); args[0] == "challenge" && len(args) > 1 && args[1] != "computer" {
				t.Errorf("%q asks for %q", text, b.Command)
			}
		}
	}
	_, _, err := All().ReadIn(bot.Request{Text: "vera again, perhaps"}, Known|Rested, "vera")
	if p := (*bot.Problem)(nil); !errors.As(err, &p) || !strings.Contains(fmt.Sprint(p.Buttons, err), "vera") && !strings.Contains(p.Text, "rematch") {
		t.Errorf("vera is known: %v", err)
	}
	if names := Names("would vera play me but not today"); strings.Join(names, " ") == "" {
		t.Error("vera may be a name")
	}
}

// TestWithPuzzle reads what is said where a puzzle is open, without a game and with one.
func TestWithPuzzle(t *testing.T) {
	for _, text := range []string{"next", "next one", "next please", "überspringen"} {
		if c, args, err := All().ReadIn(bot.Request{Text: text}, Solving); err != nil || c.Name != "puzzle" || args.Word("answer") != "next" {
			t.Errorf("%q is %s %v, %v", text, named(c), args.Words, err)
		}
		if c, args, err := All().ReadIn(bot.Request{Text: text}, Solving|Playing); err == nil && c.Name == "puzzle" && args.Word("answer") == "next" {
			t.Errorf("%q in a game is %s %v", text, c.Name, args.Words)
		}
	}
	for _, text := range []string{"I don't know", "keine Ahnung", "I give up", "idk"} {
		_, _, err := All().ReadIn(bot.Request{Text: text}, Solving)
		if p := (*bot.Problem)(nil); !errors.As(err, &p) || p.Yes != "puzzle solution" || len(p.Buttons) != 1 {
			t.Errorf("%q asks %v", text, err)
		}
	}
}

// TestQuestionsHaveButtons makes sure that a question with one suggestion has the button that a yes presses, and that a yes to one with several asks which.
func TestQuestionsHaveButtons(t *testing.T) {
	for _, text := range []string{"baord", "the daily thing of rooms"} {
		_, _, err := All().ReadIn(bot.Request{Text: text}, Known)
		p := (*bot.Problem)(nil)
		if !errors.As(err, &p) || len(p.Buttons) == 0 {
			t.Errorf("%q is no question: %v", text, err)
			continue
		}
		want := AskWhich
		if len(p.Buttons) == 1 {
			want = p.Buttons[0].Command
		}
		if p.Yes != want {
			t.Errorf("%q: %v, yes is %q", text, p.Buttons, p.Yes)
		}
	}
}
