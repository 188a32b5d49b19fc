// Package phrase keeps sentences translatable until it is known who reads
// them. A text can be put together from phrases before that; [Language.Render]
// then writes it out:
//
//	text := phrase.Of("%s is to move.", name) + " " + phrase.Of("Check!")
//	german.Render(text) // "alice ist am Zug. Schach!"
//
// A phrase is a string that carries its format and arguments between control
// characters. The words of users must be cleaned of these by [Plain], so
// that nothing that somebody types is taken for a phrase.
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

// What a phrase is, behind its open mark.
const (
	formatted = 'f' // a format and its arguments
	term      = 't' // a word or sentence from elsewhere, translated if it is known
	raised    = 'u' // a text that begins a sentence
	clause    = 's' // a text that is a sentence
)

// Of returns a phrase: a format in English, by which translations are found, and
// its arguments. The format knows the verbs %s, %d and %%, all written as [fmt.Sprint] does. Arguments are
// strings, which may hold phrases, numbers, and [fmt.Stringer]s, whose words are taken as by [Term].
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

// Count returns the phrase of one of two formats: that for one thing or that for n, either
// of which may show n.
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

// Term returns a word or a sentence that is no format, translated if there is a
// translation of it: a word of the rules, the help of a command.
func Term(text string) string {
	if text == "" {
		return ""
	}
	return open + string(term) + text + shut
}

// Upper returns a text whose first letter will be a capital.
func Upper(text string) string { return open + string(raised) + text + shut }

// Sentence returns a text as a sentence: with a capital, and a full stop if it ends
// with neither that nor a question mark.
func Sentence(text string) string { return open + string(clause) + text + shut }

// English writes out a text without translating it.
func English(text string) string { return Language{}.Render(text) }

// Plain returns a text without marks: words of users, so that nothing in them is taken for a phrase.
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
