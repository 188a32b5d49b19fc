package render

import (
	"image"
	"slices"

	"raumbot/rules"
)

// A painter paints a scene on a canvas of the size required by its layout.
type painter struct {
	*canvas
	Scene
	layout
	colors *colours
	board  *rules.Board
	// grounds holds the colour of every cell, marks included.
	grounds []rgb
	// last holds the cells of the last move; it is empty before the first.
	last trail
	// checkers are the cells of the pieces that give check.
	checkers []rules.Cell
	// arrows are the arrows of the last move.
	arrows []arrow
	foot   int // height of the foot
	sub    int // height of the lines below the head
	// headLines are the lines of the head.
	headLines [][2]string
}

// newPainter measures the scene: a second line in the head if one is too narrow, lines below it
// for names and note, a foot for pieces off the board and the legend.
func newPainter(s Scene, l layout) *painter {
	p := &painter{Scene: s, layout: l, colors: &themes[s.Theme], board: s.Position.Variant().Board}
	p.last, p.checkers = s.trail(), s.Position.Checkers()
	p.headLines = p.breakHead()
	p.sub = px(1.25*float64(len(p.headLines)-1), int(l.headText))
	if lines := len(p.subLines()); lines > 0 {
		p.sub += px(0.3+0.8*float64(lines), int(l.headText))
	}
	for _, panel := range p.panels {
		panel.place(panel.at.X, panel.at.Y+p.sub, panel.cell)
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
	p.paintArrows()
	for _, panel := range p.panels {
		p.paintCellNames(panel)
	}
	for _, panel := range p.panels {
		p.paintPieces(panel)
		p.paintOverlays(panel)
	}
	for _, panel := range p.panels {
		p.paintMarker(panel)
		p.paintNames(panel)
	}
	p.paintHead()
	p.paintFoot(p.Rect.Max.Y - p.foot)
}

// color sets the colour of every cell.
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
			r.Max.X-- // adjacent cells of a hexagonal plane may have the same colour
			r.Max.Y--
		}
		p.fill(r, p.grounds[spot.cell])
	}
	p.paintBoundaries(panel)
	p.paintGuides(panel)
	for i := range panel.spots {
		spot := &panel.spots[i]
		p.paintFrame(p.frameOf(spot.cell, panel.cell), spot.Rectangle)
	}
}

// leastNamed is the least size of cells at which empty ones show their names: in smaller ones the
// names would be specks on a phone.
const leastNamed = 76

// paintGuides draws lines through the middle of a large panel, as an aid to counting cells.
func (p *painter) paintGuides(panel *panel) {
	rows, columns := len(panel.Rows), panel.columns()
	if panel.shift != nil || panel.rank && p.board.HasRings() {
		return // hexagons, and ranks, whose rings serve the same purpose
	}
	at, cell := panel.at, panel.cell
	if rows >= 6 {
		p.fill(image.Rect(at.X, at.Y+rows/2*cell-1, at.X+columns*cell, at.Y+rows/2*cell+1), p.colors.thin)
	}
	if columns >= 6 {
		p.fill(image.Rect(at.X+columns/2*cell-1, at.Y, at.X+columns/2*cell+1, at.Y+rows*cell), p.colors.thin)
	}
}

// paintBoundaries draws the ring boundaries: on a rank all of them, on a level those
// between its filestacks.
func (p *painter) paintBoundaries(panel *panel) {
	if !p.board.HasRings() {
		return
	}
	// Thin lines come first, because thick ones cover their ends.
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
// edges. It extends beyond its ends by half its width, so that corners close.
func (p *painter) boundary(kind rules.Boundary, from, along image.Point, cell int) {
	width, color := 1, p.colors.thin
	if kind == rules.Thick {
		width, color = max(3, px(0.07, cell)), p.colors.thick
	}
	from = from.Sub(image.Pt(width/2, width/2))
	p.fill(image.Rectangle{from, from.Add(along).Add(image.Pt(width, width))}, color)
}

// paintCellNames draws the names of empty cells.
func (p *painter) paintCellNames(panel *panel) {
	if panel.cell < leastNamed {
		return
	}
	for i := range panel.spots {
		spot := &panel.spots[i]
		if !p.named(panel, spot) {
			continue
		}
		x, y := middle(spot.Rectangle)
		p.text(label{p.board.Name(spot.cell), 0.26 * float64(panel.cell), faint(p.colors, p.grounds[spot.cell]), p.Theme}, x, y, centred)
	}
}

// named reports whether a cell shows its name: it must be empty, unframed and not crossed by an
// arrow.
func (p *painter) named(panel *panel, spot *spot) bool {
	return p.Position.At(spot.cell) == rules.NoPiece && p.frameOf(spot.cell, panel.cell).width == 0 &&
		!slices.ContainsFunc(p.arrows, func(a arrow) bool { return a.covers(spot.Rectangle) > 0 })
}

func middle(r image.Rectangle) (x, y float64) {
	return float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2
}

// paintPieces draws the pieces of a panel, each within the frame of its cell.
func (p *painter) paintPieces(panel *panel) {
	for i := range panel.spots {
		spot := &panel.spots[i]
		piece := p.Position.At(spot.cell)
		if piece == rules.NoPiece {
			continue
		}
		r := spot.Inset(p.frameOf(spot.cell, panel.cell).width)
		p.stamp(p.look(spot.cell, piece, r.Dx()).sprite(), r.Min.X, r.Min.Y)
	}
}

// look returns the appearance of the piece on a cell.
func (p *painter) look(c rules.Cell, piece rules.Piece, size int) look {
	return look{
		kind: p.Position.Variant().Kind(piece), side: piece.Side(), theme: p.Theme, style: p.Pieces,
		size: int16(size), frozen: p.Position.Frozen(piece), bright: p.last.moved && c == p.last.to,
		markless: p.markless,
	}
}
