package render

import (
	"fmt"
	"strings"

	"raumbot/rules"
)

// Say is a [rules.Say] that may be nil, which means [fmt.Sprintf].
type Say rules.Say

func (say Say) of(format string, args ...any) string {
	if say == nil {
		return fmt.Sprintf(format, args...)
	}
	return say(format, args...)
}

// name is the name of a piece, or of several, in the language.
func (say Say) name(english string) string {
	if say == nil {
		return english
	}
	return say(english)
}

// list is words with commas between them, and "and" before the last.
func (say Say) list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return say.of("%s and %s", strings.Join(words[:last], ", "), words[last])
}

// term translates a text without arguments, such as a sentence of the rules.
func (say Say) term(text string) string {
	if say == nil {
		return text
	}
	return say(text)
}
