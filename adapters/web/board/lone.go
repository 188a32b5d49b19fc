package board

import (
	"slices"

	"raumbot/rules"
)

// Lone returns the position in which White has one piece on a cell and nothing else is on the board,
// and how that piece moves there. Cells on which it can only capture are marked as captures.
func Lone(v *rules.Variant, kind rules.KindID, at rules.Cell) (*Position, *Cell) {
	m := Moment{now: v.Lone(rules.MakePiece(kind, rules.White), at)}
	p := &Position{Men: []Man{{Cell: int(at), Kind: int(kind)}}, Number: 1, Status: rules.Ongoing.String(), Lost: [2][]int{{}, {}}}
	c := &Cell{Cell: int(at), Moves: []Move{}, Attackers: [2][]int{{}, {}}}
	add := func(to rules.Cell) *Move {
		move := m.move(rules.Move{From: at, To: to, Via: rules.NoCell})
		move.Text = ""
		c.Moves = append(c.Moves, move)
		return &c.Moves[len(c.Moves)-1]
	}
	quiet, captures := v.Reach(kind, rules.White, at)
	for _, to := range quiet {
		add(to)
	}
	for _, to := range captures {
		if !slices.Contains(quiet, to) {
			add(to).Take = int(to)
		}
	}
	return p, c
}
