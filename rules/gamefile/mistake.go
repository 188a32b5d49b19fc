package gamefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Mistake is what is wrong at one place of a file.
type Mistake struct {
	File string
	Line int    // from 1; 0 if it belongs to no line
	Key  string // such as "piece[2].moves[0].angle"; empty if it belongs to none
	// Problem says what is wrong and what would be right.
	Problem string
}

// String returns FILE:LINE: KEY: PROBLEM.
func (m Mistake) String() string {
	text := m.File
	if m.Line > 0 {
		text += fmt.Sprintf(":%d", m.Line)
	}
	if m.Key != "" {
		text += ": " + m.Key
	}
	return text + ": " + m.Problem
}

// Mistakes is the error of a file: everything that is wrong with it.
type Mistakes []Mistake

// Error returns the mistakes, one a line.
func (ms Mistakes) Error() string {
	var lines []string
	for _, m := range ms {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

// maxMistakes bounds how many are told.
const maxMistakes = 50

// ordered returns the mistakes by line, each once, and not too many.
func (ms Mistakes) ordered() Mistakes {
	slices.SortStableFunc(ms, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	ms = slices.Compact(ms)
	if len(ms) > maxMistakes {
		more := Mistake{File: ms[0].File, Problem: fmt.Sprintf("and %d more mistakes", len(ms)-maxMistakes)}
		ms = append(ms[:maxMistakes:maxMistakes], more)
	}
	return ms
}
