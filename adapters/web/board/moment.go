package board

import (
	"fmt"

	"raumbot/render"
	"raumbot/rules"
)

// Moment is a position of a game, and the move that led to it.
type Moment struct {
	now    *rules.Position
	before *rules.Position // nil at the start
	last   rules.Move
}

// Of returns the moment of a scene.
func Of(s render.Scene) Moment { return Moment{now: s.Position, before: s.Before, last: s.Last} }

// Now returns the position.
func (m Moment) Now() *rules.Position { return m.now }

// Try returns the moment after a legal move, written as in [Move.Text]. The error says why the text
// is not a legal move.
func (m Moment) Try(text string) (Moment, error) {
	move, err := m.now.ReadText(text)
	if err != nil {
		return Moment{}, err
	}
	next, err := m.now.Play(move)
	if err != nil {
		return Moment{}, err
	}
	return Moment{now: next, before: m.now, last: move}, nil
}

// In returns a copy of a scene with the position and the last move of the moment.
func (m Moment) In(s render.Scene) render.Scene {
	s.Position, s.Before, s.Last = m.now, m.before, m.last
	return s
}

// cell returns the cell with a name.
func (m Moment) cell(name string) (rules.Cell, error) {
	c, ok := m.now.Variant().Board.Cell(name)
	if !ok {
		return rules.NoCell, fmt.Errorf("there is no cell %.20q", name)
	}
	return c, nil
}
