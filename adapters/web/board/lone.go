package board

import (
	"slices"

	"raumbot/rules"
)

// Lone returns the position in which White has one piece and nothing else is on the board, and how
// that piece moves there. kind counts from 1. at is the name of the cell on which it stands; if
// there is no such cell, it is one in the middle. Cells on which the piece can only capture are
// marked as captures.
func Lone(variant string, kind int, at string) (*Position, *Cell, error) {
	v, err := rules.Find(variant)
	if err != nil {
		return nil, nil, err
	}
	id := rules.KindID(kind)
	from, ok := v.Board.Cell(at)
	if !ok {
		from = v.DiagramCell(id)
	}
	m := Moment{now: v.Lone(rules.MakePiece(id, rules.White), from)}
	p := &Position{Men: []Man{{Cell: int(from), Kind: kind}}, Number: 1, Status: rules.Ongoing.String(), Lost: [2][]int{{}, {}}}
	c := &Cell{Cell: int(from), Moves: []Move{}, Attackers: [2][]int{{}, {}}}
	quiet, captures := v.Reach(id, rules.White, from)
	for _, to := range slices.Concat(quiet, captures) {
		if slices.ContainsFunc(c.Moves, func(m Move) bool { return m.To == int(to) }) {
			continue
		}
		move := m.move(rules.Move{From: from, To: to, Via: rules.NoCell})
		move.Text = ""
		if !slices.Contains(quiet, to) {
			move.Take = int(to)
		}
		c.Moves = append(c.Moves, move)
	}
	return p, c, nil
}
