package board

import (
	"cmp"
	"math"
	"slices"

	"raumbot/rules"
)

// Arrangement places all levels flat on one sheet. Lengths are in cells.
type Arrangement struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// At has the upper left corner of each level's cells.
	At [][2]float64 `json:"at"`
}

// Lengths on a sheet, in cells.
const (
	beside     = 0.95  // the space to the left of a level
	above      = 0.95  // the space above a level
	below      = 0.8   // the space below a level
	margin     = 0.475 // the space at the right edge of the sheet
	packedGap  = 0.65  // the gap between two levels of a packed row
	leastTitle = 1.75  // the least width of a level's title
)

// gridCell returns the size of a cell in a window, in the unit of width and height, for the
// arrangement that allows the largest cells.
func gridCell(grids []Arrangement, width, height float64) float64 {
	best := 0.0
	for _, g := range grids {
		best = max(best, min(width/g.Width, height/g.Height))
	}
	return best
}

// gridsOf returns the possible arrangements of levels.
func gridsOf(b *rules.Board, levels []Level) []Arrangement {
	if b.Ranks() == nil {
		var all []Arrangement
		for _, widest := range []float64{30, 16.66, 9} {
			all = append(all, aligned(b, levels, packed(levels, widest)))
		}
		return append([]Arrangement{aligned(b, levels, fromLargest(levels))}, all...)
	}
	var all []Arrangement
	for columns := 1; columns <= len(levels); columns++ {
		rows := (len(levels) + columns - 1) / columns
		if n := len(all); n > 0 && rows == (len(levels)+columns-2)/(columns-1) {
			continue // one column fewer gives as many rows
		}
		all = append(all, regular(levels, columns))
	}
	return all
}

// regular places levels of one size in a number of columns.
func regular(levels []Level, columns int) Arrangement {
	n, m := float64(levels[0].Columns()), float64(len(levels[0].Rows))
	rows := (len(levels) + columns - 1) / columns
	a := Arrangement{
		Width:  round(margin + float64(columns)*(n+beside)),
		Height: round(float64(rows) * (m + above + below)),
	}
	for i := range levels {
		a.At = append(a.At, [2]float64{
			round(beside + float64(i%columns)*(n+beside)),
			round(above + float64(i/columns)*(m+above+below)),
		})
	}
	return a
}

// fromLargest returns two rows of levels: the largest level and those below it, then those above it
// from the bottom up.
func fromLargest(levels []Level) [][]int {
	largest := 0
	for i := range levels {
		if levels[i].Columns() > levels[largest].Columns() {
			largest = i
		}
	}
	var down, up []int
	for i := largest; i < len(levels); i++ {
		down = append(down, i)
	}
	for i := largest - 1; i >= 0; i-- {
		up = append(up, i)
	}
	return [][]int{down, up}
}

// packed puts each level into the first row that has room for it, and returns the rows. It begins
// with the largest level, and with the lowest of equal ones. Rows are at most widest cells wide.
func packed(levels []Level, widest float64) [][]int {
	bySize := make([]int, len(levels))
	for i := range bySize {
		bySize[i] = len(levels) - 1 - i
	}
	slices.SortStableFunc(bySize, func(a, b int) int { return cmp.Compare(levels[b].Columns(), levels[a].Columns()) })
	var rows [][]int
	var widths []float64
	for _, i := range bySize {
		need := max(float64(levels[i].Columns()), leastTitle) + packedGap
		row := slices.IndexFunc(widths, func(width float64) bool { return width+need <= widest })
		if row < 0 {
			row = len(rows)
			rows, widths = append(rows, nil), append(widths, packedGap)
		}
		rows[row], widths[row] = append(rows[row], i), widths[row]+need
	}
	return rows
}

// aligned places rows of levels of several sizes such that equal ranks of the levels in a row are
// on one line.
func aligned(b *rules.Board, levels []Level, rows [][]int) Arrangement {
	a := Arrangement{At: make([][2]float64, len(levels))}
	rank := func(level, row int) int { return b.Place(rules.Cell(levels[level].Rows[row][0])).Rank }
	y := 0.0
	for _, row := range rows {
		top, bottom, highest := math.MinInt, math.MaxInt, 0
		for _, i := range row {
			last := len(levels[i].Rows) - 1
			top, bottom, highest = max(top, rank(i, 0)), min(bottom, rank(i, last)), max(highest, last+1)
		}
		apart := 2*highest <= top-bottom+1 // the levels of the row share no rank
		if apart {
			bottom = top - highest + 1
		}
		x := beside
		for _, i := range row {
			down := float64(top - rank(i, 0))
			if apart {
				down = 0
			}
			a.At[i] = [2]float64{round(x), round(y + above + down)}
			x += max(float64(levels[i].Columns()), leastTitle) + beside
		}
		a.Width = round(max(a.Width, x-beside+margin))
		y += float64(top-bottom+1) + above + below
	}
	a.Height = round(y)
	return a
}
