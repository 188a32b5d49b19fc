package command_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// parseCase is a text, and the command that it is read as, or the problem.
type parseCase struct {
	Text    string            `json:"text"`
	Command string            `json:"command,omitempty"`
	Game    bot.GameID        `json:"game,omitempty"`
	Variant string            `json:"variant,omitempty"`
	Pace    string            `json:"pace,omitempty"`
	Words   map[string]string `json:"words,omitempty"`
	Problem string            `json:"problem,omitempty"` // part of it
	Talk    bool              `json:"talk,omitempty"`    // it is no command
}

// TestParse reads the texts in testdata/parse.json.
func TestParse(t *testing.T) {
	data, err := os.ReadFile("testdata/parse.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []parseCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	all := table
	for _, c := range cases {
		t.Run(c.Text, func(t *testing.T) {
			found, args, err := all.Read(bot.Request{Text: c.Text})
			if talk := c.Problem == "" && errors.As(err, new(*command.Talk)); talk || c.Talk {
				if talk != c.Talk {
					t.Errorf("it is talk: %v, %v %v, %v", talk, found, args, err)
				}
				return
			}
			if c.Problem != "" {
				if err == nil || !strings.Contains(err.Error(), c.Problem) {
					t.Errorf("got %v, want a problem with %q", err, c.Problem)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := parseCase{Text: c.Text, Command: found.Name, Game: args.Game}
			if args.Variant != nil {
				got.Variant = args.Variant.Name
			}
			if args.Pace != nil {
				got.Pace = args.Pace.String()
			}
			if len(args.Words) > 0 {
				got.Words = args.Words
			}
			if fmt.Sprint(got) != fmt.Sprint(c) {
				t.Errorf("got %+v, want %+v", got, c)
			}
		})
	}
}

// TestLengthInCharacters checks that the length of a command is counted in characters, as its
// refusal says, in text and in a form.
func TestLengthInCharacters(t *testing.T) {
	all := table
	const begin, longest = "say 1 ", 4000
	for n, refused := range map[int]bool{longest: false, longest + 1: true} {
		_, _, err := all.Read(bot.Request{Text: begin + strings.Repeat("ä", n-len(begin))})
		_, _, filled := all.Read(bot.Request{Text: "say", Params: map[string]string{"text": strings.Repeat("ä", n-len("say"))}})
		for how, err := range map[string]error{"a text": err, "a form": filled} {
			if tooLong := err != nil && strings.Contains(err.Error(), "That is too long"); tooLong != refused {
				t.Errorf("%s of %d characters: %v", how, n, err)
			}
		}
	}
}

// TestMarkup writes each part of a text in a platform's own way.
func TestMarkup(t *testing.T) {
	style := bot.Style{
		Plain: func(s string) string { return strings.ReplaceAll(s, "*", `\*`) },
		Code:  func(s string) string { return "[" + s + "]" },
		Time:  func(at time.Time) string { return at.Format("15:04") },
	}
	for text, want := range map[string]string{
		"":                            "",
		"a *b* c":                     `a \*b\* c`,
		"say `accept *1` by <t:3600>": "say [accept *1] by 01:00",
		"one ` alone":                 "one ` alone",
		"`a`\n`b`":                    "[a]\n[b]",
		"<t:x> <@1>":                  "<t:x> <@1>",
	} {
		if got := bot.Format(text, style); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for _, typed := range []string{"ve2 `<t:1>`", "<@7> ve2", "`ve2`"} {
		if shown := bot.Unmarked(typed) + phrase.English(bot.QuoteWord(typed)); bot.Markup.MatchString(shown) || strings.Contains(shown, "`") {
			t.Errorf("%q keeps its markup: %q", typed, shown)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	all := table
	for _, text := range []string{"ab1-ac3 draw", "challenge bob raumschach white 3d rated", "could you please show me where all of my knights are"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				_, _, _ = all.Read(bot.Request{Text: text})
			}
		})
	}
}

// TestQuestionsAboutVerbatimCommands puts a question mark behind commands that take words as they
// are written. It belongs to words for other people and to notes, and otherwise it asks.
func TestQuestionsAboutVerbatimCommands(t *testing.T) {
	for text, means := range map[string]bool{
		"create swiss raumschach?": false, "create swiss raumschach Who wins?": false, "say 1 how are you?": true,
		"set 1 most 16?": false, "set 1 most 16": true, "expel 1 bob cheating?": false, "note 1 is this good?": true, "create swiss raumschach": true,
	} {
		_, _, err := table.Read(bot.Request{Text: text})
		if talk := (*command.Talk)(nil); errors.As(err, &talk) == means {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestReasonsThatLeaveItOpen reads reasons and values that take back what is before them, and
// others.
func TestReasonsThatLeaveItOpen(t *testing.T) {
	for text, means := range map[string]bool{
		"expel 1 bob confirm or not?": false, "expel 1 bob confirm or not": false, "expel 1 bob confirm maybe later": false, "expel 1 bob confirm no show": true, "adjudicate 1 abort confirm for the test": true, "adjudicate 1 abort confirm typo": true, "adjudicate 1 abort confirm wrong": true, "adjudicate 1 abort confirm falsch": true, "adjudicate 1 abort (wrong)": false, "adjudicate 1 abort confirm an accident": true, "adjudicate 1 abort confirm ignore this": false,
		"adjudicate 1 white or black": false, "adjudicate 1 draw confirm oder doch nicht": false, "adjudicate 1 draw confirm both agree": true, "set 1 vacation no": true,
	} {
		if _, _, err := table.Read(bot.Request{Text: text}); (err == nil) != means {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestSettles answers questions by a yes that may only acknowledge.
func TestSettles(t *testing.T) {
	for yes, final := range map[string]bool{"yes": true, "ok": true, "yes please": true, "ja danke": true, "✅": true, "k": false, "ok thanks": false, "okay, danke!": false, "👍🏽": false} {
		if !table.PlainYes(yes) {
			t.Errorf("%q is no yes", yes)
		}
		for _, said := range []string{"resign 1 confirm", "draw 1 accept", "abort 1 accept", "forget me confirm"} {
			if table.Settles(yes, said) != final {
				t.Errorf("%q settles %q: %v", yes, said, !final)
			}
		}
		for _, said := range []string{"resign 1", "accept 1", "challenge bob"} {
			if !table.Settles(yes, said) {
				t.Errorf("%q does not settle %q", yes, said)
			}
		}
	}
}

// TestRemarks puts remarks beside commands and moves. Those of doubt, delay and jest make talk of
// the text, and the plain command is what it may mean.
func TestRemarks(t *testing.T) {
	for _, said := range []string{"draw", "takeback", "challenge bob", "ab1-ac3"} {
		for remark, plain := range map[string]bool{
			"later": false, "jk": false, "just kidding": false, "nur Spaß": false, "vielleicht": false, "not sure yet": false, "tomorrow?": false,
			"gg": true, "viel Spaß": true, "good night": true, "see you tomorrow": true, "bis morgen!": true,
		} {
			for _, form := range []string{said + " (" + remark + ")", said + " - " + remark, said + " – " + remark, said + "\n" + remark} {
				_, _, err := table.Read(bot.Request{Text: form})
				talk := (*command.Talk)(nil)
				switch {
				case plain && err != nil:
					t.Errorf("%q: %v", form, err)
				case !plain && (!errors.As(err, &talk) || talk.Perhaps != said && !strings.Contains(form, "?")):
					t.Errorf("%q: %v", form, err)
				}
			}
		}
	}
}

// TestQuotedNames reads names in quotes of all kinds.
func TestQuotedNames(t *testing.T) {
	for _, quotes := range [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"»", "«"}, {"‘", "’"}, {"‚", "‘"}, {"‹", "›"}, {"`", "`"}} {
		name := func(name string) string { return quotes[0] + name + quotes[1] }
		for text, want := range map[string]string{
			"challenge " + name("bob") + " raumschach": "bob", "block " + name("help"): "help", "profile " + name("bob") + ", please": "bob",
			"block " + name("Anna Lee"): "Anna Lee", "block " + name("O'Neill"): "O'Neill", "complain " + name("bob") + " he is rude": "bob", "expel 1 " + name("bob"): "bob",
			"board against " + name("bob"): "bob", "draw against " + name("bob") + " offer": "bob",
		} {
			c, args, err := table.Read(bot.Request{Text: text})
			if err != nil {
				t.Errorf("%q: %v", text, err)
				continue
			}
			if got := cmp.Or(args.Against, args.Word("name"), args.Word("who")); got != want {
				t.Errorf("%q names %q in %s", text, got, c.Name)
			}
		}
	}
}

// TestOptionsByWords answers a question by words that one option has, or several, or none.
func TestOptionsByWords(t *testing.T) {
	options := []command.Option{{Command: "draw 2", Label: "Game 2", Listed: true}, {Command: "draw 1", Label: "Game 1", Listed: true}}
	q := command.Question{Options: command.Described(options, "Which game do you mean?\n`draw 2` in game 2, Blocschach, alice against \u2068Carol Lee\u2069\n`draw 1` in game 1, Raumschach, alice against bob\n`draw 1`, `draw 2`")}
	for text, want := range map[string]string{
		"bob": "draw 1", "Bob!": "draw 1", "@bob": "draw 1", "„bob“": "draw 1", "the one against bob": "draw 1", "gegen carol": "draw 2", "Carol Lee": "draw 2", "game with carol": "draw 2",
		"the raumschach one": "draw 1", "alice": "?", "game": "?", "dora": "", "bob?": "", "bob (later)": "", "bob or carol": "",
	} {
		said, ok := q.Answer(table, text, false)
		if unfit := !ok && q.Unfit(table, text); said != strings.Trim(want, "?") || unfit != (want == "?") {
			t.Errorf("%q is %q, %v", text, said, unfit)
		}
	}
}

// TestMoveIsNoWord answers a question by a move of which two options have the cells: it is a move.
func TestMoveIsNoWord(t *testing.T) {
	q := command.Question{Options: []command.Option{{Command: "move ac3-ab1", Label: "Play it", Listed: true}, {Command: "if ac3-ab1", Label: "Plan it", Listed: true}}}
	if q.Unfit(table, "ac3-ab1 gg") {
		t.Error("a move is taken for an unclear answer")
	}
}

// TestOptionsByNumber answers questions whose options are about numbered games, and others.
func TestOptionsByNumber(t *testing.T) {
	games := command.Question{Options: []command.Option{{Command: "draw 2", Label: "Game 2", Listed: true}, {Command: "draw 1", Label: "Game 1", Listed: true}}}
	cells := command.Question{Options: []command.Option{{Command: "move ab1-ac3", Label: "ab1", Listed: true}, {Command: "move ad1-ac3", Label: "ad1", Listed: true}}}
	moves := command.Question{Options: []command.Option{{Command: "move 1 ab1-ac3", Label: "ab1", Listed: true}, {Command: "move 1 ad1-ac3", Label: "ad1", Listed: true}}}
	offer := command.Question{Yes: "draw 1 accept", No: "draw 1 decline", Options: []command.Option{{Command: "draw 1 accept", Label: "Accept the draw"}}}
	for _, c := range []struct {
		q          command.Question
		text       string
		said       string
		isAnAnswer bool
	}{
		{games, "1", "draw 1", true}, {games, "2", "draw 2", true}, {games, "3", "", false},
		{moves, "2", "move 1 ad1-ac3", true}, {cells, "1", "move ab1-ac3", true}, {cells, "2", "move ad1-ac3", true},
		{offer, "Accept the draw", "draw 1 accept", true}, {offer, "accept the draw!", "draw 1 accept", true}, {offer, "Accept the draw?", "", false},
	} {
		if said, ok := c.q.Answer(table, c.text, false); said != c.said || ok != c.isAnAnswer {
			t.Errorf("%q is %q, %v", c.text, said, ok)
		}
	}
}
