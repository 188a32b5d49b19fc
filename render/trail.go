package render

import (
	"image"

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
