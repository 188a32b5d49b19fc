package render

import (
	"cmp"
	"math"
	"slices"

	"raumbot/rules"
)

// A layout is where everything of a picture goes.
type layout struct {
	width, height int
	// head is the height of the head, headText the size of its letters.
	head     int
	headText float64
	panels   []*panel
	// narrow says that the picture is for a phone, with titles to fit.
	narrow bool
	// large counts the panels, at the front, that a focus shows large.
	large int
	// markless leaves out the corner marks, which are specks on a phone.
	markless bool
	// column is the x at which the column about a move within one level begins, 0
	// for none.
	column int
}

// Lengths in cells: the margin left of a panel,
// the strip above and all that a row of panels is higher than its cells.
const (
	besidePanel = 0.95
	abovePanel  = 0.95
	aroundRow   = 1.75
	headHeight  = 1.5
	rightMargin = 0.475
)

// px turns a length in cells into pixels; exact halves go up on every machine.
func px(cells float64, cell int) int { return int(math.Floor(cells*float64(cell) + 0.5 + 1e-6)) }

// fit returns the cell size at which columns of panels of n cells fill a
// width, at most the largest.
func fit(width float64, columns, n, largest int) int {
	cell := width / (rightMargin + float64(columns)*(float64(n)+besidePanel))
	return min(largest, int(math.Round(cell)))
}

// setHead makes the head as high as the cells ask for, within reason.
func (l *layout) setHead(cell int) {
	cell = min(cell, gridCell)
	l.head, l.headText = px(headHeight, cell), 0.72*float64(cell)
}

// grid places panels of one size in columns.
func grid(panels []*panel, columns, cell int) layout {
	l := layout{panels: panels}
	l.setHead(cell)
	n, m := 0, 0
	for _, p := range panels {
		p.place(0, 0, cell)
		n, m = max(n, (p.bounds().Dx()+cell-1)/cell), max(m, len(p.Rows))
	}
	for k, p := range panels {
		i, j := float64(k%columns), float64(k/columns)
		p.place(px(besidePanel+i*(float64(n)+besidePanel), cell),
			l.head+px(j*(float64(m)+aroundRow)+abovePanel, cell), cell)
	}
	rows := (len(panels) + columns - 1) / columns
	l.width = px(rightMargin+float64(columns)*(float64(n)+besidePanel), cell)
	l.height = l.head + px(float64(rows)*(float64(m)+aroundRow)+0.1, cell)
	return l
}

// across is the number of columns in which so many panels make a picture
// wider than high.
func across(panels int) int {
	if panels <= 4 {
		return panels
	}
	return (panels + 1) / 2
}

// The widths that pictures of levels and of ranks aim at, and their largest
// cells.
const (
	levelsWidth = 1668
	ranksWidth  = 1523
	gridCell    = 64
)

// levelsLayout is a panel for each level.
func levelsLayout(b *rules.Board, side rules.Side, width float64, largest int) layout {
	panels := levelPanels(b, side)
	if b.Ranks() == nil {
		return aligned(b, side, fromLargest(panels), besidePanel, min(46, largest))
	}
	columns := across(len(panels))
	return grid(panels, columns, fit(width, columns, panels[0].columns(), largest))
}

// The measures of pictures for narrow screens, in pixels: the width, nearly twice that of a phone,
// the head and its letters, the largest cell, the size of cells from which corner marks can be
// told apart on a phone, and the room around panels: to the right of the last, above each, and
// all that a row is higher than its cells.
const (
	tallWidth   = 752
	tallHeight  = 60
	tallHead    = 30.0
	tallCell    = 80
	leastMarked = 66
	tallRight   = 8
	tallAbove   = 46
	tallAround  = 84
)

// tallLayout is levelsLayout for a narrow screen: two columns of levels, one if there is but one
// level or the levels are wide.
func tallLayout(b *rules.Board, side rules.Side) layout {
	panels := levelPanels(b, side)
	if b.Ranks() == nil {
		l := aligned(b, side, packed(panels), packedGap, 48)
		l.markless, l.narrow = true, true
		return l
	}
	if len(panels) == 1 || panels[0].columns() > 8 {
		return narrow(panels, 1, tallCell)
	}
	return narrow(panels, 2, tallCell)
}

