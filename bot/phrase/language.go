package phrase

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// Language translates phrases. The zero Language is English.
type Language struct {
	// Code names the language: "de".
	Code string
	// texts maps English formats and terms to translations.
	texts map[string]string
	// articles are the forms of the definite article: see [Read].
	articles articles
	// missed is called for each text without a translation; it may be nil.
	missed func(english string)
}

// Read reads a language from the TOML files of a folder. Each holds one table that
// maps English texts to translations. The file articles.txt, if there is one, has the forms of the definite
// article: in a translation "der~%s" is the article in the case of that form, with the noun that it gets.
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
	if lines, err := fs.ReadFile(files, articlesFile); err == nil {
		l.articles = readArticles(string(lines))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return l, err
	}
	return l, nil
}

// Watched returns a copy of the language that calls missed for each text without a translation.
func (l Language) Watched(missed func(english string)) Language {
	l.missed = missed
	return l
}

// Texts returns the map of English texts to translations.
func (l Language) Texts() map[string]string { return l.texts }

// Term returns the translation of a format or term, or the English if there is none.
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

// verb matches the verbs of a format, and escaped percent signs.
var verb = regexp.MustCompile(`%%|%(\[[0-9]+\])?[sd]`)

// Worded reports whether a format contains anything to translate.
func Worded(format string) bool {
	return strings.ContainsFunc(verb.ReplaceAllString(format, ""), unicode.IsLetter)
}

// Say returns a rendered phrase.
func (l Language) Say(format string, args ...any) string { return l.Render(Of(format, args...)) }

// Render translates all phrases in a text. Damaged ones are shown as they are, without marks.
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

// closing returns the index of the mark that closes a phrase, whose opening mark precedes the text.
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

// phrase renders what stands between the marks of one phrase.
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

// format renders a format with its arguments.
func (l Language) format(body string) string {
	parts := split(body)
	format := l.Term(parts[0])
	args := make([]any, 0, len(parts)-1)
	for _, part := range parts[1:] {
		args = append(args, l.Render(part))
	}
	format, args = l.articles.put(worded(format), args)
	return Plain(fmt.Sprintf(format, args...))
}

// worded replaces %d by %s in a format, because its arguments are strings once rendered.
func worded(format string) string {
	if !strings.Contains(format, "%d") && !strings.Contains(format, "]d") {
		return format // the usual case
	}
	return verb.ReplaceAllStringFunc(format, func(v string) string {
		if number, ok := strings.CutSuffix(v, "d"); ok {
			return number + "s"
		}
		return v
	})
}

// split splits a phrase into its format and arguments, leaving phrases in the arguments whole.
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

// upper returns a text with its first letter capitalised.
func upper(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
