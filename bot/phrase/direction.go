package phrase

import (
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// The marks before and after an isolated text. Such a text has a direction of its own, and does not
// change the order of the text around it.
const (
	firstStrongIsolate = "\u2068"
	popIsolate         = "\u2069"
)

// isolate puts a text between marks if it has characters that are written from right to left and
// that no marks surround yet. Texts of several lines are left as they are, because an isolate ends
// with its line.
func isolate(text string) string {
	if !rightToLeft(text) || strings.Contains(text, "\n") || !rightToLeft(outside(text)) {
		return text
	}
	return firstStrongIsolate + text + popIsolate
}

// outside returns the parts of a text that are not between marks of isolation.
func outside(text string) string {
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch string(r) {
		case firstStrongIsolate:
			depth++
		case popIsolate:
			depth = max(depth-1, 0)
		default:
			if depth == 0 {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// rightToLeft reports whether a text has characters that are written from right to left.
func rightToLeft(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		if r < 0x590 { // the Hebrew block is the first of those scripts
			return false
		}
		properties, _ := bidi.LookupString(string(r))
		class := properties.Class()
		return class == bidi.R || class == bidi.AL || class == bidi.AN
	})
}

// Unisolated removes the marks of isolation from a text, for programs and for words to type.
func Unisolated(text string) string {
	return strings.NewReplacer(firstStrongIsolate, "", popIsolate, "").Replace(text)
}
