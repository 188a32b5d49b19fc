package render

import (
	"image"
	"math"

	"raumbot/rules"
)

// A trail is the cells of the last move.
type trail struct {
	moved    bool
	from, to rules.Cell
	// via are the cells marked lighter: a double step's first, a castling
	// partner's two.
	via []rules.Cell
	// passed are the cells between, of whatever form the move has.
	passed []rules.Cell
	// victim is what was captured, on the cell where it stood.
	victim     rules.Piece
	victimCell rules.Cell
}

func (s *Scene) trail() trail {
	if s.Before == nil {
		return trail{victimCell: rules.NoCell}
	}
	t := trail{moved: true, from: s.Last.From, to: s.Last.To}
	if s.Last.Via != rules.NoCell {
		t.via = append(t.via, s.Last.Via)
	}
	if s.Last.Special == rules.Castling {
		from, to := s.Before.CastlingPartner(s.Last)
		t.via = append(t.via, from, to)
	}
	t.victimCell, t.victim = s.Before.Capture(s.Last)
	for _, c := range s.Before.Figure(s.Last) {
		if c != t.from && c != t.to {
			t.passed = append(t.passed, c)
		}
	}
	return t
}

// paintTrail draws the last move over the ground and under the pieces.
func (p *painter) paintTrail() {
	if !p.last.moved {
		return
	}
	for _, panel := range p.panels {
		frame := max(2, px(0.09, panel.cell))
		for _, c := range p.last.via {
			p.paintFrame(panel, c, max(2, frame/2))
		}
		p.paintFrame(panel, p.last.from, frame)
		p.paintFrame(panel, p.last.to, frame)
		p.paintShadow(panel)
	}
	p.paintRoute()
}

// paintFrame draws the yellow frame in its casing: over the edge of the cell,
// or outside where it would cover a small piece's code.
func (p *painter) paintFrame(panel *panel, c rules.Cell, width int) {
	r, ok := panel.find(c)
	if !ok {
		return
	}
	outside := width/2 + 1
	if panel.cell < 34 {
		outside = width + 1
	}
	r = r.Inset(-outside)
	p.frame(r, width+2, ink)
	p.frame(r.Inset(1), width, p.colors.frame)
}

// paintShadow marks, in the panel of arrival, the cell straight above or
// below the origin, which shows how far the move went within the plane. It is
// a hint: faint, and only on an empty cell, lest it seem to say something of
// the piece there.
func (p *painter) paintShadow(panel *panel) {
	if panel.small || panel.cell < 26 || p.board.Ranks() == nil {
		return
	}
	_, leaves := panel.find(p.last.from)
	_, arrives := panel.find(p.last.to)
	if leaves || !arrives {
		return
	}
	want, to := p.board.Place(p.last.from), p.board.Place(p.last.to)
	if panel.rank {
		want.Rank = to.Rank
	} else {
		want.Level = to.Level
	}
	for i := range panel.spots {
		c := panel.spots[i].cell
		if p.board.Place(c) == want && c != p.last.to && p.Position.At(c) == rules.NoPiece {
			p.dash(panel.spots[i].Inset(4), 1, 3, 5, faint(p.colors, p.grounds[c]))
		}
	}
}

// home returns the cell on the first panel that shows it: the large one in a
// focus.
func (l *layout) home(c rules.Cell) (image.Rectangle, *panel, bool) {
	for _, panel := range l.panels {
		if r, ok := panel.find(c); ok {
			return r, panel, true
		}
	}
	return image.Rectangle{}, nil, false
}

// paintRoute draws a curve from the edge of one cell to the edge of the
// other, bent where the move went by another cell. Its head is for
// paintRouteHead.
func (p *painter) paintRoute() {
	stops := []rules.Cell{p.last.from}
	if _, panel, ok := p.home(p.Last.Via); ok && !panel.small {
		stops = append(stops, p.Last.Via)
	}
	stops = append(stops, p.last.to)
	for i := range stops[1:] {
		a, one, ok := p.home(stops[i])
		b, two, ok2 := p.home(stops[i+1])
		if !ok || !ok2 || one.small || two.small {
			continue // the small boards of a focus have their tabs
		}
		cell := float64(two.cell)
		arrow := newCurve(a, b, curvatureBetween(one, two), max(2.5, 0.10*cell), stops[i+1] == p.last.to)
		if _, y := arrow.at(0.5); one != two && y < float64(min(one.at.Y, two.at.Y)) {
			arrow = newCurve(a, b, hangs, arrow.width, arrow.head > 0) // the titles must stay free
		}
		for _, part := range p.shown(arrow, one, two) {
			p.paintCurve(part, p.colors.mark)
			p.route = p.route.Union(part.box())
			p.heads = append(p.heads, arrowhead{part, p.colors.mark})
		}
	}
}

// paintRouteHead draws the heads of the last move's arrows, over the pieces.
func (p *painter) paintRouteHead() {
	for _, head := range p.heads {
		p.paintHeadOf(head.curve, head.color)
	}
}

// shown is an arrow, or only its two ends if it would cross panels that the
// move has nothing to do with.
func (p *painter) shown(arrow curve, one, two *panel) []curve {
	const samples = 24
	for i := range samples + 1 {
		x, y := arrow.at(float64(i) / samples)
		for _, panel := range p.panels {
			if panel != one && panel != two && image.Pt(int(x), int(y)).In(panel.bounds()) {
				return arrow.stubs(0.75 * float64(two.cell))
			}
		}
	}
	return []curve{arrow}
}

