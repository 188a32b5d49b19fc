package render

import (
	"image"
	"slices"
)

// The picture is glanceWidth pixels wide: four times the box of Element, the smallest of the
// boxes in which chat clients show pictures. Sizes called shown are in the pixels of that box.
const (
	glanceWidth = 4 * shownWidth
	shownWidth  = 324
)

// Sizes in hundredths of the picture's width: of the letters of the head, of the names of files
// and ranks, of titles of large and of small levels; of gaps; the height of the head.
const (
	headLetters  = 5.2
	leastLetters = 3.9
	bigNames     = 3.4
	gridNames    = 0.8 * bigNames
	bigTitle     = 4.2
	gridTitle    = 3.4
	smallTitle   = 3.6
	smallGap     = 1.1
	bigGap       = 0.8
	glanceHead   = 2*1.3*headLetters + 0.8
)

// Least sizes of cells as shown: in a grid of all levels; on levels below the large ones that have
// names of their own; of lettered pieces in games whose kinds have figures of their own; of
// lettered pieces where kinds share figures; and of cells with marks inside.
const (
	leastGridCell  = 15.5
	leastNamedCell = 11
	leastLettered  = 18
	leastShared    = 15
	leastInner     = 8
)

// A pane is a level in a glance.
type pane struct {
	*panel
	// names and title are font sizes in pixels; without names there are none beside the level.
	names, title float64
	// small means that the level is one of those that the move does not concern most: its title
	// is a letter in the middle.
	small bool
	as    rendering
}

// An arrangement is the layout of a glance.
type arrangement struct {
	u          float64 // a hundredth of the width, in pixels
	wide, high int     // size of the picture
	panes      []*pane
	free       image.Rectangle // where there is room for captured pieces; may be empty

	levels        []*panel
	columns, rows int // of the largest level
}

// arrange places the levels of a board in a picture of a width: all in a grid if their cells are
// then large enough; else those in large, one or two, large and the others small.
func arrange(levels []*panel, large []int, width int) *arrangement {
	a := &arrangement{u: float64(width) / 100, wide: width, levels: levels}
	even := true
	for _, p := range levels {
		even = even && p.columns() == levels[0].columns() && len(p.Rows) == len(levels[0].Rows)
		a.columns, a.rows = max(a.columns, p.columns()), max(a.rows, len(p.Rows))
	}
	named := a.below(large)
	switch columns, cell := a.bestGrid(); {
	case !even:
		a.bySize(a.withNeighbour(large))
	case len(levels) <= 2 && a.columns <= 8:
		a.pair(indexes(len(levels)))
	case a.shown(cell) >= leastGridCell:
		a.grid(columns, cell)
	case a.columns > 8:
		a.stacked(a.withNeighbour(large))
	case a.shown(named.small) >= leastNamedCell:
		a.pairNamed(named)
	case len(large) == 1 && a.rows >= a.columns:
		a.single(large[0])
	default:
		a.pair(a.withNeighbour(large))
	}
	return a
}

