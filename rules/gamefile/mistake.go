package gamefile

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// A Mistake is a fault at one place in a file.
type Mistake struct {
	File string
	Line int    // from 1; 0 if unknown
	Key  string // such as "piece[2].moves[0].angle"; empty if unknown
	// Problem says what is wrong and what would be correct.
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

// Mistakes is the error for a file: all of its mistakes.
type Mistakes []Mistake

// Error returns the mistakes, one per line.
func (ms Mistakes) Error() string {
	var lines []string
	for _, m := range ms {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

// maxMistakes limits how many mistakes are reported.
const maxMistakes = 50

// Ordered returns the mistakes sorted by line, without repeats, up to the limit.
func (ms Mistakes) Ordered() Mistakes {
	slices.SortStableFunc(ms, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	ms = slices.Compact(ms)
	if len(ms) > maxMistakes {
		more := Mistake{File: ms[0].File, Problem: fmt.Sprintf("and %d more mistakes", len(ms)-maxMistakes)}
		ms = append(ms[:maxMistakes:maxMistakes], more)
	}
	return ms
}

// Mistake returns a mistake at a key of the game's file, for checks that go beyond the rules.
func (g *Game) Mistake(key, problem string) Mistake {
	return Mistake{File: g.document.file, Line: g.document.line(key), Key: key, Problem: problem}
}

// Texts yields all texts of the game's file, and the names of its keys, by path.
func (g *Game) Texts() iter.Seq2[string, string] {
	return func(yield func(path, text string) bool) { eachText("", g.document.values, yield) }
}

func eachText(path string, value any, yield func(path, text string) bool) bool {
	switch value := value.(type) {
	case string:
		return yield(path, value)
	case []any:
		for i, v := range value {
			if !eachText(fmt.Sprintf("%s[%d]", path, i), v, yield) {
				return false
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if !yield(join(path, key), key) || !eachText(join(path, key), value[key], yield) {
				return false
			}
		}
	}
	return true
}
