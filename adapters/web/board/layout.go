package board

import (
	"raumbot/rules"
)

// Posture is a way in which the levels are laid out.
type Posture string

// The postures: one level large, the levels tilted in one or two towers, all levels flat.
const (
	Page  Posture = "page"
	Stack Posture = "stack"
	Grid  Posture = "grid"
)

// Layout is what does not change during a game.
type Layout struct {
	Variant string   `json:"variant"` // its ID
	Title   string   `json:"title"`
	Cells   []string `json:"cells"` // the names of the cells
	// Shades has the class of each cell, from 0, which decides its colour. A colour-bound man stays
	// in one class.
	Shades []int   `json:"shades"`
	Kinds  []Kind  `json:"kinds"`
	Levels []Level `json:"levels"` // from the top
	// Default is the initial posture on a large screen.
	Default Posture `json:"default"`
	// Pages are the levels on each page: one, but small levels of a board with levels of several
	// sizes share pages.
	Pages [][]int `json:"pages"`
	Tower Tower   `json:"tower"`
	// Grids are arrangements of all levels. A window shows the one with the largest cells in it.
	Grids []Arrangement `json:"grids"`
}

// Kind is a kind of man.
type Kind struct {
	Code   string   `json:"code"`
	Name   string   `json:"name"`
	Figure string   `json:"figure"` // the chess piece whose shape it has
	Moves  []string `json:"moves"`  // how it moves, in English
	Royal  bool     `json:"royal,omitempty"`
	Pawn   bool     `json:"pawn,omitempty"`
}

// Level is one level as White sees it, the highest rank on top.
type Level struct {
	Name  string   `json:"name"`
	Files []string `json:"files"`
	Ranks []string `json:"ranks"` // from the top
	// Rows has the cells, the top row first; -1 means that there is no cell.
	Rows [][]int `json:"rows"`
	// Walls has the boundary of rings between each pair of neighbouring files:
	// 0 for none, 1 for thin, 2 for thick. It is empty on boards without rings.
	Walls []int `json:"walls,omitempty"`
}

// Columns returns the number of files of the level.
func (l *Level) Columns() int { return len(l.Rows[0]) }

// Place is where a cell lies: the level and the row from the top, the column from the left, all
// from 0.
type Place struct{ Level, Row, Column int }

// LayoutOf returns the layout of a game.
func LayoutOf(v *rules.Variant) *Layout {
	l := &Layout{Variant: v.ID(), Title: v.Title, Levels: levelsOf(v.Board)}
	for c := range rules.Cell(v.Board.Len()) {
		l.Cells = append(l.Cells, v.Board.Name(c))
		l.Shades = append(l.Shades, v.Board.BishopBinding(c))
	}
	for i := range v.Kinds[1:] {
		k := &v.Kinds[i+1]
		l.Kinds = append(l.Kinds, Kind{Code: k.Code, Name: k.Name, Figure: k.Figure.String(), Moves: k.MoveWords(), Royal: k.Royal, Pawn: k.Pawn})
	}
	l.Pages = pagesOf(l.Levels)
	l.Tower = towerOf(l.Levels)
	l.Grids = gridsOf(v.Board, l.Levels)
	l.Default = l.posture()
	return l
}

func levelsOf(b *rules.Board) []Level {
	var levels []Level
	for _, s := range b.Levels() {
		l := Level{Name: s.Name, Files: s.ColumnNames, Ranks: s.RowNames}
		for _, cells := range s.Rows {
			row := make([]int, len(cells))
			for i, c := range cells {
				row[i] = int(c)
			}
			l.Rows = append(l.Rows, row)
		}
		if cells := s.Rows[0]; b.HasRings() {
			for i := range cells[1:] {
				l.Walls = append(l.Walls, walls[b.Boundary(cells[i], cells[i+1])])
			}
		}
		levels = append(levels, l)
	}
	return levels
}

var walls = map[rules.Boundary]int{rules.NoBoundary: 0, rules.Thin: 1, rules.Thick: 2}

// pagesOf returns the levels of each page. Each level has a page of its own, but neighbouring
// levels that are narrower than half the widest level share a page as long as they fit its width.
func pagesOf(levels []Level) [][]int {
	widest := 0
	for i := range levels {
		widest = max(widest, levels[i].Columns())
	}
	var pages [][]int
	room := 0.0
	for i := range levels {
		need := max(float64(levels[i].Columns()), leastTitle)
		small := 2*levels[i].Columns() < widest
		if small && len(pages) > 0 && room >= need+packedGap && 2*levels[i-1].Columns() < widest {
			pages[len(pages)-1] = append(pages[len(pages)-1], i)
			room -= need + packedGap
			continue
		}
		pages = append(pages, []int{i})
		room = float64(widest) - need
	}
	return pages
}

// Place returns where a cell lies; false if the board has no such cell.
func (l *Layout) Place(cell int) (Place, bool) {
	for i := range l.Levels {
		for r, row := range l.Levels[i].Rows {
			for c, at := range row {
				if at == cell {
					return Place{i, r, c}, true
				}
			}
		}
	}
	return Place{}, false
}

// The space for the board in the window for which the default posture is chosen, in pixels.
const (
	stackWide, stackHigh = 832, 660 // in a stack, without the letters of the levels
	gridFull             = 1280     // the width of a grid
	gridTop              = 688      // the height of a grid
	readable             = 44       // the cell size from which men are drawn in full
)

// posture returns the default posture: a stack if its cells are readable, else a grid if its cells
// are, else a page.
func (l *Layout) posture() Posture {
	switch {
	case l.Tower.Cell >= readable:
		return Stack
	case gridCell(l.Grids, gridFull, gridTop) >= readable:
		return Grid
	}
	return Page
}
