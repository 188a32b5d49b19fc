package phrase

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
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
	// names returns the name to show for a person's key, or "" for the usual name. It may be nil.
	names func(key string) string
}

// Naming returns a copy of the language for texts in which people may have other names than usual.
// names returns the name for a key that was given to [Name], or "" for the usual name.
func (l Language) Naming(names func(key string) string) Language {
	l.names = names
	return l
}

// OwnWords returns the words, in small letters, of all translations that no English text has.
func (l Language) OwnWords() map[string]bool {
	words := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	}
	own := map[string]bool{}
	for _, translation := range l.texts {
		for _, w := range words(translation) {
			own[w] = true
		}
	}
	for english := range l.texts {
		for _, w := range words(english) {
			delete(own, w)
		}
	}
	return own
}

// Read reads a language from the TOML files of a folder. Each holds one table that maps English
// texts to translations. The optional file articles.txt has the forms of the definite article. In a
// translation, "der~%s" stands for the article in the case of that form, followed by the noun with
// which it agrees, and "der~schwarz~%s" has an adjective between them.
func Read(files fs.FS, code string) (Language, error) {
	l := Language{Code: code, texts: map[string]string{}}
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return l, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return l, err
		}
		var texts map[string]string
		if err := toml.Unmarshal(text, &texts); err != nil {
			return l, inFile(name, err)
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

// inFile adds the name of a file to an error, and the line if it has one.
func inFile(name string, err error) error {
	var at *toml.DecodeError
	if errors.As(err, &at) {
		line, _ := at.Position()
		return fmt.Errorf("%s, line %d: %w", name, line, err)
	}
	return fmt.Errorf("%s: %w", name, err)
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
func (l Language) Render(text Text) string { return l.render(string(text)) }

func (l Language) render(text string) string {
	before, rest, found := strings.Cut(text, open)
	if !found {
		return plain(text)
	}
	var b strings.Builder
	for found {
		b.WriteString(plain(before))
		end := closing(rest)
		b.WriteString(l.phrase(rest[:end]))
		rest = strings.TrimPrefix(rest[end:], shut)
		before, rest, found = strings.Cut(rest, open)
	}
	b.WriteString(plain(before))
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
		return l.Term(plain(body))
	case raised:
		return upper(l.render(body))
	case clause:
		text := upper(l.render(body))
		if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
			return text
		}
		return text + "."
	case isolated:
		return isolate(l.render(body))
	case named:
		return isolate(l.name(split(body)))
	}
	return plain(inside)
}

// name returns the name to show for a person. parts are the key, the usual name and the handle.
func (l Language) name(parts []string) string {
	if len(parts) != 3 { // the phrase is damaged
		return plain(parts[len(parts)-1])
	}
	name, handle := parts[1], parts[2]
	if l.names != nil {
		name = cmp.Or(l.names(parts[0]), name)
	}
	if handle == "" || strings.EqualFold(name, handle) || strings.HasSuffix(name, " ("+handle+")") {
		return plain(name)
	}
	return plain(name + " (" + handle + ")")
}

// format renders a format with its arguments.
func (l Language) format(body string) string {
	parts := split(body)
	format := l.Term(parts[0])
	args := make([]any, 0, len(parts)-1)
	for _, part := range parts[1:] {
		args = append(args, isolate(l.render(part)))
	}
	format, args = l.articles.put(worded(format), args)
	return plain(fmt.Sprintf(format, args...))
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

// split splits a phrase into its format and arguments. Phrases within the arguments stay whole.
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
	if rest, ok := strings.CutPrefix(text, firstStrongIsolate); ok {
		return firstStrongIsolate + upper(rest)
	}
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
