package command

import (
	"testing"

	"raumbot/bot"
)

// TestPhrases makes sure that what people say in place of commands leads to commands that can be read,
// and that no text is there twice with two meanings.
func TestPhrases(t *testing.T) {
	all, err := readPhrases(phraseLines)
	if err != nil {
		t.Fatal(err)
	}
	table := All()
	for text, command := range all {
		if _, _, err := table.Read(bot.Request{Text: command}); err != nil {
			t.Errorf("%q is %q: %v", text, command, err)
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
