package render

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"raumbot/rules"
)

// MovementDiagram shows how a kind of piece moves on an otherwise empty board: White's
// piece in the middle, all levels, a disc where it can move and capture, a ring
// where it can only move, corners where it can only capture. A nil say leaves the text in English.
func MovementDiagram(v *rules.Variant, kind rules.KindID, theme Theme, say Say) ([]byte, error) {
	return MovementDiagramFrom(v, rules.MakePiece(kind, rules.White), v.DiagramCell(kind), theme, say)
}

// MovementDiagramFrom is [MovementDiagram] for a piece of either side on any
// cell, because some kinds move differently on different files.
func MovementDiagramFrom(v *rules.Variant, piece rules.Piece, from rules.Cell, theme Theme, say Say) ([]byte, error) {
	if piece.Kind() == rules.NoKind || int(piece.Kind()) >= len(v.Kinds) {
		return nil, fmt.Errorf("%s has no such piece", v.Title)
	}
	d := &diagram{variant: v, piece: piece, from: from, theme: theme, say: say}
	d.moves, d.captures = v.Reach(piece.Kind(), piece.Side(), from)
	d.arrange()
	d.paint()
	return d.encode()
}

// A diagram is a movement diagram being drawn.
type diagram struct {
	*canvas
	layout
	variant         *rules.Variant
	piece           rules.Piece
	from            rules.Cell
	theme           Theme
	say             Say
	words           []string // the movement and the legend in words, broken into lines
	wordsSize       float64  // font size of words
	moves, captures []rules.Cell
}

// Sizes of letters, chosen so that they can be read in the smallest box of a chat client.
// diagramTitle, for the title, diagramWords, for the lines under the boards, and diagramLeast are
// relative to the width of the picture. diagramLine is the height of a line relative to its
// letters. Letters beside the boards are diagramNames of a cell high. On small cells they grow to
// diagramLeast, but at most to diagramMost of a cell.
const (
	diagramTitle = 0.036
	diagramWords = 0.029
	diagramLine  = 1.35
	diagramNames = 0.6
	diagramMost  = 0.85
	diagramLeast = 0.026
)

// arrange lays out the boards, and below them the movement and the legend in words.
func (d *diagram) arrange() {
	board := d.variant.Board
	panels := levelPanels(board, rules.White)
	if board.Ranks() == nil {
		d.layout = aligned(board, rules.White, fromLargest(panels), besidePanel, 34)
	} else {
		columns := across(len(panels))
		d.layout = grid(panels, columns, fit(1200, columns, panels[0].columns(), 44))
	}
	d.wordsSize = diagramWords * float64(d.width)
	words := append(MovementWords(d.variant.Kind(d.piece), d.say), d.legend())
	d.words = wrapWords(words, d.wordsSize, d.width-32, 14)
	height := d.height + int(d.wordsSize*(diagramLine*float64(len(d.words))+0.3))
	// Clients make pictures smaller that are higher than wide.
	d.canvas = newCanvas(max(d.width, height), height, palettes[d.theme]())
}

func (d *diagram) paint() {
	colors, kind := &themes[d.theme], d.variant.Kind(d.piece)
	d.fill(d.Rect, colors.background)
	title := d.say.of("%s (%s) from %s", d.say.name(kind.Name), kind.Code, d.variant.Board.Name(d.from))
	size := diagramTitle * float64(d.width)
	size *= min(1, float64(d.width-32)/textWidth(title, size))
	d.text(label{title, size, colors.text, d.theme}, 16, float64(d.head)/2, leftAlign)
	for _, panel := range d.panels {
		d.fill(panel.bounds().Inset(-2), colors.edge)
		for i := range panel.spots {
			d.paintSpot(&panel.spots[i], panel.cell)
		}
		d.paintCoordinates(panel)
	}
	y := float64(d.height) + 0.5*d.wordsSize
	for _, line := range d.words {
		d.text(label{line, d.wordsSize, colors.text, d.theme}, 16, y, leftAlign)
		y += diagramLine * d.wordsSize
	}
}

// legend explains the marks that occur in the diagram.
func (d *diagram) legend() string {
	parts := []string{d.say.of("disc: moves or captures")}
	for _, c := range d.moves {
		if !slices.Contains(d.captures, c) {
			parts = append(parts, d.say.of("ring: only moves"))
			break
		}
	}
	for _, c := range d.captures {
		if !slices.Contains(d.moves, c) {
			parts = append(parts, d.say.of("corners: only captures"))
			break
		}
	}
	return strings.Join(parts, "; ")
}

// paintSpot draws one cell: its ground, and the piece or the mark.
func (d *diagram) paintSpot(spot *spot, cell int) {
	colors := &themes[d.theme]
	ground := colors.cells[d.variant.Board.BishopBinding(spot.cell)]
	if spot.cell == d.from {
		d.fill(spot.Rectangle, colors.target)
		d.stamp(look{kind: d.variant.Kind(d.piece), side: d.piece.Side(), theme: d.theme, size: int16(cell)}.sprite(), spot.Min.X, spot.Min.Y)
		return
	}
	d.fill(spot.Rectangle, ground)
	moves, captures := slices.Contains(d.moves, spot.cell), slices.Contains(d.captures, spot.cell)
	switch {
	case moves && captures:
		d.disc(spot.Rectangle, 0.30, colors.target)
	case moves:
		d.disc(spot.Rectangle, 0.30, colors.target)
		d.disc(spot.Rectangle, 0.17, ground)
	case captures:
		d.corners(spot.Rectangle, colors.target)
	}
}

// disc fills a circle in the middle of a rectangle; radius is a fraction of
// its width.
func (c *canvas) disc(r image.Rectangle, radius float64, color rgb) {
	x, y := middle(r)
	c.vector(r, func(dc *pen) {
		red, g, b := color.parts()
		dc.SetRGB255(red, g, b)
		dc.DrawCircle(x, y, radius*float64(r.Dx()))
		dc.Fill()
	})
}

// corners fills the four corners of a rectangle.
func (c *canvas) corners(r image.Rectangle, color rgb) {
	x, y := middle(r)
	half := float64(r.Dx()) / 2
	c.vector(r, func(dc *pen) {
		red, g, b := color.parts()
		dc.SetRGB255(red, g, b)
		for _, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			cx, cy := x+k[0]*half, y+k[1]*half
			dc.MoveTo(cx, cy)
			dc.LineTo(cx-k[0]*0.6*half, cy)
			dc.LineTo(cx, cy-k[1]*0.6*half)
			dc.ClosePath()
			dc.Fill()
		}
	})
}

func (d *diagram) paintCoordinates(panel *panel) {
	colors, cell := &themes[d.theme], float64(panel.cell)
	d.text(label{panel.Name, 0.75 * cell, colors.text, d.theme}, float64(panel.at.X), float64(panel.at.Y)-0.48*cell, leftAlign)
	size := max(diagramNames*cell, min(diagramMost*cell, diagramLeast*float64(d.width)))
	for row, name := range panel.RowNames {
		d.text(label{name, size, colors.text, d.theme}, float64(panel.at.X)-5, float64(panel.at.Y)+(float64(row)+0.5)*cell, rightAlign)
	}
	for column, name := range panel.ColumnNames {
		d.text(label{name, size, colors.text, d.theme}, float64(panel.at.X)+(float64(column)+0.5)*cell, float64(panel.bounds().Max.Y)+0.4*cell, centred)
	}
}
