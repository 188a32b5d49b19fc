package render

import (
	"image"
	"slices"

	"raumbot/rules"
)

// A trail holds the cells of the last move.
type trail struct {
	moved bool
	// from and to are the same cell if a piece captured without moving.
	from, to rules.Cell
	// stops are the cells between the legs of the move: the middle of a double step, or the cell
	// from which the piece is transferred to the other level.
	stops []rules.Cell
	// via are the cells marked in a lighter colour: the stops and a castling partner's two.
	via []rules.Cell
	// passed are the cells in between, for any form of movement.
	passed []rules.Cell
	// victim is the captured piece, which stood on victimCell. inPassing means that
	// its captor was never there.
	victim     rules.Piece
	victimCell rules.Cell
	inPassing  bool
}

func (s *Scene) trail() trail {
	if s.Before == nil {
		return trail{victimCell: rules.NoCell}
	}
	t := trail{moved: true, from: s.Last.From, to: s.Last.To}
	switch arrival := s.Before.Arrival(s.Last); {
	case s.Last.Special == rules.RifleCapture:
		t.to = t.from
	case s.Last.Via != rules.NoCell:
		t.stops = []rules.Cell{s.Last.Via}
	case arrival != t.to && s.Last.Special != rules.Castling:
		t.stops = []rules.Cell{arrival}
	}
	t.via = append(t.via, t.stops...)
	if s.Last.Special == rules.Castling {
		from, to := s.Before.CastlingPartner(s.Last)
		t.via = append(t.via, from, to)
	}
	t.victimCell, t.victim = s.Before.Capture(s.Last)
	t.inPassing = s.Last.Special == rules.EnPassant
	for _, c := range s.Before.Figure(s.Last) {
		if c != t.from && c != t.to && !slices.Contains(t.stops, c) {
			t.passed = append(t.passed, c)
		}
	}
	return t
}

// takenAt returns the cell at which the victim is named: that of its captor if it was captured in
// passing.
func (t *trail) takenAt() rules.Cell {
	if t.inPassing {
		return t.to
	}
	return t.victimCell
}

// paintArrows draws the arrows of the last move: from the cell of departure, or of an intermediate
// stop, to the edge of the next. Across pieces or to another board no line is drawn, because
// it would cross codes and labels: a short arrow on the empty cell points there. If another piece
// of the same side has taken the cell, as in castling, there is no arrow.
func (p *painter) paintArrows() {
	if p.last.moved {
		stops := append([]rules.Cell{p.last.from}, p.last.stops...)
		p.paintWay(append(stops, p.last.to), p.colors.mark)
	}
	if m := p.Instead; m != nil {
		p.paintWay([]rules.Cell{m.From, m.To}, p.colors.capture)
	}
}

// paintWay draws the arrows of a move from stop to stop.
func (p *painter) paintWay(stops []rules.Cell, color rgb) {
	for i, from := range stops[:len(stops)-1] {
		if p.Position.At(from) != rules.NoPiece || from == p.last.victimCell {
			continue // a cross is there
		}
		for _, panel := range p.panels {
			r, ok := panel.find(from)
			if !ok {
				continue
			}
			to, within := panel.find(stops[i+1])
			if !within {
				to, _, ok = p.home(stops[i+1])
			}
			if ok {
				p.paintArrow(panel, r, to, !within, color)
			}
		}
	}
}

// home returns the cell on the panel that shows it.
func (l *layout) home(c rules.Cell) (image.Rectangle, *panel, bool) {
	for _, panel := range l.panels {
		if r, ok := panel.find(c); ok {
			return r, panel, true
		}
	}
	return image.Rectangle{}, nil, false
}
