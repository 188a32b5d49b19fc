package render

import (
	"image"
	"math"
	"slices"

	"raumbot/rules"
)

// A slab is one level of a stack in oblique projection: rows lean to the
// right with distance, and pieces stand upright on it.
type slab struct {
	*panel
	x, y              float64 // left end of the far edge, without the lean
	cell, depth, lean float64
}

// Dimensions of the stack in cell widths. With less lean, pieces would hide the
// plates of those behind them.
const (
	stackDepth = 28.0 / 82
	stackLean  = 29.0 / 82
	stackPiece = 42.0 / 82
	stackEdge  = 7.0 / 82
	stackGap   = 14.0 / 82
	stackWide  = 888
	stackLeft  = 75
	stackHead  = 62
)

// corner returns the point where a line between rows crosses one between columns.
func (s *slab) corner(row, column float64) (x, y float64) {
	return s.x + (float64(len(s.Rows))-row)*s.lean + column*s.cell, s.y + row*s.depth
}

// drawStack draws the levels as a stack.
func (s Scene) drawStack() *canvas {
	p, slabs := newStack(s)
	p.paintStack(slabs)
	return p.canvas
}

// newStack lays out the levels above each other.
func newStack(s Scene) (*painter, []*slab) {
	board := s.Position.Variant().Board
	panels := levelPanels(board, s.Side)
	n, m := 0.0, 0.0 // columns and rows of the largest level
	for _, p := range panels {
		n, m = max(n, float64(p.columns())), max(m, float64(len(p.Rows)))
	}
	cell := min(100, stackWide/(n+stackLean*m))
	l := layout{width: stackLeft + int(cell*(n+stackLean*m)) + 37, head: stackHead, headText: 31}
	y := float64(stackHead) + 0.8*cell
	var slabs []*slab
	for _, p := range panels {
		p.place(0, 0, 1) // lets the panel find its cells; the slabs have their own coordinates
		rows := float64(len(p.Rows))
		aside := (n-float64(p.columns()))/2 + (m-rows)/2*stackLean
		slabs = append(slabs, &slab{panel: p, cell: cell, depth: stackDepth * cell, lean: stackLean * cell, x: stackLeft + aside*cell, y: y})
		y += (rows*stackDepth + stackGap + (1-rows/m)*0.5) * cell
	}
	l.height = int(y + 0.3*cell)
	p := newPainter(s, l)
	for _, slab := range slabs {
		slab.y += float64(p.sub)
	}
	return p, slabs
}

func (p *painter) paintStack(slabs []*slab) {
	p.fill(p.Rect, p.colors.background)
	for _, slab := range slabs {
		p.paintSlab(slab)
	}
	p.paintStackArrow(slabs)
	for _, slab := range slabs {
		p.paintSlabWords(slab)
		for row := range slab.Rows {
			for column, c := range slab.Rows[row] {
				p.paintUpright(slab, row, column, c)
			}
		}
	}
	p.paintStackFiles(slabs[len(slabs)-1])
	p.paintHead()
	p.paintFoot(p.Rect.Max.Y - p.foot)
}

func (p *painter) paintSlab(s *slab) {
	rows, columns := len(s.Rows), s.columns()
	edge := stackEdge * s.cell
	// The edge below the near side, and to the right.
	for y := 0; y <= int(float64(rows)*s.depth+edge); y++ {
		left, right := s.at(float64(y))
		p.span(int(s.y)+y, left, right, p.colors.edge)
	}
	for y := range int(float64(rows) * s.depth) {
		row := int(float64(y) / s.depth)
		left, _ := s.at(float64(y) + 0.5)
		for column, c := range s.Rows[row] {
			x, color := left+float64(column)*s.cell, p.colors.edge // where there is no cell
			if c != rules.NoCell {
				color = p.grounds[c]
			}
			p.span(int(s.y)+y, x, x+s.cell, color)
		}
	}
	p.paintSlabBoundaries(s)
	for row := range rows {
		for column := range columns {
			p.paintSlabMarks(s, row, column)
		}
	}
}