// A curve is an arrow from (x0, y0) to its tip at (x2, y2), bent toward
// (x1, y1).
type curve struct {
	x0, y0, x1, y1, x2, y2 float64
	width                  float64
	head                   float64 // length, 0 for none
}

// An arrowhead is a curve whose head is still to be painted.
type arrowhead struct {
	curve
	color rgb
}

// A curvature says to which side a curve leaves the straight line, by a sixth of
// its length.
type curvature float64

const (
	runs   curvature = 0 // straight
	arches curvature = -1
	hangs  curvature = 1
)

// curvatureBetween is straight within a panel, and an arch between two.
func curvatureBetween(one, two *panel) curvature {
	if one == two {
		return runs
	}
	return arches
}

// newCurve joins two cells.
func newCurve(a, b image.Rectangle, bent curvature, width float64, headed bool) curve {
	x0, y0 := middle(a)
	x2, y2 := middle(b)
	length := math.Hypot(x2-x0, y2-y0)
	x1, y1 := (x0+x2)/2, (y0+y2)/2
	if length > 2*float64(b.Dx()) {
		y1 += 0.32 * length * float64(bent) // the curve passes half as high as its control point
	}
	cell := float64(b.Dx())
	gap := 0.5 * cell
	if length < 1.8*cell {
		gap = 0.15 * cell // between neighbours there is room only on the empty cell
	}
	x0, y0 = leave(x0, y0, x1, y1, gap)
	c := curve{x0: x0, y0: y0, x1: x1, y1: y1, width: width}
	// The tip is just inside the edge of the cell.
	steep := max(math.Abs(x1-x2), math.Abs(y1-y2)) / max(1, math.Hypot(x1-x2, y1-y2))
	c.x2, c.y2 = leave(x2, y2, x1, y1, 0.40*cell/max(0.7, steep))
	if headed {
		c.head = min(0.34*cell, 0.5*math.Hypot(c.x2-x0, c.y2-y0))
	}
	return c
}

// at returns a point of the curve, from 0 at its beginning to 1 at its tip.
func (c curve) at(t float64) (x, y float64) {
	u := 1 - t
	return u*u*c.x0 + 2*u*t*c.x1 + t*t*c.x2, u*u*c.y0 + 2*u*t*c.y1 + t*t*c.y2
}

// stubs are the beginning and the end of the curve, straight.
func (c curve) stubs(length float64) []curve {
	first, last := c, c
	first.x2, first.y2 = leave(c.x0, c.y0, c.x1, c.y1, length)
	first.x1, first.y1 = (first.x0+first.x2)/2, (first.y0+first.y2)/2
	first.head = 0
	last.x0, last.y0 = leave(c.x2, c.y2, c.x1, c.y1, length)
	last.x1, last.y1 = (last.x0+last.x2)/2, (last.y0+last.y2)/2
	return []curve{first, last}
}

// neck is where the head begins.
func (c curve) neck() (x, y float64) { return leave(c.x2, c.y2, c.x1, c.y1, c.head) }

// box is the rectangle around the curve.
func (c curve) box() image.Rectangle {
	reach := int(c.width + c.head + 4)
	return image.Rect(int(min(c.x0, c.x1, c.x2)), int(min(c.y0, c.y1, c.y2)), int(max(c.x0, c.x1, c.x2)), int(max(c.y0, c.y1, c.y2))).Inset(-reach)
}

// paintCurve draws the line of a curve in a casing of ink.
func (p *painter) paintCurve(c curve, color rgb) {
	bx, by := c.neck()
	p.vector(c.box(), func(dc *pen) {
		for pass, w := range []float64{c.width + 3, c.width} {
			r, g, bl := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(r, g, bl)
			dc.SetLineCapButt()
			dc.MoveTo(c.x0, c.y0)
			dc.QuadraticTo(c.x1, c.y1, bx, by)
			dc.SetLineWidth(w)
			dc.Stroke()
		}
	})
}

// paintHeadOf draws the head of a curve.
func (p *painter) paintHeadOf(c curve, color rgb) {
	if c.head == 0 {
		return
	}
	bx, by := c.neck()
	reach := int(c.head) + 4
	p.vector(image.Rect(int(c.x2)-reach, int(c.y2)-reach, int(c.x2)+reach, int(c.y2)+reach), func(dc *pen) {
		for pass, rim := range []float64{3, 0} {
			r, g, bl := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(r, g, bl)
			arrowHead(dc, c.x2, c.y2, bx, by, 0.62*c.head, rim)
		}
	})
}

// arrowHead adds a triangle with its tip at (x, y); rim widens it for the
// casing.
func arrowHead(dc *pen, x, y, bx, by, half, rim float64) {
	length := math.Hypot(x-bx, y-by)
	if length == 0 {
		return
	}
	ux, uy := (x-bx)/length, (y-by)/length
	dc.MoveTo(x, y)
	dc.LineTo(bx-uy*half, by+ux*half)
	dc.LineTo(bx+uy*half, by-ux*half)
	dc.ClosePath()
	if rim > 0 {
		dc.SetLineWidth(rim)
		dc.StrokePreserve()
	}
	dc.Fill()
}

// leave returns the point at a distance from (x, y) toward (tx, ty).
func leave(x, y, tx, ty, distance float64) (float64, float64) {
	length := math.Hypot(tx-x, ty-y)
	if length == 0 {
		return x, y
	}
	return x + (tx-x)*distance/length, y + (ty-y)*distance/length
}