// indexes returns the numbers from 0 to n-1.
func indexes(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// even reports whether the cells of all levels are of the same size in the picture.
func (a *arrangement) even() bool {
	return !slices.ContainsFunc(a.panes, func(p *pane) bool { return p.cell != a.panes[0].cell })
}

// px converts hundredths of the width to pixels.
func (a *arrangement) px(units float64) int { return int(units * a.u) }

// shown returns the size of pixels of the picture in the smallest box.
func (a *arrangement) shown(pixels int) float64 { return float64(pixels*shownWidth) / float64(a.wide) }

// top is the lower end of the head.
func (a *arrangement) top() int { return a.px(glanceHead) }

// beside returns the width of the names left of a level, under the height of those below it,
// over the height of its title.
func (a *arrangement) beside(names, gap float64) int {
	width := 0.62
	for _, p := range a.levels {
		for _, name := range p.RowNames {
			width = max(width, textWidth(name, 1))
		}
	}
	return a.px(names*width + gap)
}

func (a *arrangement) under(names, gap float64) int { return a.px(0.95*names + gap) }
func (a *arrangement) over(title float64) int       { return a.px(1.35 * title) }

// add places a level.
func (a *arrangement) add(level, x, y, cell int, names, title float64, small bool) {
	p := a.levels[level]
	p.place(x, y, cell)
	a.panes = append(a.panes, &pane{panel: p, names: names * a.u, title: title * a.u, small: small})
}

// rest returns the levels other than some.
func (a *arrangement) rest(large []int) (rest []int) {
	for i := range a.levels {
		if !slices.Contains(large, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

// withNeighbour adds to a single level the larger of its neighbours, so that there are two.
func (a *arrangement) withNeighbour(large []int) []int {
	if len(large) != 1 || len(a.levels) == 1 {
		return large
	}
	i := large[0]
	if i == 0 || i+1 < len(a.levels) && a.levels[i+1].columns() >= a.levels[i-1].columns() {
		return []int{i, i + 1}
	}
	return []int{i - 1, i}
}

// bestGrid returns the number of columns with which a grid of all levels has the largest cells.
func (a *arrangement) bestGrid() (columns, cell int) {
	for n := range len(a.levels) {
		if c := a.gridCell(n + 1); c >= cell {
			columns, cell = n+1, c
		}
	}
	return columns, cell
}

// gridCell returns the size of cells of a grid of so many columns within a square.
func (a *arrangement) gridCell(columns int) int {
	lines := (len(a.levels) + columns - 1) / columns
	wide := (a.wide - a.px(0.6) - columns*a.beside(gridNames, 0.6)) / (columns * a.columns)
	high := (a.wide - a.top() - a.px(0.4) - lines*a.gridAround()) / (lines * a.rows)
	return min(wide, high)
}

// gridAround is the height of what a line of a grid has above and below the cells.
func (a *arrangement) gridAround() int { return a.under(gridNames, 0.3) + a.px(1.3*gridTitle) }

// grid shows all levels alike, each in a fixed place.
func (a *arrangement) grid(columns, cell int) {
	beside, title := a.beside(gridNames, 0.6), a.px(1.3*gridTitle)
	at := func(i int) image.Point {
		return image.Pt(beside+i%columns*(a.columns*cell+beside), a.top()+title+i/columns*(a.rows*cell+a.gridAround()))
	}
	for i := range a.levels {
		a.add(i, at(i).X, at(i).Y, cell, gridNames, gridTitle, false)
	}
	n := len(a.levels)
	a.high = a.top() + a.px(0.4) + (n+columns-1)/columns*(a.rows*cell+a.gridAround())
	if n%columns > 0 {
		a.free = image.Rectangle{at(n), image.Pt(a.wide-a.px(0.6), at(n).Y+a.rows*cell)}
	}
}

// pair shows one or two levels beside each other, all others without names in rows below.
func (a *arrangement) pair(large []int) {
	n := len(large)
	margins := a.px(1.0+bigGap*float64(n-1)) + n*a.beside(bigNames, 0.9)
	frame := a.top() + a.over(bigTitle) + a.under(bigNames, 0.5)
	rest := a.rest(large)
	under := func(cell int) image.Rectangle {
		return image.Rect(0, frame+a.rows*cell, a.wide, a.wide-a.px(0.6))
	}
	cell := roomy(min((a.wide-margins)/(n*a.columns), (a.wide-frame-a.px(0.6))/a.rows), func(cell int) int {
		return a.filled(len(rest), under(cell), a.px(5.0)).cell
	}, len(rest))
	bottom := a.sideBySide(large, a.columns*cell, cell, bigNames)
	a.high = bottom + a.px(0.6)
	if len(rest) > 0 {
		a.high = a.fillRows(rest, under(cell), a.px(5.0)) + a.px(0.6)
	} else if n == 1 {
		left := a.panes[0].bounds()
		a.free = image.Rect(left.Max.X+a.px(2), left.Min.Y, a.wide-a.px(0.6), left.Max.Y)
	}
}

// roomy returns the largest size of the cells of large levels, up to largest, for which the cells
// of the small levels are at least 0.3 times as large. small returns the size of the latter.
func roomy(largest int, small func(large int) int, levels int) int {
	cell := largest
	for levels > 0 && cell > 1 && 10*small(cell) < 3*cell {
		cell--
	}
	return cell
}

// sideBySide places large levels beside each other, in the middle of the picture, and returns the
// lower end of their names.
func (a *arrangement) sideBySide(large []int, width, cell int, names float64) int {
	n := len(large)
	beside := a.beside(names, 0.9)
	used := n*(width+beside) + (n-1)*a.px(bigGap)
	x, y := (a.wide-used)/2, a.top()+a.over(bigTitle)
	if len(a.levels) == 1 {
		x = a.px(0.5)
	}
	for _, level := range large {
		x += beside
		a.add(level, x, y, cell, names, bigTitle, false)
		x += width + a.px(bigGap)
	}
	return y + a.rows*cell + a.under(names, 0.5)
}

// single shows one level large on the left, the others downwards in columns on its right.
func (a *arrangement) single(large int) {
	beside, y := a.beside(bigNames, 0.9), a.top()+a.over(bigTitle)
	cell := min(a.px(8.0*8/float64(a.columns)), (a.wide-y-a.under(bigNames, 0.5)-a.px(0.6))/a.rows)
	a.add(large, a.px(0.5)+beside, y, cell, bigNames, bigTitle, false)
	bottom := y + a.rows*cell + a.under(bigNames, 0.5)
	a.high = bottom + a.px(0.6)
	left := a.panes[0].bounds().Max.X + a.px(0.3)
	a.fillColumns(a.rest([]int{large}), image.Rect(left, a.top(), a.wide, bottom))
}

// stacked shows two wide levels above each other and the others right of them or below them,
// wherever they are larger.
func (a *arrangement) stacked(large []int) {
	beside := a.beside(bigNames, 0.9)
	around := a.over(bigTitle) + a.under(bigNames, 0.3)
	rest := a.rest(large)
	bottom := func(cell int) int { return a.top() + len(large)*(a.rows*cell+around) }
	room := func(cell int) (r image.Rectangle) {
		right := image.Rect(beside+a.columns*cell, a.top(), a.wide, bottom(cell))
		below := image.Rect(0, bottom(cell), a.wide, a.wide-a.px(0.6))
		if a.filled(len(rest), right, cell).cell >= a.filled(len(rest), below, cell).cell {
			return right
		}
		return below
	}
	cell := roomy(min((a.wide-bottom(0)-a.px(0.6))/(len(large)*a.rows), (a.wide-beside-a.px(0.6))/a.columns), func(cell int) int {
		return a.filled(len(rest), room(cell), cell).cell
	}, len(rest))
	y := a.top()
	for _, level := range large {
		a.add(level, beside, y+a.over(bigTitle), cell, bigNames, bigTitle, false)
		y += a.rows*cell + around
	}
	left, end := beside+a.columns*cell+a.px(1.2), a.top()
	if len(rest) > 0 {
		from := len(a.panes)
		end = a.fillRows(rest, room(cell), cell)
		left = max(left, a.panes[from].at.X)
	}
	a.high = max(y, end) + a.px(0.6)
	a.free = image.Rect(left, end+a.px(1.2), a.wide-a.px(0.6), a.high-a.px(1))
}

// A belowPlan is how large and small levels with names would share a square.
type belowPlan struct {
	large       []int
	cell, small int
}

// Font size of the names of small levels that have them, in hundredths of the width.
const restNames = 2.8

// below returns the cells with which two levels and below them all others in a row, with names,
// fit into a square.
func (a *arrangement) below(large []int) belowPlan {
	b := belowPlan{large: a.withNeighbour(large)}
	n := len(a.rest(b.large))
	if n == 0 {
		return b
	}
	k := len(b.large)
	b.cell = (a.wide - a.px(1.0+bigGap) - k*a.beside(bigNames, 0.7)) / (k * a.columns)
	b.small = min(b.cell*85/100, (a.wide-a.px(1.0)-n*a.beside(restNames, 0.6))/(n*a.columns))
	for a.belowHeight(b) > a.wide && b.small > 1 {
		if b.small*10 > b.cell*7 {
			b.small--
		} else {
			b.cell--
		}
	}
	return b
}

// belowHeight returns the height of a picture with such cells.
func (a *arrangement) belowHeight(b belowPlan) int {
	return a.top() + a.over(bigTitle) + a.rows*b.cell + a.under(bigNames, 0.3) + a.px(0.6) +
		a.px(1.3*smallTitle) + a.rows*b.small + a.px(restNames)
}

// pairNamed shows two levels large and below them the others with names.
func (a *arrangement) pairNamed(b belowPlan) {
	bottom := a.sideBySide(b.large, a.columns*b.cell, b.cell, bigNames)
	a.high = a.belowHeight(b)
	rest := a.rest(b.large)
	beside := a.beside(restNames, 0.6)
	gap := max(0, (a.wide-len(rest)*(a.columns*b.small+beside))/(len(rest)+1))
	y := bottom - a.px(0.2) + a.px(1.3*smallTitle)
	if len(rest) == 1 {
		gap = a.px(0.5)
		a.free = image.Rect(gap+beside+a.columns*b.small+a.px(3), y, a.wide-a.px(0.6), y+a.rows*b.small)
	}
	x := gap
	for _, level := range rest {
		a.add(level, x+beside, y, b.small, restNames, smallTitle, false)
		x += beside + a.columns*b.small + gap
	}
}

// bySize shows two levels of a board with levels of different sizes large, with their bottoms on
// one line, and the others in a row below.
func (a *arrangement) bySize(large []int) {
	beside := a.beside(bigNames, 0.9)
	columns, rows := 0, 0
	for _, level := range large {
		columns, rows = columns+a.levels[level].columns(), max(rows, len(a.levels[level].Rows))
	}
	cell := min(a.px(7.6), (a.wide-2*beside-a.px(2))/columns, a.px(46)/rows)
	x, y := (a.wide-columns*cell-2*beside-a.px(bigGap))/2, a.top()+a.over(bigTitle)
	for _, level := range large {
		p := a.levels[level]
		a.add(level, x+beside, y+(rows-len(p.Rows))*cell, cell, bigNames, bigTitle, false)
		x += beside + p.columns()*cell + a.px(bigGap)
	}
	y += rows*cell + a.under(bigNames, 0.5)
	rest, total, highest := a.rest(large), 0, 0
	for _, level := range rest {
		total += a.levels[level].columns()
		highest = max(highest, len(a.levels[level].Rows))
	}
	gap := a.px(1.2)
	small := min((a.wide-(len(rest)+1)*gap)/max(1, total), a.px(4))
	y += a.px(1.25 * smallTitle)
	x = (a.wide - total*small - (len(rest)-1)*gap) / 2
	for _, level := range rest {
		p := a.levels[level]
		a.add(level, x, y+(highest-len(p.Rows))*small/2, small, 0, smallTitle, true)
		x += p.columns()*small + gap
	}
	a.high = y + highest*small + a.px(0.8)
}
