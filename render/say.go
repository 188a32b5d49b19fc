package render

import (
	"fmt"

	"raumbot/rules"
)

// Say is a [rules.Say] that may be nil, for [fmt.Sprintf].
type Say rules.Say

func (say Say) of(format string, args ...any) string {
	if say == nil {
		return fmt.Sprintf(format, args...)
	}
	return say(format, args...)
}

// term says a whole text without arguments, such as a sentence of the rules.
func (say Say) term(text string) string {
	if say == nil {
		return text
	}
	return say(text)
}
