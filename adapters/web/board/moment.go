package board

import (
	"fmt"

	"raumbot/render"
	"raumbot/rules"
)

// Moment is a position of a game, and how it came about.
type Moment struct {
	now    *rules.Position
	before *rules.Position // nil at the start
	last   rules.Move
}

// Of returns the moment that a scene shows.
func Of(s render.Scene) Moment { return Moment{now: s.Position, before: s.Before, last: s.Last} }

// Try returns the moment after a move, written as [Move.Text], of whoever is to move. The error says why it is none.
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

// cell returns the cell of a name.
func (m Moment) cell(name string) (rules.Cell, error) {
	c, ok := m.now.Variant().Board.Cell(name)
	if !ok {
		return rules.NoCell, fmt.Errorf("there is no cell %.20q", name)
	}
	return c, nil
}
