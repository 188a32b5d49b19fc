package action

import (
	"strings"
)

// moveMark is the meaning of the mark after a move.
type moveMark int

const (
	plain moveMark = iota
	Sure           // "!": play without confirmation
	Asks           // "?": only show the move
)

// MoveWords returns the move as typed, and its mark. A "?" outweighs a "!": "ab2-ab3?!"
// only shows the move.
func MoveWords(c *Call) (words string, mark moveMark) {
	text := strings.TrimSpace(c.Args.Word("move"))
	words = strings.TrimRight(text, "!? ")
	switch signs := text[len(words):]; {
	case strings.Contains(signs, "?"):
		return words, Asks
	case strings.Contains(signs, "!"):
		return words, Sure
	}
	return words, plain
}
