package render

import (
	"image"

	"raumbot/rules"
)

// paintOverlays draws what covers the pieces of a panel: targets, and a cross where a piece was
// captured if its captor is elsewhere.
func (p *painter) paintOverlays(panel *panel) {
	p.paintVictim(panel)
	for _, m := range p.Targets {
		if r, ok := panel.find(m.To); ok {
			p.paintTarget(m, r)
		}
	}
}

// paintVictim draws a cross on the cell of a piece captured in passing, by a piece that did not
// move, or by one that was then transferred to the other level. Any other captured piece stood
// where its captor now stands.
func (p *painter) paintVictim(panel *panel) {
	r, ok := panel.find(p.last.victimCell)
	if !ok || p.last.victimCell == p.last.to {
		return
	}
	p.paintCross(r)
}

// paintCross draws a cross on a cell.
func (p *painter) paintCross(r image.Rectangle) {
	x, y := middle(r)
	p.vector(r, func(dc *pen) {
		for pass, color := range []rgb{p.colors.background, p.colors.capture} {
			red, g, b := color.parts()
			dc.SetRGB255(red, g, b)
			half, cell := 0.28*float64(r.Dx()), float64(r.Dx())
			dc.DrawLine(x-half, y-half, x+half, y+half)
			dc.DrawLine(x-half, y+half, x+half, y-half)
			dc.SetLineWidth(max(2, 0.09*cell) + float64(1-pass)*3)
			dc.Stroke()
		}
	})
}

// special reports whether a move does more than move and capture: promotes,
// castles, captures in passing or marries.
func special(p *rules.Position, m rules.Move) bool {
	if m.Promotion != rules.NoKind || m.Special == rules.Castling || m.Special == rules.EnPassant {
		return true
	}
	if p.Variant().Marriage == "" {
		return false
	}
	next, err := p.Play(m)
	return err == nil && next.Status() == rules.Marriage
}

// paintTarget marks a legal target: a disc on an empty cell, a diamond for promotion, castling
// and capture in passing. Pieces that can be captured have a frame.
func (p *painter) paintTarget(m rules.Move, r image.Rectangle) {
	cell := float64(r.Dx())
	x, y := middle(r)
	capture, extra := p.Position.At(m.To) != rules.NoPiece, special(p.Position, m)
	p.vector(r, func(dc *pen) {
		set := func(c rgb) { r, g, b := c.parts(); dc.SetRGB255(r, g, b) }
		for pass, radius := range []float64{0.20 * cell, 0.155 * cell} {
			set([]rgb{p.colors.background, p.colors.target}[pass])
			switch {
			case extra:
				radius *= 1.3
				dc.MoveTo(x, y-radius)
				dc.LineTo(x+radius, y)
				dc.LineTo(x, y+radius)
				dc.LineTo(x-radius, y)
				dc.ClosePath()
				dc.Fill()
			case !capture:
				dc.DrawCircle(x, y, radius)
				dc.Fill()
			}
		}
	})
}