// narrow places panels of one size in so many columns of a picture for narrow screens, with cells
// as large as that allows, up to the largest.
func narrow(panels []*panel, columns, largest int) layout {
	beside := 28
	for _, name := range panels[0].RowNames {
		beside = max(beside, int(textWidth(name, rowNameSize(name, 50)))+10)
	}
	n, m := panels[0].columns(), len(panels[0].Rows)
	cell := min(largest, (tallWidth-tallRight-columns*beside)/(columns*n))
	l := layout{panels: panels, markless: cell < leastMarked, narrow: true, head: tallHeight, headText: tallHead}
	for k, p := range panels {
		p.place(beside+k%columns*(n*cell+beside), l.head+tallAbove+k/columns*(m*cell+tallAround), cell)
	}
	rows := (len(panels) + columns - 1) / columns
	l.width = columns*(n*cell+beside) + tallRight
	l.height = l.head + rows*(m*cell+tallAround)
	return l
}

// ranksLayout is a panel for each rank: as many beside each other as can be read on a phone.
func ranksLayout(b *rules.Board, side rules.Side, width float64, largest int) layout {
	panels := rankPanels(b, side)
	switch n := panels[0].columns(); {
	case b.Ranks() == nil || width != ranksWidth:
		columns := across(len(panels))
		return grid(panels, columns, fit(width, columns, n, largest))
	case n <= 4:
		return narrow(panels, 3, tallCell)
	}
	return narrow(panels, 2, tallCell)
}

// fromLargest puts the levels from the largest down in one row, those above
// it, going up, in a second.
func fromLargest(panels []*panel) [][]*panel {
	largest := 0
	for i, p := range panels {
		if p.columns() > panels[largest].columns() {
			largest = i
		}
	}
	up := slices.Clone(panels[:largest])
	slices.Reverse(up)
	return [][]*panel{panels[largest:], up}
}

// The measures of rows of levels of several sizes, in cells: how wide a row may be, the gap
// between two levels, and the least width of a level with its title.
const (
	packedRow   = 16.66
	packedGap   = 0.65
	packedTitle = 1.75
)

// packed puts the levels, the largest first and the lower of two first, each into the
// first row that has room for it.
func packed(panels []*panel) [][]*panel {
	bySize := slices.Clone(panels)
	slices.Reverse(bySize)
	slices.SortStableFunc(bySize, func(a, b *panel) int { return cmp.Compare(b.columns(), a.columns()) })
	var rows [][]*panel
	var widths []float64
	for _, p := range bySize {
		need := packedWidth(p)
		row := slices.IndexFunc(widths, func(width float64) bool { return width+need <= packedRow })
		if row < 0 {
			row = len(rows)
			rows, widths = append(rows, nil), append(widths, packedGap)
		}
		rows[row], widths[row] = append(rows[row], p), widths[row]+need
	}
	return rows
}

// packedWidth is what a level and the gap behind it take of a row.
func packedWidth(p *panel) float64 { return max(float64(p.columns()), packedTitle) + packedGap }

// aligned places rows of panels of several sizes so that equal ranks of a
// row lie on one line.
func aligned(b *rules.Board, side rules.Side, rows [][]*panel, gap float64, cell int) layout {
	var l layout
	l.setHead(cell)
	y := 0.0
	// line is the rank of a row of cells, counted from the top of the picture.
	line := func(p *panel, row int) int {
		rank := b.Place(p.Rows[row][0]).Rank
		if side == rules.White {
			return -rank
		}
		return rank
	}
	for _, row := range rows {
		first, last := math.MaxInt, math.MinInt
		highest := 0
		for _, p := range row {
			first, last = min(first, line(p, 0)), max(last, line(p, len(p.Rows)-1))
			highest = max(highest, len(p.Rows))
		}
		apart := 2*highest <= last-first+1 // the levels of the row share no rank
		if apart {
			last = first + highest - 1
		}
		x := gap
		for _, p := range row {
			down := line(p, 0) - first
			if apart {
				down = 0
			}
			p.place(px(x, cell), l.head+px(y+abovePanel+float64(down), cell), cell)
			x += max(float64(p.columns()), packedTitle) + gap
			l.panels = append(l.panels, p)
		}
		l.width = max(l.width, px(x-gap+rightMargin, cell))
		y += float64(last-first+1) + aroundRow
	}
	l.height = l.head + px(y+0.1, cell)
	return l
}

// singleLayout is one level or rank as large as a picture may be.
func singleLayout(p *panel) layout {
	if p.shift == nil {
		return narrow([]*panel{p}, 1, 110)
	}
	return grid([]*panel{p}, 1, fit(900, 1, p.columns(), 110))
}
