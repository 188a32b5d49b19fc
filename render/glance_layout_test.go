package render

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"raumbot/rules"
)

// TestGlanceFitsTheBoxes checks the shape of the picture, that everything is inside it, and that
// heads, names and cells can be read in the smallest box.
func TestGlanceFitsTheBoxes(t *testing.T) {
	glances(t, func(t *testing.T, g *glance) {
		if shape := float64(g.wide) / float64(g.high); shape > 1.6 {
			t.Errorf("%s: the picture is %d by %d", g.moveLine(), g.wide, g.high)
		}
		checkPanes(t, g.moveLine(), g.arrangement)
	})
}

// checkPanes checks that a picture is not higher than wide, that each level is once inside it and
// apart from the others, and that the names beside levels are large.
func checkPanes(t *testing.T, about string, a *arrangement) {
	t.Helper()
	if a.high > a.wide {
		t.Errorf("%s: the picture is %d by %d", about, a.wide, a.high)
	}
	if len(a.panes) != len(a.levels) {
		t.Errorf("%s: %d levels are shown of %d", about, len(a.panes), len(a.levels))
	}
	picture := image.Rect(0, a.top(), a.wide, a.high)
	for i, p := range a.panes {
		outer := p.bounds()
		outer.Min.Y -= int(1.1 * p.title)
		if p.names > 0 {
			outer.Max.Y += int(p.names)
		}
		if !outer.In(picture) {
			t.Errorf("%s: level %s at %v reaches out of the picture or into its head", about, p.Name, p.bounds())
		}
		if shown := p.names * shownWidth / float64(a.wide); p.names > 0 && shown < 8.8 {
			t.Errorf("%s: the names beside level %s are %.1f pixels high", about, p.Name, shown)
		}
		for _, q := range a.panes[:i] {
			if p.bounds().Overlaps(q.bounds()) {
				t.Errorf("%s: levels %s and %s overlap", about, p.Name, q.Name)
			}
		}
	}
}

// TestBoardsOfAnyShapeFit checks the pictures of all boards of cubic cells that a file can define:
// levels that a move concerns have cells of 11 pixels or more, the others of 0.3 of that.
func TestBoardsOfAnyShapeFit(t *testing.T) {
	for levels := 1; levels <= 26; levels++ {
		for files := 1; files <= 26; files++ {
			for ranks := 2; ranks <= min(9, rules.MaxCells/(levels*files)); ranks++ {
				for _, large := range [][]int{{0}, {levels / 2}, {0, levels - 1}, {levels/2 - 1, levels / 2}} {
					if large[0] < 0 || len(large) == 2 && large[0] == large[1] {
						continue
					}
					about := fmt.Sprintf("%d levels of %d files and %d ranks with %v large", levels, files, ranks, large)
					a := arrange(blankLevels(levels, files, ranks), large, glanceWidth)
					checkPanes(t, about, a)
					for i, p := range a.levels {
						if least := map[bool]float64{true: 11, false: 3.3}[slices.Contains(large, i)]; a.shown(p.cell) < least {
							t.Errorf("%s: the cells of level %s are %.1f pixels wide, want %.1f", about, p.Name, a.shown(p.cell), least)
						}
					}
				}
			}
		}
	}
}

// blankLevels returns levels of a size, for tests of arrangements.
func blankLevels(levels, files, ranks int) (list []*panel) {
	for level := range levels {
		s := rules.Slice{Name: string(rune('a' + level))}
		for rank := range ranks {
			s.Rows = append(s.Rows, make([]rules.Cell, files))
			s.RowNames = append(s.RowNames, fmt.Sprint(ranks-rank))
		}
		for file := range files {
			s.ColumnNames = append(s.ColumnNames, string(rune('a'+file)))
		}
		list = append(list, &panel{Slice: s})
	}
	return list
}

// TestGlanceShowsEveryCellOnce checks that no cell is missing or shown twice.
func TestGlanceShowsEveryCellOnce(t *testing.T) {
	glances(t, func(t *testing.T, g *glance) {
		seen := make([]int, g.board.Len())
		for _, p := range g.panes {
			for _, s := range p.spots {
				seen[s.cell]++
			}
		}
		for c, times := range seen {
			if times != 1 {
				t.Fatalf("%s: %s is shown %d times", g.moveLine(), g.board.Name(rules.Cell(c)), times)
			}
		}
	})
}

// largestCells are the sizes of cells as shown, on levels that a move concerns, that games have at
// least.
var largestCells = map[string]float64{
	"raumschach": 20, "stockschach216": 16.5, "stockchaturanga216": 16.5, "cubicchess": 16.5, "chess3d": 16.5,
	"tunnelchess-paired-linepiece": 18.2, "tunnelchess-paired-everything": 18.2, "tunnelchess-orders-of-knighthood": 18.2,
	"octhex146": 24.5, "millennium3d": 16.2, "dragonchess": 13.5,
}

// TestConcernedLevelsAreLarge checks that the two most important levels have large cells. The level
// of a royal piece in check must be one of them, and so must the levels of the last move and of the
// pieces giving check if these are at most two.
func TestConcernedLevelsAreLarge(t *testing.T) {
	glances(t, func(t *testing.T, g *glance) {
		want, ok := largestCells[g.Position.Variant().Name]
		if !ok {
			want = 18.5
		}
		concerned := g.concerned()
		if len(concerned) == 1 && g.board.Len() == rules.MaxCells {
			want = 25.7
		}
		ends := []int{}
		for _, c := range append(g.Position.Checkers(), g.inCheck(), g.last.from, g.last.to) {
			if g.last.moved && g.Chosen == rules.NoCell && c != rules.NoCell && !slices.Contains(ends, g.level(c)) {
				ends = append(ends, g.level(c))
			}
		}
		for _, level := range ends {
			if len(ends) <= 2 && !slices.Contains(concerned[:min(2, len(concerned))], level) {
				t.Errorf("%s: level %s is not among the first two of %v", g.moveLine(), g.levels[level].Name, concerned)
			}
		}
		for _, level := range concerned[:min(2, len(concerned))] {
			if p := g.levels[level]; g.shown(p.cell) < want {
				t.Errorf("%s: the cells of level %s are %.1f pixels wide, want %.1f", g.moveLine(), p.Name, g.shown(p.cell), want)
			}
		}
		if royal := g.inCheck(); royal != rules.NoCell && g.Chosen == rules.NoCell && !slices.Contains(concerned[:min(2, len(concerned))], g.level(royal)) {
			t.Errorf("%s: the level of %s is not among the first two of %v", g.turnLine(), g.board.Name(royal), concerned)
		}
	})
}
