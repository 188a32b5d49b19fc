package render

import (
	"image"

	"raumbot/rules"
)

// legend explains the marks that occur in the picture, and no others.
func (p *painter) legend() key {
	k := key{sign: 26, row: 24, letters: 15}
	add := func(used bool, words string, draw func(c *canvas, theme Theme, r image.Rectangle)) {
		if used {
			k.entries = append(k.entries, keyEntry{words, draw})
		}
	}
	cell := func(f frame, ground rgb) func(c *canvas, theme Theme, r image.Rectangle) {
		return func(c *canvas, theme Theme, r image.Rectangle) {
			side := r.Dy() - 6
			r = image.Rect(r.Max.X-side, r.Min.Y+3, r.Max.X, r.Min.Y+3+side)
			c.fill(r, ground)
			(&painter{canvas: c}).paintFrame(f, r)
		}
	}
	ground := p.colors.cells[0]
	top, bottom := p.discHalves()
	switch {
	case top != bottom:
		add(true, p.Say.of("drawn"), p.discSign)
	case p.over():
		add(true, p.Say.of("winner"), p.discSign)
	default:
		add(true, p.Say.of("to move"), p.discSign)
	}
	if p.replay {
		add(true, p.Say.of("last move"), cell(frame{width: 3, color: p.colors.frame}, p.colors.mark))
		add(true, p.Say.of("in check"), cell(frame{width: 3, color: p.colors.check}, p.colors.check))
		add(true, p.Say.of("gives check"), cell(frame{width: 4, color: p.colors.background, dashed: p.colors.check, isDash: true}, ground))
		add(true, p.Say.of("around a board: look here"), cell(frame{width: 5, color: p.colors.mark}, p.colors.background))
		return k
	}
	add(p.last.moved, p.Say.of("last move"), cell(frame{width: 3, color: p.colors.frame}, p.colors.mark))
	add(len(p.last.via) > 0, p.Say.of("on the way"), cell(frame{width: 2, color: p.colors.frame}, ground))
	add(len(p.last.passed) > 0, p.Say.of("crossed"), cell(frame{}, shaded(p.colors, ground)))
	add(p.inCheck() != rules.NoCell, p.Say.of("in check"), cell(frame{width: 3, color: p.colors.check}, p.colors.check))
	add(len(p.checkers) > 0, p.Say.of("gives check"), cell(frame{width: 4, color: p.colors.background, dashed: p.colors.check, isDash: true}, ground))
	captured := p.Say.of("captured")
	if p.last.inPassing {
		captured = p.Say.of("captured in passing")
	}
	add(p.last.victimCell != rules.NoCell && p.last.victimCell != p.last.to, captured, p.victimSign)
	add(p.anyFrozen(), p.Say.of("pale: cannot move"), func(c *canvas, theme Theme, r image.Rectangle) {
		c.disc(r, 0.36, lineWhite)
		c.disc(r, 0.28, iceWhite)
	})
	if p.board.HasRings() {
		add(true, p.Say.of("thin boundary"), p.boundarySign(rules.Thin))
		add(true, p.Say.of("thick boundary"), p.boundarySign(rules.Thick))
	}
	if p.marked() {
		k.entries = append(k.entries, markKey(p.Position.Variant(), p.Say)...)
	}
	return k
}

// over reports whether the disc of the head is the winner's.
func (s *Scene) over() bool {
	return s.Result != "" || s.Position.Status().Finished()
}

// stacked reports whether the view has no panels.
func (v View) stacked() bool { return v == Stack }

// marked reports whether the pieces have corner marks.
func (p *painter) marked() bool {
	if p.markless || p.Pieces == Badges || p.View.stacked() || p.replay {
		return false
	}
	for _, panel := range p.panels {
		if panel.cell >= leastMarks {
			return true
		}
	}
	return false
}

// anyFrozen reports whether a piece on the board is frozen.
func (p *painter) anyFrozen() bool {
	for c := range p.board.Len() {
		if piece := p.Position.At(rules.Cell(c)); piece != rules.NoPiece && p.Position.Frozen(piece) {
			return true
		}
	}
	return false
}

func (p *painter) discSign(c *canvas, theme Theme, r image.Rectangle) {
	x, y := middle(r)
	radius := float64(r.Dy())/2 - 2
	on := &painter{canvas: c, Scene: p.Scene, colors: p.colors}
	on.paintDisc(x, y, radius)
}

func (p *painter) victimSign(c *canvas, theme Theme, r image.Rectangle) {
	side := r.Dy() - 6
	(&painter{canvas: c, colors: p.colors}).paintCross(image.Rect(r.Max.X-side, r.Min.Y+3, r.Max.X, r.Min.Y+3+side))
}

// boundarySign returns a function that draws two cells and the boundary between them.
func (p *painter) boundarySign(kind rules.Boundary) func(c *canvas, theme Theme, r image.Rectangle) {
	return func(c *canvas, theme Theme, r image.Rectangle) {
		r = image.Rect(r.Min.X+2, r.Min.Y+5, r.Max.X, r.Max.Y-5)
		c.fill(r, p.colors.cells[0])
		on := &painter{canvas: c, colors: p.colors}
		on.boundary(kind, image.Pt((r.Min.X+r.Max.X)/2, r.Min.Y), image.Pt(0, r.Dy()), 30)
	}
}

// Margin of the legend, in pixels.
const legendMargin = 10

func (p *painter) legendHeight() int {
	if len(p.panels) == 0 && !p.View.stacked() {
		return 0
	}
	return p.legend().height(p.layout.width-2*legendMargin) + 4
}

func (p *painter) paintLegend(y int) {
	p.paintKey(p.legend(), p.Theme, legendMargin, y, p.layout.width-2*legendMargin)
}
