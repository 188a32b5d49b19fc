package command

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"raumbot/bot"
)

// Find returns the command with a name or an alias, nil if there is none.
func (t Table) Find(name string) *Command {
	for _, c := range t {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// Meant returns the command that a word or a phrase means by itself, nil if there is none: "aufgeben" is "resign".
func (t Table) Meant(text string) *Command {
	if said, ok := phrased(text); ok {
		if c := (guess{command: said}).about(t); !c.Hidden {
			return c
		}
		return nil
	}
	for _, said := range []string{text, text + " @somebody"} { // "challenge" is nothing without a name
		s := readSentence(said)
		if guesses := t.guesses(&s); len(guesses) > 0 && guesses[0].share >= enoughToAgree && !guesses[0].misspelt {
			if c := guesses[0].about(t); !c.Hidden {
				return c
			}
		}
	}
	return nil
}

// NoCommand says that a word is no command, and suggests one that it may misspell: never one that is Final, Hidden or Everyday.
func (t Table) NoCommand(word string) *bot.Problem {
	var names []string
	for _, c := range t {
		if !c.Final && !c.Hidden && !c.Everyday {
			names = append(append(names, c.Name), c.Aliases...)
		}
	}
	if near := Nearest(strings.ToLower(word), names); near != "" {
		p := bot.Problemf(bot.Misunderstood, "I don't know %s. Did you mean `%s`?", bot.QuoteWord(word), near)
		p.Yes, p.Buttons = near, []bot.Button{{Label: near, Command: near}}
		return p
	}
	return notUnderstood(word)
}

// shortestMisspelt is the length of the shortest word that may be a misspelt command if other words follow: "is" and
// "how" begin a sentence, and do not misspell "if" and "show".
const shortestMisspelt = 4

// notUnderstood returns the problem of a text that is no command.
func notUnderstood(text string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "I didn't understand %s. `start` shows what you can do here, and `help` lists what you can say.", bot.QuoteText(text))
}

// Nearest returns the name that a word misspells, "" for none: one at an edit distance of 1, or of 2 if the word has at
// least 6 letters. Two swapped neighbouring letters count as 1.
func Nearest(word string, names []string) string {
	length := utf8.RuneCountInString(word)
	if length > bot.MaxName {
		return ""
	}
	limit := 1
	if length >= 6 {
		limit = 2
	}
	best, distance := "", limit+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(word, name)
		if d == 2 && swapped(word, name) {
			d = 1
		}
		if d < min(distance, len(name)) {
			best, distance = name, d
		}
	}
	return best
}

// swapped reports whether two words of ASCII letters differ only in the order of two neighbouring letters.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
