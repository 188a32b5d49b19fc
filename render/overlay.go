package render

import (
	"image"

	"raumbot/rules"
)

// paintOverlays draws what lies over the pieces of a panel: who gives check,
// a piece captured in passing, targets. Frames of small cells, which lie outside
// of them, come again because neighbours may have covered them.
func (p *painter) paintOverlays(panel *panel) {
	if panel.cell < 34 && p.last.moved {
		frame := max(2, px(0.09, panel.cell))
		p.paintFrame(panel, p.last.from, frame)
		p.paintFrame(panel, p.last.to, frame)
	}
	p.paintCheck(panel)
	p.paintVictim(panel)
	if r, ok := panel.find(p.Chosen); ok {
		width := max(2, px(0.06, panel.cell))
		p.frame(r.Inset(-width-1), width+2, p.colors.background)
		p.frame(r.Inset(-width), width, p.colors.target)
	}
	for _, m := range p.Targets {
		if r, ok := panel.find(m.To); ok {
			p.paintTarget(m, r)
		}
	}
}

// paintCheck rings the royal piece in check, and in dashes who gives it.
func (p *painter) paintCheck(panel *panel) {
	royal := p.inCheck()
	if royal == rules.NoCell {
		return
	}
	width := max(2, px(0.08, panel.cell))
	if r, ok := panel.find(royal); ok {
		p.frame(r.Inset(-width), width, p.colors.check)
		if p.Theme == Dark {
			p.frame(r.Inset(-width-1), 1, white) // the red alone is too near to the cells
		}
	}
	for _, c := range p.Position.Checkers() {
		if r, ok := panel.find(c); ok {
			p.frame(r.Inset(-width-1), width+2, p.colors.background)
			p.dash(r.Inset(-width), width, 6, 4, p.colors.check)
		}
	}
}

// paintVictim crosses the cell where a piece was captured in passing. Any
// other captured piece stood where its captor stands.
func (p *painter) paintVictim(panel *panel) {
	r, ok := panel.find(p.last.victimCell)
	if !ok || p.last.victimCell == p.last.to {
		return
	}
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

// special reports whether a move does more than go and capture: promotes,
// castles, takes in passing or marries.
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

// paintTarget marks a legal target: a disc, corners around a piece that can
// be captured, a diamond for promotion, castling and capture in passing.
func (p *painter) paintTarget(m rules.Move, r image.Rectangle) {
	cell := float64(r.Dx())
	x, y := middle(r)
	capture, extra := p.Position.At(m.To) != rules.NoPiece, special(p.Position, m)
	p.vector(r, func(dc *pen) {
		set := func(c rgb) { r, g, b := c.parts(); dc.SetRGB255(r, g, b) }
		if capture {
			leg := 0.27 * cell
			for _, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				cx, cy := x+k[0]*(cell/2-1), y+k[1]*(cell/2-1)
				dc.MoveTo(cx, cy)
				dc.LineTo(cx-k[0]*leg, cy)
				dc.LineTo(cx, cy-k[1]*leg)
				dc.ClosePath()
			}
			set(p.colors.background)
			dc.SetLineWidth(max(2, 0.05*cell))
			dc.StrokePreserve()
			set(p.colors.target)
			dc.Fill()
		}
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

// paintArrows draws the scene's arrows over everything on the board.
func (p *painter) paintArrows() {
	for _, arrow := range p.Arrows {
		a, one, ok := p.home(arrow.From)
		b, two, ok2 := p.home(arrow.To)
		if ok && ok2 && one.small == two.small {
			arrow := newCurve(a, b, curvatureBetween(one, two), max(2.5, 0.10*float64(two.cell)), true)
			p.paintCurve(arrow, p.colors.target)
			p.paintHeadOf(arrow, p.colors.target)
		}
	}
}
