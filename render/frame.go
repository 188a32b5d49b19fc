package render

import (
	"image"
	"slices"

	"raumbot/rules"
)

// A frame marks a cell along the inside of its edge. It does not reach into other cells,
// and the piece on the cell is drawn smaller to fit within it.
type frame struct {
	width int // in pixels, with its outline; 0 for no frame
	color rgb
	// dashed is the second colour of a dashed frame.
	dashed rgb
	isDash bool
}

// frameOf returns the frame of a cell, given its size: for a royal piece in check, the last
// move, a piece giving check (dashed), the chosen piece, or a piece that it can capture.
func (p *painter) frameOf(c rules.Cell, cell int) frame {
	var f frame
	full := max(2, px(0.07, cell)) + 1
	switch {
	case c == p.inCheck():
		f = frame{width: full, color: p.colors.check}
	case c == p.Chosen:
		f = frame{width: full, color: p.colors.target}
	case p.last.moved && (c == p.last.from || c == p.last.to):
		f = frame{width: full, color: p.colors.frame}
	case p.capturable(c):
		f = frame{width: full, color: p.colors.target}
	case slices.Contains(p.last.via, c):
		f = frame{width: max(2, full*2/3), color: p.colors.frame}
	}
	if m := p.Instead; m != nil && (c == m.From || c == m.To) {
		if f.width == 0 {
			f = frame{width: full, color: p.colors.background}
		}
		f.dashed, f.isDash = p.colors.capture, true
	}
	if slices.Contains(p.checkers, c) {
		if f.width == 0 {
			f = frame{width: full, color: p.colors.background}
		}
		f.dashed, f.isDash = p.colors.check, true
	}
	return f
}

// capturable reports whether a piece on a cell is one of the scene's targets.
func (p *painter) capturable(c rules.Cell) bool {
	return p.Position.At(c) != rules.NoPiece && slices.ContainsFunc(p.Targets, func(m rules.Move) bool { return m.To == c })
}

// paintFrame draws the frame of a cell: ink along the edge, which is visible in grey, and
// the frame's colour inside.
func (p *painter) paintFrame(f frame, r image.Rectangle) {
	if f.width == 0 {
		return
	}
	casing := f.width / 2
	p.frame(r, casing, ink)
	p.frame(r.Inset(casing), f.width-casing, f.color)
	if f.isDash {
		p.dash(r.Inset(casing), f.width-casing, max(4, r.Dx()/6), max(3, r.Dx()/9), f.dashed)
	}
}
