package render

import (
	"image"
	"slices"
	"strings"
	"testing"

	"raumbot/rules"
)

// layouts returns every layout of a board.
func layouts(b *rules.Board, side rules.Side) map[string]layout {
	return map[string]layout{
		"levels": levelsLayout(b, side, levelsWidth, gridCell),
		"ranks":  ranksLayout(b, side, ranksWidth, gridCell),
		"tall":   tallLayout(b, side),
		"replay": levelsLayout(b, side, replayWidth, replayCell),
	}
}

// TestEveryCellHasItsPlace checks that in every layout each cell occurs once and inside the
// picture, and that no panel covers another.
func TestEveryCellHasItsPlace(t *testing.T) {
	for _, v := range rules.Variants() {
		for _, side := range []rules.Side{rules.White, rules.Black} {
			for name, l := range layouts(v.Board, side) {
				t.Run(v.Name+"/"+side.String()+"/"+name, func(t *testing.T) {
					checkLayout(t, v.Board, l)
				})
			}
		}
	}
}

func checkLayout(t *testing.T, b *rules.Board, l layout) {
	picture := image.Rect(0, 0, l.width, l.height)
	seen := make([]int, b.Len())
	for i, p := range l.panels {
		if !p.bounds().In(picture) {
			t.Errorf("panel %s at %v reaches out of the picture %v", p.Name, p.bounds(), picture)
		}
		for _, q := range l.panels[:i] {
			if p.bounds().Overlaps(q.bounds()) {
				t.Errorf("panels %s at %v and %s at %v overlap", p.Name, p.bounds(), q.Name, q.bounds())
			}
		}
		for _, s := range p.spots {
			if !s.In(p.bounds()) {
				t.Errorf("cell %s at %v is not on its panel %v", b.Name(s.cell), s.Rectangle, p.bounds())
			}
			seen[s.cell]++
		}
	}
	for c, times := range seen {
		if times != 1 {
			t.Errorf("cell %s is shown %d times", b.Name(rules.Cell(c)), times)
		}
	}
}

// TestOwnCampIsBelow checks that on levels a side's own camp is at the bottom, and that on ranks,
// which the articles print as White sees them, the top level is at the top for both sides.
func TestOwnCampIsBelow(t *testing.T) {
	for _, v := range rules.Variants() {
		for _, side := range []rules.Side{rules.White, rules.Black} {
			for _, p := range levelsLayout(v.Board, side, levelsWidth, gridCell).panels {
				first, last := p.Rows[0][0], p.Rows[len(p.Rows)-1][0]
				below := v.Board.Place(last).Rank < v.Board.Place(first).Rank
				if len(p.Rows) > 1 && below != (side == rules.White) {
					t.Errorf("%s, %s's view: level %s has %s above %s", v.Name, side, p.Name, v.Board.Name(first), v.Board.Name(last))
				}
			}
			for _, p := range ranksLayout(v.Board, side, ranksWidth, gridCell).panels {
				first, last := p.Rows[0][0], p.Rows[len(p.Rows)-1][0]
				if v.Board.Place(first).Level > v.Board.Place(last).Level {
					t.Errorf("%s, %s's view: rank %s has its levels upside down", v.Name, side, p.Name)
				}
			}
		}
	}
}

// TestRanksLineUpOnLevelsOfSeveralSizes checks that equal ranks of panels in a row are at the
// same height, so that the row can be read across.
func TestRanksLineUpOnLevelsOfSeveralSizes(t *testing.T) {
	for _, v := range rules.Variants() {
		if v.Board.Ranks() != nil {
			continue
		}
		for name, l := range map[string]layout{"levels": levelsLayout(v.Board, rules.White, levelsWidth, gridCell), "tall": tallLayout(v.Board, rules.White)} {
			lines := map[int]map[int]bool{} // heights at which each rank occurs
			for _, p := range l.panels {
				for _, s := range p.spots {
					rank := v.Board.Place(s.cell).Rank
					if lines[rank] == nil {
						lines[rank] = map[int]bool{}
					}
					lines[rank][s.Min.Y] = true
				}
			}
			// In the tall picture, the levels of the last row share no rank.
			rows := map[string]int{"levels": 2, "tall": 5}[name]
			for rank, at := range lines {
				if len(at) > rows {
					t.Errorf("%s %s: rank %d lies on %d lines, want at most %d", v.Name, name, rank+1, len(at), rows)
				}
			}
		}
	}
}

// TestCellsCanBeReadOnAPhone checks that on a phone, where a picture is 400 pixels wide, the
// cells of the posted picture and of the ranks are large enough for codes.
func TestCellsCanBeReadOnAPhone(t *testing.T) {
	const phone, least = 400, 22.5
	for _, v := range rules.Variants() {
		for name, l := range map[string]layout{"tall": tallLayout(v.Board, rules.White), "ranks": ranksLayout(v.Board, rules.White, ranksWidth, gridCell)} {
			if name == "ranks" && v.Board.Ranks() == nil {
				continue // hexagonal planes are not for phones
			}
			for _, p := range l.panels {
				if shown := float64(p.cell) * phone / float64(l.width); shown < least {
					t.Errorf("%s, %s: the cells of %s are %.1f pixels wide on a phone, want %.1f", v.Name, name, p.Name, shown, least)
				}
				if len(p.RowNames) != len(p.Rows) || p.ColumnNames != nil && len(p.ColumnNames) != p.columns() {
					t.Errorf("%s, %s: %s has %d and %d names for %d rows and %d columns", v.Name, name, p.Name, len(p.RowNames), len(p.ColumnNames), len(p.Rows), p.columns())
				}
			}
		}
	}
}

// TestPanelsSayWhatTheMoveDid checks that every panel with a cell in a colour of the last move
// has words that say why.
func TestPanelsSayWhatTheMoveDid(t *testing.T) {
	for _, v := range rules.Variants() {
		for _, s := range played(t, v, 0, 80)[1:] {
			p := newPainter(s, levelsLayout(v.Board, rules.White, levelsWidth, gridCell))
			for _, panel := range p.panels {
				marked := false
				for _, spot := range panel.spots {
					c := spot.cell
					marked = marked || c == s.Last.From || c == s.Last.To || slices.Contains(p.last.passed, c) || slices.Contains(p.last.via, c) || c == s.inCheck()
				}
				if words := p.touch(panel).words; (words != "") != marked {
					t.Fatalf("%s: %s, panel %s has marks: %t, and words %q", v.Name, s.moveLine(), panel.Name, marked, words)
				}
			}
		}
	}
}

func TestNamesAreReadLeniently(t *testing.T) {
	if v, err := ParseView("RANKS"); v != Ranks || err != nil {
		t.Errorf("RANKS is read as %v, %v", v, err)
	}
	if v, err := ParseView("Focus"); v != Glance || err != nil {
		t.Errorf("focus is read as %v, %v, want the view that has replaced it", v, err)
	}
	if _, err := ParseView("isometric"); err == nil || !strings.Contains(err.Error(), "glance, levels, ranks") {
		t.Errorf("an unknown view is answered with %v, want the choices", err)
	}
	if _, err := ParseTheme("pink"); err == nil || !strings.Contains(err.Error(), "light, dark") {
		t.Errorf("an unknown theme is answered with %v, want the choices", err)
	}
	s := NewScene(rules.Variants()[0].Start())
	s.View, s.Slice = Single, "9"
	if _, err := PNG(s); err == nil || !strings.Contains(err.Error(), "choose one of") {
		t.Errorf("an unknown slice is answered with %v, want the choices", err)
	}
}
