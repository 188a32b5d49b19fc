package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"raumbot/rules"
)

// TestAllWordsGoThroughSay checks that all text goes through Say: with one that replaces letters
// by dots, only names, sides, statuses and cells are left.
func TestAllWordsGoThroughSay(t *testing.T) {
	letters := regexp.MustCompile(`%[sd]|[A-Za-z]`)
	dots := func(format string, args ...any) string {
		return fmt.Sprintf(letters.ReplaceAllStringFunc(format, func(part string) string {
			if len(part) == 2 {
				return part
			}
			return "."
		}), args...)
	}
	words := regexp.MustCompile(`[A-Za-z]+`)
	for _, v := range rules.Variants() {
		known := map[string]bool{"White": true, "Black": true}
		names := []string{v.Title}
		for i := range v.Kinds {
			names = append(names, v.Kinds[i].Name, v.Kinds[i].Plural())
		}
		for c := range v.Board.Len() {
			names = append(names, v.Board.Name(rules.Cell(c)))
		}
		for _, word := range words.FindAllString(strings.Join(append(names, SliceNames(v.Board)...), " "), -1) {
			known[word] = true
		}
		start := v.Start()
		s := NewScene(start)
		s.Before, s.Last, s.Say = start, start.Legal()[0], dots
		var err error
		if s.Position, err = start.Play(s.Last); err != nil {
			t.Fatal(err)
		}
		s.Chosen = s.Position.Legal()[0].From
		s.Targets = s.Position.LegalFrom(s.Chosen)
		for view := range viewCount {
			s.View, s.Slice = view, SliceNames(v.Board)[0]
			for _, word := range words.FindAllString(Text(s)+Alt(s), -1) {
				if !known[word] {
					t.Errorf("%s, %s: %q is not told through Say", v.Name, view, word)
				}
			}
		}
	}
}
