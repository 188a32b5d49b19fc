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
// below the origin, which shows how far the move went within the plane.
func (p *painter) paintShadow(panel *panel) {
	if _, arrives := panel.find(p.last.to); !arrives || panel.cell < 26 || p.board.Ranks() == nil {
		return
	}
	from, to := p.board.Place(p.last.from), p.board.Place(p.last.to)
	for i := range panel.spots {
		q := p.board.Place(panel.spots[i].cell)
		above := q.File == from.File && (q.Level == to.Level && q.Rank == from.Rank || q.Rank == to.Rank && q.Level == from.Level)
		if !above || panel.spots[i].cell == p.last.from || panel.spots[i].cell == p.last.to {
			continue
		}
		color := ink
		if p.Theme == Dark {
			color = p.colors.text
		}
		p.dash(panel.spots[i].Inset(2), max(2, min(3, panel.cell/16)), 6, 4, color)
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
// other, bent where the move went by another cell.
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
		width := max(2.5, 0.10*float64(two.cell))
		box := p.curve(a, b, one != two, width, p.colors.mark, stops[i+1] == p.last.to)
		p.route = p.route.Union(box)
	}
}

// curve draws an arrow between two cells in a casing of ink; bent arches it
// upward by a sixth of its length. It returns the rectangle around it.
func (p *painter) curve(a, b image.Rectangle, bent bool, width float64, color rgb, headed bool) image.Rectangle {
	x0, y0 := middle(a)
	x2, y2 := middle(b)
	length := math.Hypot(x2-x0, y2-y0)
	x1, y1 := (x0+x2)/2, (y0+y2)/2
	if bent && length > 2*float64(b.Dx()) {
		y1 -= 0.32 * length // the curve passes half as high as its control point
	}
	cell := float64(b.Dx())
	gap := 0.5 * cell
	if length < 1.8*cell {
		gap = 0.15 * cell // between neighbours there is room only on the empty cell
	}
	x0, y0 = leave(x0, y0, x1, y1, gap)
	x2, y2 = leave(x2, y2, x1, y1, cell*0.42)
	head := min(0.34*cell, 0.5*math.Hypot(x2-x0, y2-y0))
	bx, by := leave(x2, y2, x1, y1, head)
	if !headed {
		bx, by = x2, y2
	}
	reach := int(width + head + 4)
	box := image.Rect(int(min(x0, x1, x2)), int(min(y0, y1, y2)), int(max(x0, x1, x2)), int(max(y0, y1, y2))).Inset(-reach)
	p.vector(box, func(dc *pen) {
		for pass, w := range []float64{width + 3, width} {
			r, g, bl := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(r, g, bl)
			dc.SetLineCapButt()
			dc.MoveTo(x0, y0)
			dc.QuadraticTo(x1, y1, bx, by)
			dc.SetLineWidth(w)
			dc.Stroke()
			if headed {
				arrowHead(dc, x2, y2, bx, by, head*0.62, float64(1-pass)*3)
			}
		}
	})
	return box
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
