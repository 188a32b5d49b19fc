package command

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
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
	all := All()
	for _, c := range cases {
		t.Run(c.Text, func(t *testing.T) {
			command, args, err := all.Read(bot.Request{Text: c.Text})
			if c.Problem != "" {
				if err == nil || !strings.Contains(err.Error(), c.Problem) {
					t.Errorf("got %v, want a problem with %q", err, c.Problem)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := parseCase{Text: c.Text, Command: command.Name, Game: args.Game}
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

// TestLengthInCharacters checks that the length of a command is counted in characters, as its refusal says, in text and in a form.
func TestLengthInCharacters(t *testing.T) {
	all := All()
	const begin = "say 1 "
	for n, refused := range map[int]bool{maxText: false, maxText + 1: true} {
		_, _, err := all.Read(bot.Request{Text: begin + strings.Repeat("ä", n-len(begin))})
		_, _, filled := all.Read(bot.Request{Text: "say", Params: map[string]string{"text": strings.Repeat("ä", n-len("say"))}})
		for how, err := range map[string]error{"a text": err, "a form": filled} {
			if tooLong := err != nil && strings.Contains(err.Error(), "That is too long"); tooLong != refused {
				t.Errorf("%s of %d characters: %v", how, n, err)
			}
		}
	}
}

// FuzzRead looks for texts that break the parser, or that it answers with something
// other than a problem.
func FuzzRead(f *testing.F) {
	all := All()
	for _, c := range all {
		f.Add(c.Example)
		f.Add(strings.ToUpper(c.Usage()))
	}
	for _, text := range []string{"", "ve2-ve4", "move 1", "challenge \x00 blocschach", "m\xff", "draw claim claim"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		command, args, err := all.Read(bot.Request{Text: text})
		if err == nil {
			if command == nil {
				t.Fatal("neither a command nor a problem")
			}
			for _, p := range command.Params {
				if !p.Optional && p.Kind != VariantName && args.Word(p.Name) == "" && args.Game == 0 && args.Tournament == 0 {
					t.Fatalf("%s was read without %s", command.Name, p.Name)
				}
			}
			return
		}
		problem, ok := err.(*bot.Problem)
		if !ok || problem.Text == "" || len(problem.Text) > 1000 {
			t.Fatalf("not a problem to show: %v", err)
		}
		shown := bot.Format(problem.Text, bot.Style{})
		if strings.ContainsAny(shown, "\x00\x1b\r") {
			t.Fatalf("a problem carries control characters: %q", shown)
		}
	})
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
		if shown := bot.Unmarked(typed) + bot.QuoteWord(typed); bot.Markup.MatchString(shown) || strings.Contains(shown, "`") {
			t.Errorf("%q keeps its markup: %q", typed, shown)
		}
	}
}