// paintSlabBoundaries draws the ring boundaries between a level's filestacks.
func (p *painter) paintSlabBoundaries(s *slab) {
	if !p.board.HasRings() {
		return
	}
	for y := range int(float64(len(s.Rows)) * s.depth) {
		cells := s.Rows[int(float64(y)/s.depth)]
		left, _ := s.at(float64(y) + 0.5)
		for column := 1; column < len(cells); column++ {
			x := int(left + float64(column)*s.cell)
			switch p.board.Boundary(cells[column-1], cells[column]) {
			case rules.Thin:
				p.fill(image.Rect(x, int(s.y)+y, x+1, int(s.y)+y+1), p.colors.thin)
			case rules.Thick:
				p.fill(image.Rect(x-1, int(s.y)+y, x+2, int(s.y)+y+1), p.colors.thick)
			}
		}
	}
}

// paintStackFiles draws the letters of the filestacks, below the lowest level only,
// because there is no space between the others.
func (p *painter) paintStackFiles(s *slab) {
	if len(s.Rows) == 1 {
		return
	}
	for column, name := range s.ColumnNames {
		x, y := s.corner(float64(len(s.Rows)), float64(column)+0.5)
		p.text(label{name, 16, p.colors.text, p.Theme}, x, y+stackEdge*s.cell+11, centred)
	}
}

// at returns the ends of the slab's surface at a distance in pixels below its far
// edge. Below the near edge they are constant.
func (s *slab) at(below float64) (left, right float64) {
	row := min(below/s.depth, float64(len(s.Rows)))
	left, _ = s.corner(row, 0)
	return left, left + float64(s.columns())*s.cell
}

// span fills part of one row of pixels; its left end is anti-aliased.
func (c *canvas) span(y int, left, right float64, color rgb) {
	x := int(math.Floor(left))
	c.fill(image.Rect(x+1, y, int(math.Ceil(right)), y+1), color)
	if image.Pt(x, y).In(c.Rect) {
		i := c.PixOffset(x, y)
		c.Pix[i] = c.palette.blend(c.Pix[i], c.palette.index(color), int(255*(1-(left-float64(x)))))
	}
}

// quad traces the outline of a cell, inset by a number of pixels.
func (s *slab) quad(dc *pen, row, column int, inset float64) {
	r, c := float64(row), float64(column)
	dr, dcol := inset/s.depth, inset/s.cell
	for _, k := range [4][2]float64{{r + dr, c + dcol}, {r + dr, c + 1 - dcol}, {r + 1 - dr, c + 1 - dcol}, {r + 1 - dr, c + dcol}} {
		x, y := s.corner(k[0], k[1])
		dc.LineTo(x, y)
	}
	dc.ClosePath()
}

// box returns the bounding rectangle of a cell.
func (s *slab) box(row, column int) image.Rectangle {
	x0, y0 := s.corner(float64(row), float64(column))
	x1, y1 := s.corner(float64(row+1), float64(column+1))
	return image.Rect(int(min(x0, x1)-s.lean), int(y0), int(max(x0, x1)+s.lean)+1, int(y1)+1).Inset(-4)
}

func (p *painter) paintSlabMarks(s *slab, row, column int) {
	c := s.Rows[row][column]
	if c == rules.NoCell {
		return
	}
	outline := func(color rgb, width float64) {
		p.vector(s.box(row, column), func(dc *pen) {
			for pass, w := range []float64{width + 2, width} {
				r, g, b := []rgb{ink, color}[pass].parts()
				dc.SetRGB255(r, g, b)
				dc.SetLineWidth(w)
				s.quad(dc, row, column, 0.5*width)
				dc.Stroke()
			}
		})
	}
	if p.last.moved && (c == p.last.from || c == p.last.to) {
		outline(p.colors.frame, 3)
	}
	for _, checker := range p.Position.Checkers() {
		if c == checker {
			outline(p.colors.check, 3)
		}
	}
	for _, m := range p.Targets {
		if m.To != c {
			continue
		}
		if p.Position.At(c) != rules.NoPiece {
			outline(p.colors.target, 5)
			continue
		}
		p.vector(s.box(row, column), func(dc *pen) {
			x, y := s.corner(float64(row)+0.5, float64(column)+0.5)
			for pass, r := range []float64{0.18, 0.14} {
				red, g, b := []rgb{p.colors.background, p.colors.target}[pass].parts()
				dc.SetRGB255(red, g, b)
				dc.DrawEllipse(x, y, r*s.cell, r*s.cell*0.5)
				dc.Fill()
			}
		})
	}
}

