package render

import (
	"image"
	"slices"

	"raumbot/rules"
)

// A panel is one plane of the board in a picture: its slice as the viewer sees it,
// and the location of each of its cells.
type panel struct {
	rules.Slice
	cell  int         // side of a cell, in pixels
	at    image.Point // upper left corner of the grid
	shift []int       // indentation of each row in pixels; nil for none
	spots []spot
	// rank means that the panel is a rank, on which rings are shown.
	rank bool
}

// A spot is the location of a cell in the picture.
type spot struct {
	cell rules.Cell
	image.Rectangle
}

// place sets the panel's upper left corner and cell size.
func (p *panel) place(x, y, cell int) {
	p.at, p.cell = image.Pt(x, y), cell
	p.spots = p.spots[:0]
	for row, cells := range p.Rows {
		left := x
		if p.shift != nil {
			left += p.shift[row] * cell / 2
		}
		for column, c := range cells {
			if c != rules.NoCell {
				corner := image.Pt(left+column*cell, y+row*cell)
				p.spots = append(p.spots, spot{c, image.Rectangle{corner, corner.Add(image.Pt(cell, cell))}})
			}
		}
	}
}

// find returns the rectangle of a cell; ok is false if the panel does not contain it.
func (p *panel) find(c rules.Cell) (image.Rectangle, bool) {
	for i := range p.spots {
		if p.spots[i].cell == c {
			return p.spots[i].Rectangle, true
		}
	}
	return image.Rectangle{}, false
}

func (p *panel) columns() int { return len(p.Rows[0]) }

// bounds returns the rectangle of the grid.
func (p *panel) bounds() image.Rectangle {
	width := p.columns() * p.cell
	for row := range p.shift {
		width = max(width, len(p.Rows[row])*p.cell+p.shift[row]*p.cell/2)
	}
	return image.Rect(p.at.X, p.at.Y, p.at.X+width, p.at.Y+len(p.Rows)*p.cell)
}

// levelPanels returns the levels, from the top, as side sees them: its own camp
// is at the bottom.
func levelPanels(b *rules.Board, side rules.Side) []*panel {
	var panels []*panel
	for _, s := range b.Levels() {
		if side == rules.Black {
			s = mirror(s)
			slices.Reverse(s.Rows)
			s.RowNames = reversed(s.RowNames)
		}
		panels = append(panels, &panel{Slice: s})
	}
	return panels
}

// rankPanels returns the ranks, from the side's own camp, as it sees them: the
// top level is at the top, and for Black left and right are swapped.
func rankPanels(b *rules.Board, side rules.Side) []*panel {
	panels := []*panel{}
	for _, s := range b.Ranks() {
		if side == rules.Black {
			s = mirror(s)
		}
		panels = append(panels, &panel{Slice: labelled(b, s), rank: true})
	}
	if b.Ranks() == nil {
		panels = hexPanels(b, side)
	}
	if side == rules.Black {
		slices.Reverse(panels)
	}
	return panels
}

// mirror swaps left and right of a slice.
func mirror(s rules.Slice) rules.Slice {
	rows := make([][]rules.Cell, len(s.Rows))
	for i, row := range s.Rows {
		rows[i] = slices.Clone(row)
		slices.Reverse(rows[i])
	}
	s.Rows, s.ColumnNames = rows, reversed(s.ColumnNames)
	return s
}

func reversed(names []string) []string {
	names = slices.Clone(names)
	slices.Reverse(names)
	return names
}

// labelled names unnamed rows after their first and last file.
func labelled(b *rules.Board, s rules.Slice) rules.Slice {
	if s.RowNames != nil {
		return s
	}
	for _, row := range s.Rows {
		file := func(c rules.Cell) string { name := b.Name(c); return name[:len(name)-1] }
		s.RowNames = append(s.RowNames, file(row[0])+"-"+file(row[len(row)-1]))
	}
	return s
}

// hexPanels lays out the ranks of a board whose levels differ in size: each
// rank is a plane of hexagons, with centred rows.
func hexPanels(b *rules.Board, side rules.Side) []*panel {
	levels := b.Levels()
	largest := 0
	for _, level := range levels {
		largest = max(largest, len(level.Rows[0]))
	}
	var panels []*panel
	for rank := range b.RankCount() {
		p := &panel{}
		p.Name = string(rune('1' + rank))
		for _, level := range levels {
			for _, row := range level.Rows {
				if b.Place(row[0]).Rank != rank {
					continue
				}
				if side == rules.Black {
					row = slices.Clone(row)
					slices.Reverse(row)
				}
				p.Rows = append(p.Rows, row)
				p.RowNames = append(p.RowNames, level.Name)
				p.shift = append(p.shift, largest-len(row))
			}
		}
		panels = append(panels, p)
	}
	return panels
}
