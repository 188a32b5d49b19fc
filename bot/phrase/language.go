package phrase

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// Language is what to say in place of the English. The zero Language says all in English.
type Language struct {
	// Code names the language: "de".
	Code string
	// texts are the translations by the English formats and terms.
	texts map[string]string
	// missed is called with what has no translation; it may be nil.
	missed func(english string)
}

// Read reads a language from the TOML files of a folder. Each has one table of
// texts, by the English ones.
func Read(files fs.FS, code string) (Language, error) {
	l := Language{Code: code, texts: map[string]string{}}
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return l, err
	}
	for _, name := range names {
		var texts map[string]string
		if _, err := toml.DecodeFS(files, name, &texts); err != nil {
			return l, fmt.Errorf("%s: %w", name, err)
		}
		for english, text := range texts {
			if _, twice := l.texts[english]; twice {
				return l, fmt.Errorf("%s: %q has been translated before", name, english)
			}
			l.texts[english] = text
		}
	}
	return l, nil
}

// Watched returns the language calling missed with everything that it is asked for and lacks.
func (l Language) Watched(missed func(english string)) Language {
	l.missed = missed
	return l
}

// Texts returns the translations by the English texts.
func (l Language) Texts() map[string]string { return l.texts }

// Term returns a single format or term in the language, in English if it is not known.
func (l Language) Term(english string) string {
	text, known := l.texts[english]
	switch {
	case known:
		return text
	case l.missed != nil && Worded(english):
		l.missed(english)
	}
	return english
}

// verb is where a format shows an argument, or a percent sign.
var verb = regexp.MustCompile(`%%|%(\[[0-9]+\])?[sd]`)

// Worded reports whether there is anything to translate in a format.
func Worded(format string) bool {
	return strings.ContainsFunc(verb.ReplaceAllString(format, ""), unicode.IsLetter)
}

// Say returns a phrase in the language at once.
func (l Language) Say(format string, args ...any) string { return l.Render(Of(format, args...)) }

// Render writes out the phrases of a text. What is damaged is shown as it is, without marks.
func (l Language) Render(text string) string {
	before, rest, found := strings.Cut(text, open)
	if !found {
		return Plain(text)
	}
	var b strings.Builder
	for found {
		b.WriteString(Plain(before))
		end := closing(rest)
		b.WriteString(l.phrase(rest[:end]))
		rest = strings.TrimPrefix(rest[end:], shut)
		before, rest, found = strings.Cut(rest, open)
	}
	b.WriteString(Plain(before))
	return b.String()
}

// closing returns where the phrase ends whose open mark is just before the text.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case open[0]:
			depth++
		case shut[0]:
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(text)
}

// phrase writes out what stands between the marks of one phrase.
func (l Language) phrase(inside string) string {
	if inside == "" {
		return ""
	}
	kind, body := inside[0], inside[1:]
	switch kind {
	case formatted:
		return l.format(body)
	case term:
		return l.Term(Plain(body))
	case raised:
		return upper(l.Render(body))
	case clause:
		text := upper(l.Render(body))
		if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
			return text
		}
		return text + "."
	}
	return Plain(inside)
}

// format writes out a format with its arguments.
func (l Language) format(body string) string {
	parts := split(body)
	format := l.Term(parts[0])
	args := make([]any, 0, len(parts)-1)
	for _, part := range parts[1:] {
		args = append(args, l.Render(part))
	}
	return Plain(fmt.Sprintf(worded(format), args...))
}

// worded returns a format whose numbers are words, as written-out arguments are.
func worded(format string) string {
	if !strings.Contains(format, "%d") && !strings.Contains(format, "]d") {
		return format // as most are
	}
	return verb.ReplaceAllStringFunc(format, func(v string) string {
		if number, ok := strings.CutSuffix(v, "d"); ok {
			return number + "s"
		}
		return v
	})
}

// split returns a format and its arguments, whose own phrases are left whole.
func split(body string) (parts []string) {
	depth, begin := 0, 0
	for i := range len(body) {
		switch body[i] {
		case open[0]:
			depth++
		case shut[0]:
			depth--
		case between[0]:
			if depth == 0 {
				parts = append(parts, body[begin:i])
				begin = i + 1
			}
		}
	}
	return append(parts, body[begin:])
}

// upper returns a text with a capital.
func upper(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