// paintUpright draws a piece standing on its cell.
func (p *painter) paintUpright(s *slab, row, column int, c rules.Cell) {
	if c == rules.NoCell || p.Position.At(c) == rules.NoPiece {
		return
	}
	at, l := p.upright(s, row, column, c)
	p.stamp(l.sprite(), at.X, at.Y)
}

// upright returns the upper left corner and the look of the piece on a cell.
func (p *painter) upright(s *slab, row, column int, c rules.Cell) (image.Point, look) {
	size := int(stackPiece * s.cell)
	x, y := s.corner(float64(row)+0.92, float64(column)+0.5)
	l := p.look(c, p.Position.At(c), size)
	l.markless = true // marks would cover the codes of the row behind
	return image.Pt(int(x)-size/2, int(y)-size), l
}

// paintSlabWords draws the names of a level and of its ranks on top of everything, because an
// arrow between levels may pass there.
func (p *painter) paintSlabWords(s *slab) {
	p.paintSlabName(s)
	for _, words := range p.slabWords(s) {
		if slices.ContainsFunc(p.arrows, func(a arrow) bool { return a.covers(words.box) > 0 }) {
			p.fill(words.box, p.colors.background)
		}
		p.text(words.label, words.x, words.y, leftAlign)
	}
}

// boxed is a text with its position and bounding box.
type boxed struct {
	label
	x, y float64
	box  image.Rectangle
}

// slabWords returns the names of the ranks, at the right ends of their rows.
func (p *painter) slabWords(s *slab) []boxed {
	var words []boxed
	for row, name := range s.RowNames {
		x, y := s.corner(float64(row)+0.5, float64(s.columns()))
		l := label{name, 14, p.colors.text, p.Theme}
		left, top := int(x)+6, int(y)-8
		words = append(words, boxed{l, x + 7, y, image.Rect(left, top, left+l.width()+3, top+16)})
	}
	return words
}

// paintSlabName draws the level's letter to the left of its near edge.
func (p *painter) paintSlabName(s *slab) {
	x, y := s.corner(float64(len(s.Rows)), 0)
	x, y = max(30, x-45), y-0.4*s.cell
	size := min(36, 36*46/textWidth(s.Name, 36))
	color := p.colors.text
	if touch := p.touch(s.panel); touch.words != "" {
		p.paintTab(image.Rect(int(x)-25, int(y)-23, int(x)+25, int(y)+25), touch.tab)
		color = touch.letters()
	}
	p.text(label{s.Name, size, color, p.Theme}, x, y, centred)
}

// paintStackArrow draws the last move across the levels, behind the pieces: from the middle of
// the vacated cell to the side of the moved piece.
func (p *painter) paintStackArrow(slabs []*slab) {
	if !p.last.moved {
		return
	}
	middles := map[rules.Cell][2]float64{}
	for _, s := range slabs {
		for row := range s.Rows {
			for column, c := range s.Rows[row] {
				x, y := s.corner(float64(row)+0.5, float64(column)+0.5)
				middles[c] = [2]float64{x, y}
			}
		}
	}
	from, to := middles[p.last.from], middles[p.last.to]
	cell := slabs[0].cell
	beside := 0.5*stackPiece*cell + 4
	if from[0] < to[0] {
		beside = -beside
	}
	a := arrow{x0: from[0], y0: from[1], x1: to[0] + beside, y1: to[1], width: 4, head: 0.17 * cell, color: p.colors.mark}
	p.drawArrow(&a)
	p.stampArrow(a)
}
