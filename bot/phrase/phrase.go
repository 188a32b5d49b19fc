// Package phrase keeps sentences translatable until the reader's language is known. A [Text] can be
// composed of phrases before that. [Language.Render] then translates it:
//
//	text := phrase.Of("%s is to move.", name) + " " + phrase.Of("Check!")
//	german.Render(text) // "alice ist am Zug. Schach!"
//
// What people type, and what has been rendered, is a string. It becomes part of a Text as an
// argument of a phrase, or by [Said]. Both make sure that it can never pass for a phrase.
package phrase

import (
	"fmt"
	"strconv"
	"strings"
)

// Text is a text that is translated when it is rendered. It may be joined to others by +. Constants
// in it are shown as they are, in all languages.
//
// Internally it is a string that contains the formats of phrases and their arguments between
// control characters. Use [Said] to make a Text of a string: a conversion would let what somebody
// typed pass for a phrase, and is right only where a stored Text is read. The encoding is part of
// the database, and so must not change.
type Text string

// marks are the control characters that delimit phrases within a text.
const marks = open + shut + between

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
	isolated  = 'i' // a text whose direction does not reach the text around it
	named     = 'n' // a person, who may have another name where the text is shown
)

// String returns the text in English, so that package fmt never shows its encoding.
func (t Text) String() string { return English(t) }

// Of returns a phrase made of an English format, which is the key of its translations, and
// arguments. The verbs are %s, %d and %%, and all format like [fmt.Sprint]. Arguments are Texts;
// strings, which are shown as they are; numbers; and [fmt.Stringer]s, whose text is treated as by
// [Term].
func Of(format string, args ...any) Text {
	var b strings.Builder
	b.WriteString(open)
	b.WriteByte(formatted)
	b.WriteString(format)
	for _, arg := range args {
		b.WriteString(between)
		switch a := arg.(type) {
		case Text:
			b.WriteString(string(a))
		case string:
			b.WriteString(plain(a))
		case fmt.Stringer:
			b.WriteString(string(Term(a.String())))
		default:
			b.WriteString(plain(fmt.Sprint(a)))
		}
	}
	b.WriteString(shut)
	return Text(b.String())
}

// Count returns the phrase of one of two formats: one if n is 1, and many otherwise. Both may show
// n.
func Count(n int, one, many string) Text {
	format := many
	if n == 1 {
		format = one
	}
	if !strings.Contains(format, "%") {
		return Of(format)
	}
	return Of(format, n)
}

// Term returns a word or sentence that is not a format, such as a word of the rules or the help of
// a command. It is translated if a translation is known.
func Term(text string) Text {
	if text == "" {
		return ""
	}
	return Text(open + string(term) + plain(text) + shut)
}

// Upper returns a text that is rendered with its first letter capitalised.
func Upper(text Text) Text { return open + Text(raised) + text + shut }

// Sentence returns a text that is rendered as a sentence: with a capital letter, and with a full
// stop unless it ends with one or with a question mark.
func Sentence(text Text) Text { return open + Text(clause) + text + shut }

// Isolate returns a name or title that is rendered between U+2068 and U+2069 if it has characters
// that are written from right to left, as in "משה – דוד: 1-0". Without these marks such names
// would change places with each other and with the numbers around them. Other texts need no marks,
// because all languages of the bot are written from left to right.
func Isolate(name string) Text {
	if !rightToLeft(name) {
		return Said(name)
	}
	return open + Text(isolated) + Said(name) + shut
}

// Said returns a text that somebody has typed, or that has been rendered, as a Text which shows it
// as it is.
func Said(text string) Text { return Text(plain(text)) }

// Sprintf formats as [fmt.Sprintf] does, for a format without words, which needs no translation.
// Its verbs and arguments are those of [Of], except that Stringers are shown as they are.
func Sprintf(format string, args ...any) Text {
	inner := make([]any, len(args))
	for i, arg := range args {
		switch a := arg.(type) {
		case Text:
			inner[i] = string(a)
		case string:
			inner[i] = plain(a)
		default:
			inner[i] = plain(fmt.Sprint(a))
		}
	}
	return Text(fmt.Sprintf(worded(format), inner...))
}

// Join joins texts with a separator between them.
func Join(texts []Text, separator Text) Text {
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteString(string(separator))
		}
		b.WriteString(string(text))
	}
	return Text(b.String())
}

// Replace replaces a text wherever it stands in another.
func Replace(text, old, by Text) Text {
	return Text(strings.ReplaceAll(string(text), string(old), string(by)))
}

// Contains reports whether a text stands in another.
func Contains(text, part Text) bool { return strings.Contains(string(text), string(part)) }

// Compose returns the text of a function that words something by calls of say, whose results may be
// parts of the string that it returns and arguments of further calls. It is for packages that know
// no phrases.
func Compose[Say ~func(format string, args ...any) string](words func(Say) string) Text {
	var parts composition
	return parts.text(words(parts.say))
}

// composition holds the texts that stand in strings as their indices between marks. A string from
// elsewhere cannot pass for another text than one of these.
type composition []Text

// say adds the text of a format and returns what stands for it.
func (c *composition) say(format string, args ...any) string {
	inner := make([]any, len(args))
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			arg = c.text(text)
		}
		inner[i] = arg
	}
	*c = append(*c, Of(format, inner...))
	return open + strconv.Itoa(len(*c)-1) + shut
}

// text returns a string with the texts that stand in it.
func (c composition) text(words string) Text {
	var b strings.Builder
	before, rest, found := strings.Cut(words, open)
	for found {
		b.WriteString(plain(before))
		var index string
		if index, rest, found = strings.Cut(rest, shut); !found {
			return Text(b.String() + plain(index))
		}
		if i, err := strconv.Atoi(index); err == nil && i >= 0 && i < len(c) {
			b.WriteString(string(c[i]))
		} else {
			b.WriteString(plain(index))
		}
		before, rest, found = strings.Cut(rest, open)
	}
	b.WriteString(plain(before))
	return Text(b.String())
}

// Name returns a person's name as a phrase. Where the text is shown, the person may have another
// name, which is found by the key: see [Language.Naming]. The handle is shown after either name,
// unless it is the same or empty.
func Name(key, name, handle string) Text {
	return Text(open + string(named) + plain(key) + between + plain(name) + between + plain(handle) + shut)
}

// English renders a text in English.
func English(text Text) string { return Language{}.Render(text) }

// plain removes the marks of phrases from a text.
func plain(text string) string {
	if !strings.ContainsAny(text, marks) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(marks, r) {
			return -1
		}
		return r
	}, text)
}
