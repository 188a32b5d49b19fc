package command

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestIntents makes sure that what people say in place of commands leads to commands that can be read,
// and that no text is there twice with two meanings.
func TestIntents(t *testing.T) {
	all, err := readIntents(intentLines)
	if err != nil {
		t.Fatal(err)
	}
	if len(all.said) < 1000 || len(all.patterns) < 150 {
		t.Errorf("only %d texts and %d patterns", len(all.said), len(all.patterns))
	}
	table := All()
	example := strings.NewReplacer("NAME", "bob", "VARIANT", "raumschach", "CELL", "ab1", "PIECE", "knight", "REST", "hello")
	for text, command := range all.said {
		if _, _, err := table.Read(bot.Request{Text: command}); err != nil {
			t.Errorf("%q is %q: %v", text, command, err)
		}
	}
	number := regexp.MustCompile(`\$([A-Z]+)[1-9]`)
	for _, p := range all.patterns {
		command := example.Replace(number.ReplaceAllString(p.command, "$1"))
		if _, _, err := table.Read(bot.Request{Text: command}); err != nil {
			t.Errorf("%s is %q: %v", p.form, command, err)
		}
	}
}

// TestNormal brings several ways to say something into one form.
func TestNormal(t *testing.T) {
	for said, want := range map[string]string{
		"Can you show me the board, please?": "show me board",
		"I'd like to offer a draw":           "offer draw",
		"What’s on AB1?":                     "whats on ab1",
		"Ich möchte bitte spielen!":          "spielen",
		"please":                             "please",
		"hi":                                 "hi",
		"Hi, what can you do?":               "what can you do",
	} {
		if got := normal(said); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// FuzzNormal makes sure that the normal form of a normal form is itself, and that nothing falls over odd texts.
func FuzzNormal(f *testing.F) {
	for _, seed := range []string{"Can you show me the board, please?", "`!help`", "raumbot: 1. aa2-aa3 draw", "\u00a0\u200b x", "ok ok ok"} {
		f.Add(seed)
	}
	table := All()
	f.Fuzz(func(t *testing.T, text string) {
		if once := normal(text); normal(once) != once {
			t.Errorf("%q is %q, and that is %q", text, once, normal(once))
		}
		if once := clean(text); clean(once) != once {
			t.Errorf("%q is cleaned to %q, and that to %q", text, once, clean(once))
		}
		_, _, _ = table.Read(bot.Request{Text: text})
	})
}

// TestClauses reads several clauses as one command where they agree, and as none where they differ.
func TestClauses(t *testing.T) {
	for said, want := range map[string]string{
		"Good game, I resign.":         "resign",
		"Nein, kein Remis!":            "draw decline",
		"Yes, I accept the draw":       "draw accept",
		"Sure, go ahead":               "yes",
		"Hi! Anyone up for a game?":    "seek",
		"Thanks, bye":                  "chat thanks",
		"No, I accept the draw":        "",
		"Yes, no draw":                 "",
		"Offer no draw":                "",
		"I resign, draw":               "",
		"No, let me play":              "",
		"Sure? Nice move":              "",
		"Yes, but what is raumschach?": "",
	} {
		if got, _ := intended(said); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// TestTopics asks about a command that costs nothing where a sentence is not understood.
func TestTopics(t *testing.T) {
	table := All()
	for _, topic := range readIdle().topics {
		if c := table.Find(topic[1]); c == nil || c.Costly || c.Hidden {
			t.Errorf("%q leads to %q", topic[0], topic[1])
		} else if _, _, err := table.Read(bot.Request{Text: topic[1]}); err != nil {
			t.Errorf("%q: %v", topic[1], err)
		}
	}
	for said, want := range map[string]string{
		"have i lost any pieces":                "captured",
		"wie trete ich dem Turnier bei":         "tournaments",
		"is the weather nice in Paris":          "",
		"what are my chances of a draw, really": "",
	} {
		_, _, err := table.Read(bot.Request{Text: said})
		var p *bot.Problem
		if !errors.As(err, &p) || p.Yes != want {
			t.Errorf("%q is answered with %v, want a question about %q", said, err, want)
		}
	}
}
