package render

import (
	"cmp"
	"math"
	"slices"

	"raumbot/rules"
)

// A layout is the arrangement of a picture.
type layout struct {
	width, height int
	// head is the height of the head, headText its font size.
	head     int
	headText float64
	panels   []*panel
	// narrow means that the picture is for a phone, with titles to fit.
	narrow bool
	// markless leaves out the corner marks, which would be specks on a phone.
	markless bool
}

// Lengths in cells: the margin left of a panel, the strip above it, and the
// total height of a row of panels in addition to the cells.
const (
	besidePanel = 0.95
	abovePanel  = 0.95
	aroundRow   = 1.75
	headHeight  = 1.5
	rightMargin = 0.475
)

// px converts a length in cells to pixels; halves are rounded up on every machine.
func px(cells float64, cell int) int { return int(math.Floor(cells*float64(cell) + 0.5 + 1e-6)) }

// fit returns the cell size at which columns of panels of n cells fill a
// width, at most largest.
func fit(width float64, columns, n, largest int) int {
	cell := width / (rightMargin + float64(columns)*(float64(n)+besidePanel))
	return min(largest, int(math.Round(cell)))
}

// setHead sets the height of the head in proportion to the cells, within limits.
func (l *layout) setHead(cell int) {
	cell = min(cell, gridCell)
	l.head, l.headText = px(headHeight, cell), 0.72*float64(cell)
}

// grid places panels of the same size in columns.
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

// across returns the number of columns in which so many panels make a picture
// wider than high.
func across(panels int) int {
	if panels <= 4 {
		return panels
	}
	return (panels + 1) / 2
}

// Target widths of pictures of levels and of ranks, and their largest
// cells.
const (
	levelsWidth = 1668
	ranksWidth  = 1523
	gridCell    = 64
)

// levelsLayout has a panel for each level.
func levelsLayout(b *rules.Board, side rules.Side, width float64, largest int) layout {
	panels := levelPanels(b, side)
	if b.Ranks() == nil {
		return aligned(b, side, fromLargest(panels), besidePanel, min(46, largest))
	}
	columns := across(len(panels))
	return grid(panels, columns, fit(width, columns, panels[0].columns(), largest))
}

// Dimensions of pictures for narrow screens, in pixels: the width, nearly twice that of a phone,
// the head and its font size, the largest cell, the least size of cells at which corner marks are
// legible on a phone, and the space around panels: to the right of the last, above each, and
// the height of a row in addition to its cells.
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

// tallLayout is levelsLayout for a narrow screen: two columns of levels, or one if there is only
// one level or the levels are wide.
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

// narrow places panels of the same size in columns of a picture for narrow screens, with cells
// as large as possible, at most largest.
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

// ranksLayout has a panel for each rank, in as many columns as are legible on a phone.
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

// fromLargest puts the levels from the largest downwards in one row, those above
// it in a second.
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

// Dimensions of rows of levels of different sizes, in cells: the greatest width of a row, the gap
// between two levels, and the least width of a level with its title.
const (
	packedRow   = 16.66
	packedGap   = 0.65
	packedTitle = 1.75
)

// packed puts the levels, the largest first and lower ones before higher ones of the same size,
// each into the first row with enough space.
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

// packedWidth returns the width of a level in a row, including the gap after it.
func packedWidth(p *panel) float64 { return max(float64(p.columns()), packedTitle) + packedGap }

// aligned places rows of panels of different sizes so that equal ranks in a row
// are at the same height.
func aligned(b *rules.Board, side rules.Side, rows [][]*panel, gap float64, cell int) layout {
	var l layout
	l.setHead(cell)
	y := 0.0
	// line returns the rank of a row of cells, counted from the top of the picture.
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
		apart := 2*highest <= last-first+1 // whether the levels of the row share no rank
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

// singleLayout shows one level or rank as large as possible.
func singleLayout(p *panel) layout {
	if p.shift == nil {
		return narrow([]*panel{p}, 1, 110)
	}
	return grid([]*panel{p}, 1, fit(900, 1, p.columns(), 110))
}
