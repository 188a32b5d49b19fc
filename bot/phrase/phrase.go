// Package phrase keeps sentences translatable until the reader's language
// is known. A text can be composed of phrases before that; [Language.Render]
// then translates it:
//
//	text := phrase.Of("%s is to move.", name) + " " + phrase.Of("Check!")
//	german.Render(text) // "alice ist am Zug. Schach!"
//
// A phrase is a string that contains its format and arguments between control
// characters. User input must be stripped of these by [Plain], so that it
// can never pass for a phrase.
package phrase

import (
	"fmt"
	"strings"
)

// Marks are the characters that delimit phrases within a text.
const Marks = open + shut + between

const (
	open    = "\x0e"
	shut    = "\x0f"
	between = "\x1f"
)

// The kinds of phrases, which follow the opening mark.
const (
	formatted = 'f' // a format and its arguments
	term      = 't' // a word or sentence, translated if a translation is known
	raised    = 'u' // a text whose first letter is capitalised
	clause    = 's' // a text made into a sentence
)

// Of returns a phrase made of an English format, which is the key of its translations, and its
// arguments. The verbs are %s, %d and %%, all written as by [fmt.Sprint]. Arguments are
// strings, which may hold phrases, numbers, and [fmt.Stringer]s, whose text is treated as by [Term].
func Of(format string, args ...any) string {
	var b strings.Builder
	b.WriteString(open)
	b.WriteByte(formatted)
	b.WriteString(format)
	for _, arg := range args {
		b.WriteString(between)
		switch a := arg.(type) {
		case string:
			b.WriteString(a)
		case fmt.Stringer:
			b.WriteString(Term(a.String()))
		default:
			b.WriteString(fmt.Sprint(a))
		}
	}
	b.WriteString(shut)
	return b.String()
}

// Count returns the phrase of one of two formats, one if n is 1 and many otherwise;
// both may show n.
func Count(n int, one, many string) string {
	format := many
	if n == 1 {
		format = one
	}
	if !strings.Contains(format, "%") {
		return Of(format)
	}
	return Of(format, n)
}

// Term returns a word or sentence that is not a format, translated if a translation is
// known: a word of the rules, the help of a command.
func Term(text string) string {
	if text == "" {
		return ""
	}
	return open + string(term) + text + shut
}

// Upper returns a text that is rendered with its first letter capitalised.
func Upper(text string) string { return open + string(raised) + text + shut }

// Sentence returns a text that is rendered as a sentence: with a capital, and with a full stop unless it
// ends with that or a question mark.
func Sentence(text string) string { return open + string(clause) + text + shut }

// English renders a text in English.
func English(text string) string { return Language{}.Render(text) }

// Plain removes the marks of phrases from a text, as all user input requires.
func Plain(text string) string {
	if !strings.ContainsAny(text, Marks) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(Marks, r) {
			return -1
		}
		return r
	}, text)
}
