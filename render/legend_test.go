package render

import (
	"bytes"
	"slices"
	"testing"

	"raumbot/rules"
)

// words returns the texts in the legend of a scene.
func words(s Scene) []string {
	var list []string
	for _, e := range newPainter(s, tallLayout(s.Position.Variant().Board, s.Side)).legend().entries {
		list = append(list, e.words)
	}
	return list
}

// TestLegendExplainsTheMarks checks that every mark of a picture, and no other, is explained.
func TestLegendExplainsTheMarks(t *testing.T) {
	checked := at(t, "blocschach", "b EPRsa1 EPRzh8,MARsb8 - - - 0 7")
	m, err := checked.Position.ReadMove("sb8-sa8")
	if err != nil {
		t.Fatal(err)
	}
	next, err := checked.Position.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	checked.Before, checked.Last, checked.Position = checked.Position, m, next
	drawn := NewScene(rules.Variants()[0].Start())
	drawn.Result = "Draw: agreement"
	black := rules.Black
	won := drawn
	won.Result, won.Winner = "Black wins: resignation", &black
	for name, test := range map[string]struct {
		scene   Scene
		with    []string
		without []string
	}{
		"a start":      {afterMoves(t, "octhex146", 0, 0), []string{"to move"}, []string{"last move", "in check", "thin boundary", "winner", "Rook"}},
		"a check":      {checked, []string{"to move", "last move", "in check", "gives check", "thin boundary", "thick boundary"}, []string{"on the way", "Rook"}},
		"a draw":       {drawn, []string{"drawn"}, []string{"to move", "winner"}},
		"a win":        {won, []string{"winner"}, []string{"to move", "drawn"}},
		"corner marks": {afterMoves(t, "raumschach", 0, 1), []string{"Rook", "Bishop", "Unicorn", "dot: one step only"}, []string{"gives check"}},
	} {
		got := words(test.scene)
		for _, word := range test.with {
			if !slices.Contains(got, word) {
				t.Errorf("%s: the legend %q lacks %q", name, got, word)
			}
		}
		for _, word := range test.without {
			if slices.Contains(got, word) {
				t.Errorf("%s: the legend %q explains %q, which is not there", name, got, word)
			}
		}
	}
}

// TestLegendFollowsTheGame checks that a frozen piece, an intermediate stop and a cross are
// explained once they occur in a game.
func TestLegendFollowsTheGame(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, v := range rules.Variants() {
		for _, s := range played(t, v, 0, -1)[1:] {
			got, trail := words(s), s.trail()
			for word, used := range map[string]bool{
				"on the way": len(trail.via) > 0, "crossed": len(trail.passed) > 0,
				"captured in passing": trail.victimCell != rules.NoCell && trail.victimCell != trail.to,
			} {
				if slices.Contains(got, word) != used {
					t.Fatalf("%s: after %s the legend is %q", v.Name, s.moveLine(), got)
				}
				seen[word] = seen[word] || used
			}
		}
	}
	if !seen["on the way"] || !seen["crossed"] {
		t.Errorf("the games have shown %v only", seen)
	}
}

// TestNothingLostIsTold checks that a side without losses is listed as such.
func TestNothingLostIsTold(t *testing.T) {
	p := newPainter(afterMoves(t, "raumschach", 0, 1), tallLayout(rules.Variants()[0].Board, rules.White))
	_, names, _ := p.footLines()
	if want := []string{"White has lost nothing", "Black has lost nothing"}; !slices.Equal(names, want) {
		t.Errorf("the foot says %q, want %q", names, want)
	}
}

// TestBoundariesShowInEveryView checks that ring boundaries are drawn wherever they separate two
// adjacent cells.
func TestBoundariesShowInEveryView(t *testing.T) {
	for _, v := range rules.Variants() {
		s := NewScene(v.Start())
		for view, l := range viewLayouts(s) {
			s.View = view
			p := newPainter(s, l)
			p.paint()
			thick := 0
			for _, panel := range p.panels {
				for row, cells := range panel.Rows {
					for column := 1; column < len(cells); column++ {
						if cells[column] == rules.NoCell || p.board.Boundary(cells[column-1], cells[column]) != rules.Thick {
							continue
						}
						thick++
						x, y := panel.at.X+column*panel.cell, panel.at.Y+row*panel.cell+panel.cell/8
						if got := p.palette.colors[p.Pix[p.PixOffset(x, y)]]; got != p.colors.thick && panel.shift == nil {
							t.Fatalf("%s, %s: there is no thick line left of %s, but %06x", v.Name, view, p.board.Name(cells[column]), got)
						}
					}
				}
			}
			if (thick > 0) != v.Board.HasRings() {
				t.Errorf("%s, %s: %d thick boundaries", v.Name, view, thick)
			}
		}
		checkStackBoundaries(t, s)
	}
}

func checkStackBoundaries(t *testing.T, s Scene) {
	t.Helper()
	s.View = Stack
	p, slabs := newStack(s)
	p.paintStack(slabs)
	board, seen := p.board, map[rules.Boundary]int{}
	for _, slab := range slabs {
		for row, cells := range slab.Rows {
			for column := 1; column < len(cells); column++ {
				kind := board.Boundary(cells[column-1], cells[column])
				want, drawn := map[rules.Boundary]rgb{rules.Thin: p.colors.thin, rules.Thick: p.colors.thick}[kind]
				if !drawn {
					continue
				}
				seen[kind]++
				// Near the far edge of the row, not covered by any piece.
				x, y := slab.corner(float64(row)+0.1, float64(column))
				line := p.Pix[p.PixOffset(int(x)-2, int(y)):][:5]
				if row == 0 && !bytes.Contains(line, []byte{p.palette.index(want)}) {
					t.Fatalf("%s: left of %s there is no line of a boundary", s.Position.Variant().Name, board.Name(cells[column]))
				}
			}
		}
	}
	if (seen[rules.Thin] > 0 && seen[rules.Thick] > 0) != board.HasRings() {
		t.Errorf("%s: %v boundaries", s.Position.Variant().Name, seen)
	}
	if got := slices.Contains(words(s), "thick boundary"); got != board.HasRings() {
		t.Errorf("%s: the legend explains boundaries: %v", s.Position.Variant().Name, got)
	}
}
