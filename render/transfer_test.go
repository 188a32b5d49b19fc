package render

import (
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/games"
)

// TestTransfer takes a piece in Alice Chess: it is told and crossed where it stood, and what took
// it is shown on the way to the other level. A board of letters marks all three cells.
func TestTransfer(t *testing.T) {
	all, err := games.All()
	if err != nil {
		t.Fatal(err)
	}
	var before *rules.Position
	for _, g := range all {
		if g.Variant.Name == "alicechess" {
			if before, err = rules.ReadPosition(g.Variant, "w KINae1,QUEbg6 KINae8,PAWbd6 - - - 0 30"); err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err := before.ReadMove("bg6-ad6")
	if err != nil {
		t.Fatal(err)
	}
	next, err := before.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	s := NewScene(next)
	s.Before, s.Last = before, m
	if got, want := s.moveLine(), "White: QUE bg6 takes PAW on bd6, to ad6"; got != want {
		t.Errorf("the head says %q, want %q", got, want)
	}
	if got, want := s.moveWords(), "White's Queen from bg6 to ad6, taking the Pawn on bd6"; got != want {
		t.Errorf("the words are %q, want %q", got, want)
	}
	board := before.Variant().Board
	trail := s.trail()
	if len(trail.stops) != 1 || board.Name(trail.stops[0]) != "bd6" || trail.inPassing || board.Name(trail.takenAt()) != "bd6" {
		t.Errorf("the trail stops at %v and takes at %d (in passing: %t)", trail.stops, trail.takenAt(), trail.inPassing)
	}
	if len(trail.passed) != 2 {
		t.Errorf("%d cells are crossed, want 2", len(trail.passed))
	}
	if drawn := Letters(s, 80); !strings.Contains(drawn, "*QUE") || strings.Count(drawn, string(playedCell)) != 3 {
		t.Errorf("drawn with letters:\n%s", drawn)
	}
}
