package rules

import "slices"

// promote replaces, from index first on, the moves that may or must end in
// promotion by one move for each choice.
func (p *Position) promote(kt *kindTable, moves []Move, first int) []Move {
	promotes := kt.promotes[p.turn]
	last, kept := len(moves), first
	for i := first; i < last; i++ {
		m := moves[i]
		if promotes[m.To] != mustPromote {
			moves[kept] = m
			kept++
		}
		if promotes[m.To] != stays {
			for j := range kt.menu {
				if !p.offers(&kt.menu[j], m.To) {
					continue
				}
				for _, id := range kt.menu[j].kinds {
					m.Promotion = id
					moves = append(moves, m)
				}
			}
		}
	}
	return append(moves[:kept], moves[last:]...)
}

// offers reports whether the player to move may choose c on that cell.
func (p *Position) offers(c *choice, on Cell) bool {
	if len(c.zones) > 0 && !slices.Contains(c.zones, p.variant.Board.zones[on]) {
		return false
	}
	for _, n := range c.needs {
		if have := p.count[MakePiece(n.kind, p.turn)]; have < n.min || have > n.max {
			return false
		}
	}
	return true
}
