package render

import "fmt"

// Say puts words together as [fmt.Sprintf] does, perhaps in another language than
// that of the format, which has the verbs %s and %d only. Nil is fmt.Sprintf.
type Say func(format string, args ...any) string

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
