package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"raumbot/rules"
)

// TestLetters draws a board after a move: five levels, as far as they fit beside each other.
func TestLetters(t *testing.T) {
	s := afterMoves(t, "raumschach", 0, 0)
	m, err := s.Position.ReadMove("ab2-ab3")
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Position.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	s.Before, s.Last, s.Position = s.Position, m, next
	want := `Level e                 Level d                 Level c
5 roo kni kin kni roo   5 uni bis que uni bis   5 ·   ·   ·   ·   ·
4 paw paw paw paw paw   4 paw paw paw paw paw   4 ·   ·   ·   ·   ·
3 ·   ·   ·   ·   ·     3 ·   ·   ·   ·   ·     3 ·   ·   ·   ·   ·
2 ·   ·   ·   ·   ·     2 ·   ·   ·   ·   ·     2 ·   ·   ·   ·   ·
1 ·   ·   ·   ·   ·     1 ·   ·   ·   ·   ·     1 ·   ·   ·   ·   ·
  a   b   c   d   e       a   b   c   d   e       a   b   c   d   e

Level b                 Level a
5 ·   ·   ·   ·   ·     5 ·   ·   ·   ·   ·
4 ·   ·   ·   ·   ·     4 ·   ·   ·   ·   ·
3 ·   ·   ·   ·   ·     3 ·  *PAW ·   ·   ·
2 PAW PAW PAW PAW PAW   2 PAW*·   PAW PAW PAW
1 BIS UNI QUE BIS UNI   1 ROO KNI KIN KNI ROO
  a   b   c   d   e       a   b   c   d   e
`
	if got := Letters(s, 80); got != want {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
	s.Side = rules.Black
	want = `Level a
1 ROO KNI KIN KNI ROO
2 PAW PAW PAW*·   PAW
3 ·   ·   ·  *PAW ·
4 ·   ·   ·   ·   ·
5 ·   ·   ·   ·   ·
  e   d   c   b   a
`
	if got := Letters(s, 40); !strings.HasSuffix(got, want) {
		t.Errorf("drawn for Black:\n%s\nwant at the end:\n%s", got, want)
	}
}

// TestLettersShowTargets marks a piece and where it can go, on a rank whose rows are shifted.
func TestLettersShowTargets(t *testing.T) {
	s := afterMoves(t, "octhex146", 0, 0)
	s.View = Ranks
	cell, _ := s.Position.Variant().Board.Cell("vb2")
	s.Chosen, s.Targets = cell, s.Position.LegalFrom(cell)
	drawn := Letters(s, 30)
	if strings.Count(drawn, ">") != 1 || strings.Count(drawn, "+") != len(s.Targets) || len(s.Targets) == 0 {
		t.Errorf("%d targets are not all marked:\n%s", len(s.Targets), drawn)
	}
}

// TestLettersFit draws the start of every game in both views. No line may be wider than the
// terminal, and every piece must be drawn.
func TestLettersFit(t *testing.T) {
	for _, v := range rules.Variants() {
		for _, view := range []View{Levels, Ranks} {
			s := NewScene(v.Start())
			s.View = view
			drawn := Letters(s, 100)
			for line := range strings.Lines(drawn) {
				if utf8.RuneCountInString(line) > 101 {
					t.Errorf("%s: %q is too wide", v.Name, line)
				}
			}
			pieces := 0
			for c := range rules.Cell(v.Board.Len()) {
				if s.Position.At(c) != rules.NoPiece {
					pieces++
				}
			}
			codes := strings.FieldsFunc(drawn, func(r rune) bool { return r == ' ' || r == '\n' || r == '*' })
			found := 0
			for _, w := range codes {
				if len(w) == 3 && w[1] != '-' && (w == strings.ToUpper(w) || w == strings.ToLower(w)) && w[0] > '9' {
					found++
				}
			}
			if found != pieces {
				t.Errorf("%s: %d pieces of %d are drawn:\n%s", v.Name, found, pieces, drawn)
			}
		}
	}
}
