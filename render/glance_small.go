package render

import "image"

// A filling is how small levels without names share a rectangle.
type filling struct {
	columns, lines, cell int
	apart, strip         int // between columns, and above each level
}

// filled returns the filling with as many columns as make cells largest, at most as large as given.
func (a *arrangement) filled(levels int, r image.Rectangle, largest int) filling {
	f := filling{strip: a.px(1.25 * smallTitle)}
	gap := a.px(smallGap)
	for n := 1; n <= levels; n++ {
		lines := (levels + n - 1) / n
		cell := min((r.Dx()-(n+1)*gap)/(n*a.columns), (r.Dy()/lines-f.strip)/a.rows, largest)
		if cell >= f.cell {
			f.columns, f.lines, f.cell = n, lines, cell
		}
	}
	f.apart = (r.Dx() - f.columns*a.columns*f.cell) / (f.columns + 1)
	return f
}

// fillRows places small levels in the rows of a rectangle, and returns where they end.
func (a *arrangement) fillRows(levels []int, r image.Rectangle, largest int) int {
	f := a.filled(len(levels), r, largest)
	step := a.rows*f.cell + f.strip
	for i, level := range levels {
		a.addSmall(level, f, r.Min.Add(image.Pt(f.apart+i%f.columns*(a.columns*f.cell+f.apart), i/f.columns*step)))
	}
	return r.Min.Y + f.lines*step
}

// fillColumns places small levels in the columns of a rectangle, over its whole height.
func (a *arrangement) fillColumns(levels []int, r image.Rectangle) {
	f := a.filled(len(levels), r, r.Dy())
	for i, level := range levels {
		a.addSmall(level, f, r.Min.Add(image.Pt(f.apart+i/f.lines*(a.columns*f.cell+f.apart), i%f.lines*(r.Dy()/f.lines))))
	}
}

// addSmall places a level without names below its title, whose corner is given.
func (a *arrangement) addSmall(level int, f filling, at image.Point) {
	a.add(level, at.X, at.Y+f.strip, f.cell, 0, smallTitle, true)
}
