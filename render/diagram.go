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
	d := newDiagram(v, piece, from, theme, say)
	d.moves, d.captures = v.Reach(piece.Kind(), piece.Side(), from)
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
	words           []string // the movement in words, broken into lines
	wordsSize       float64  // font size of words
	moves, captures []rules.Cell
}

// Dimensions of the lines under the boards, in pixels: their height, the height of each further line of
// words, and the font size below which words are broken into several lines.
const (
	diagramLegend = 64
	diagramLine   = 22
	diagramLeast  = 13.0
)

func newDiagram(v *rules.Variant, piece rules.Piece, from rules.Cell, theme Theme, say Say) *diagram {
	d := &diagram{variant: v, piece: piece, from: from, theme: theme, say: say}
	panels := levelPanels(v.Board, rules.White)
	if v.Board.Ranks() == nil {
		d.layout = aligned(v.Board, rules.White, fromLargest(panels), besidePanel, 34)
	} else {
		columns := across(len(panels))
		d.layout = grid(panels, columns, fit(1200, columns, panels[0].columns(), 44))
	}
	d.fitWords()
	d.canvas = newCanvas(d.width, d.height+diagramLegend+(len(d.words)-1)*diagramLine, palettes[theme]())
	return d
}

// fitWords sets the movement in one line, or in several if the letters would be too small.
func (d *diagram) fitWords() {
	parts, room := MovementWords(d.variant.Kind(d.piece), d.say), d.width-32
	d.words, d.wordsSize = []string{strings.Join(parts, "; ")}, 17
	if need := textWidth(d.words[0], d.wordsSize); need > float64(room) {
		d.wordsSize *= float64(room) / need
	}
	if d.wordsSize < diagramLeast {
		d.wordsSize = 15
		d.words = wrapWords(parts, d.wordsSize, room, 12)
	}
}

func (d *diagram) paint() {
	colors, kind := &themes[d.theme], d.variant.Kind(d.piece)
	d.fill(d.Rect, colors.background)
	title := d.say.of("%s (%s) from %s", d.say.name(kind.Name), kind.Code, d.variant.Board.Name(d.from))
	d.text(label{title, d.headText, colors.text, d.theme}, 16, float64(d.head)/2, leftAlign)
	for _, panel := range d.panels {
		d.fill(panel.bounds().Inset(-2), colors.edge)
		for i := range panel.spots {
			d.paintSpot(&panel.spots[i], panel.cell)
		}
		d.paintCoordinates(panel)
	}
	y := float64(d.height) + 12
	for _, line := range d.words {
		d.text(label{line, d.wordsSize, colors.text, d.theme}, 16, y, leftAlign)
		y += diagramLine
	}
	d.text(label{d.legend(), 15, colors.text, d.theme}, 16, y-diagramLine+28, leftAlign)
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
	return strings.Join(parts, "   ")
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
	size := min(0.42*cell, 18)
	for row, name := range panel.RowNames {
		d.text(label{name, size, colors.text, d.theme}, float64(panel.at.X)-5, float64(panel.at.Y)+(float64(row)+0.5)*cell, rightAlign)
	}
	for column, name := range panel.ColumnNames {
		d.text(label{name, size, colors.text, d.theme}, float64(panel.at.X)+(float64(column)+0.5)*cell, float64(panel.bounds().Max.Y)+0.4*cell, centred)
	}
}
