package render

import (
	"image"

	"raumbot/rules"
)

// A painter paints one scene on a canvas that its layout has measured.
type painter struct {
	*canvas
	Scene
	layout
	colors *colours
	board  *rules.Board
	// grounds is the colour of every cell, marks included.
	grounds []rgb
	// last lists the cells of the last move; it is empty before the first.
	last trail
	// heads are the heads of its arrows, which lie over the pieces.
	heads []arrowhead
	// route is the rectangle around the curves of the last move.
	route image.Rectangle
	foot  int // height of the foot
	sub   int // height of the lines under the head
}

// newPainter measures the scene: a line under the head for names and note, a
// foot for what is off the board.
func newPainter(s Scene, l layout) *painter {
	p := &painter{Scene: s, layout: l, colors: &themes[s.Theme], board: s.Position.Variant().Board}
	p.last = s.trail()
	if lines := len(p.subLines()); lines > 0 {
		p.sub = px(0.3+0.8*float64(lines), int(l.headText))
		for _, panel := range p.panels {
			panel.place(panel.at.X, panel.at.Y+p.sub, panel.cell)
		}
	}
	p.foot = p.footHeight()
	p.canvas = newCanvas(l.width, l.height+p.sub+p.foot, palettes[s.Theme]())
	p.color()
	return p
}

func (p *painter) paint() {
	p.fill(p.Rect, p.colors.background)
	for _, panel := range p.panels {
		p.paintGround(panel)
	}
	p.paintTrail()
	for _, panel := range p.panels {
		p.paintPieces(panel)
		p.paintOverlays(panel)
	}
	p.paintRouteHead()
	p.paintArrows()
	for _, panel := range p.panels {
		p.paintNames(panel)
	}
	p.paintHead()
	p.paintColumn()
	p.paintFoot(p.Rect.Max.Y - p.foot)
}

// color decides the colour of every cell.
func (p *painter) color() {
	cubic := p.board.Ranks() != nil
	p.grounds = make([]rgb, p.board.Len())
	for c := range p.grounds {
		cell := rules.Cell(c)
		binding := p.board.BishopBinding(cell)
		if cubic && p.FourColours {
			binding = p.board.UnicornBinding(cell)
		}
		p.grounds[c] = p.colors.cells[binding]
	}
	for _, c := range p.last.passed {
		p.grounds[c] = shaded(p.colors, p.grounds[c])
	}
	if p.last.moved {
		p.grounds[p.last.to] = p.colors.mark
	}
	if p.Chosen != rules.NoCell {
		p.grounds[p.Chosen] = p.colors.target
	}
	if royal := p.inCheck(); royal != rules.NoCell {
		p.grounds[royal] = p.colors.check
	}
}

// paintGround paints a panel without its pieces.
func (p *painter) paintGround(panel *panel) {
	const border = 2
	if panel.shift == nil {
		p.fill(panel.bounds().Inset(-border), p.colors.edge)
	} else {
		for i := range panel.spots {
			p.fill(panel.spots[i].Inset(-border), p.colors.edge)
		}
	}
	for i := range panel.spots {
		spot := &panel.spots[i]
		r := spot.Rectangle
		if panel.shift != nil {
			r.Max.X-- // cells of a hex plane have no chequer to part them
			r.Max.Y--
		}
		p.fill(r, p.grounds[spot.cell])
	}
	p.paintBoundaries(panel)
	if panel.cell >= 48 && !panel.small {
		p.paintCellNames(panel)
	}
}

// paintBoundaries draws the rings of a rank.
func (p *painter) paintBoundaries(panel *panel) {
	if !p.board.HasRings() || !panel.rank {
		return
	}
	// The thin lines come first: the thick ones cover their ends.
	for _, kind := range []rules.Boundary{rules.Thin, rules.Thick} {
		for row, cells := range panel.Rows {
			for column, c := range cells {
				corner := panel.at.Add(image.Pt(column*panel.cell, row*panel.cell))
				if column > 0 && p.board.Boundary(cells[column-1], c) == kind {
					p.boundary(kind, corner, image.Pt(0, panel.cell), panel.cell)
				}
				if row > 0 && p.board.Boundary(panel.Rows[row-1][column], c) == kind {
					p.boundary(kind, corner, image.Pt(panel.cell, 0), panel.cell)
				}
			}
		}
	}
}

// boundary draws a line from the upper left corner of a cell along one of its
// edges. It reaches past its ends by half its width, so that corners close.
func (p *painter) boundary(kind rules.Boundary, from, along image.Point, cell int) {
	width, color := 1, p.colors.thin
	if kind == rules.Thick {
		width, color = max(3, px(0.1, cell)), p.colors.thick
	}
	from = from.Sub(image.Pt(width/2, width/2))
	p.fill(image.Rectangle{from, from.Add(along).Add(image.Pt(width, width))}, color)
}

// paintCellNames writes the names of empty cells into them.
func (p *painter) paintCellNames(panel *panel) {
	for i := range panel.spots {
		spot := &panel.spots[i]
		if p.Position.At(spot.cell) != rules.NoPiece {
			continue
		}
		x, y := middle(spot.Rectangle)
		p.text(label{p.board.Name(spot.cell), 0.22 * float64(panel.cell), faint(p.colors, p.grounds[spot.cell]), p.Theme}, x, y, centred)
	}
}

func middle(r image.Rectangle) (x, y float64) {
	return float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2
}

func (p *painter) paintPieces(panel *panel) {
	for i := range panel.spots {
		spot := &panel.spots[i]
		if piece := p.Position.At(spot.cell); piece != rules.NoPiece {
			p.stamp(p.look(spot.cell, piece, panel.cell).sprite(), spot.Min.X, spot.Min.Y)
		}
	}
}

// look is how the piece on a cell is drawn.
func (p *painter) look(c rules.Cell, piece rules.Piece, size int) look {
	return look{
		kind: p.Position.Variant().Kind(piece), side: piece.Side(), theme: p.Theme, style: p.Pieces,
		size: int16(size), frozen: p.Position.Frozen(piece), bright: p.last.moved && c == p.last.to,
	}
}
