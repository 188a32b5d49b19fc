package render

import (
	"slices"

	"raumbot/rules"
)

// Dimensions of a focus view in pixels.
const (
	focusWidth  = 1000
	focusHead   = 62
	focusTop    = 106
	focusLeft   = 34
	focusGap    = 46 // between two large panels, leaving room for rank numbers
	columnLeft  = 700
	overviewGap = 34
	overviewRow = 60
)

// focusLayout shows one or two levels large, and below them an overview of all levels with
// pieces as discs. Each level has a fixed place in the overview, whether or not it is also large.
func focusLayout(b *rules.Board, side rules.Side, levels []int) layout {
	l := layout{width: focusWidth, head: focusHead, headText: 31, large: len(levels)}
	all := levelPanels(b, side)
	n, m := all[0].columns(), len(all[0].Rows)
	var cell int
	if len(levels) == 1 {
		cell = min(96, (columnLeft-focusLeft-40)/n)
		l.column = focusLeft + n*cell + 58
	} else {
		cell = min(92, (focusWidth-focusLeft-8-focusGap)/(2*n))
	}
	x := focusLeft
	for _, level := range levels {
		p := &panel{Slice: all[level].Slice}
		p.place(x, focusTop, cell)
		l.panels = append(l.panels, p)
		x += n*cell + focusGap
	}
	bottom := focusTop + m*cell + focusGap
	l.height = l.overview(all, bottom)
	return l
}

// overview places all panels as crowds below y and returns the y where they end.
func (l *layout) overview(all []*panel, y int) int {
	n, m := all[0].columns(), len(all[0].Rows)
	columns := len(all)
	cell := overviewCell(columns, n)
	if cell < 26 {
		columns = across(len(all))
		cell = overviewCell(columns, n)
	}
	step := max(n*cell+overviewGap, (focusWidth-focusLeft-16+overviewGap)/columns)
	x := focusLeft
	for i, p := range all {
		p.crowd = true
		p.place(x+i%columns*step, y+30+i/columns*(m*cell+overviewRow), cell)
		l.panels = append(l.panels, p)
	}
	rows := (len(all) + columns - 1) / columns
	return y + 30 + rows*(m*cell+overviewRow) - overviewRow + 34
}

func overviewCell(columns, n int) int {
	return min(46, (focusWidth-focusLeft-16+overviewGap-columns*overviewGap)/(columns*n))
}

// focusLevels chooses the levels that a focus view shows large: those touched by the
// last move, except that the level of a royal piece in check replaces the one that the
// move left; or those of a chosen piece and most of its targets; or, at the start,
// those of the royal pieces.
func (s *Scene) focusLevels() []int {
	board := s.Position.Variant().Board
	level := func(c rules.Cell) int { return board.Place(c).Level }
	var levels []int
	switch {
	case s.Chosen != rules.NoCell:
		levels = []int{level(s.Chosen)}
		if most := s.busiestLevel(levels[0]); most >= 0 {
			levels = append(levels, most)
		}
	case s.Before != nil:
		levels = []int{level(s.Last.From), level(s.Last.To)}
		// Three large levels would be too small, and a royal piece in check matters
		// more than where the last move came from.
		if royal := s.inCheck(); royal != rules.NoCell && !slices.Contains(levels, level(royal)) {
			levels = []int{level(s.Last.To), level(royal)}
		}
	default:
		middle := len(board.Levels()) / 2
		if royal := s.Position.Royal(s.Position.Turn()); royal != rules.NoCell {
			middle = level(royal)
		}
		levels = []int{middle, middle + 1}
		if middle+1 == len(board.Levels()) {
			levels = []int{middle - 1, middle}
		}
	}
	return slices.Compact(levels)
}

// busiestLevel returns the level other than own with the most targets, or -1.
func (s *Scene) busiestLevel(own int) int {
	board := s.Position.Variant().Board
	counts := make([]int, len(board.Levels()))
	for _, m := range s.Targets {
		counts[board.Place(m.To).Level]++
	}
	counts[own] = 0
	most := slices.Max(counts)
	if most == 0 {
		return -1
	}
	return slices.Index(counts, most)
}
