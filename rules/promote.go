package rules

import "slices"

// promote replaces, from index first on, the moves that may or must end in
// promotion by one move for each choice.
func (p *Position) promote(kt *kindTable, moves []Move, first int) []Move {
	promotes := kt.promotes[p.turn]
	plain := slices.Clone(moves[first:])
	moves = moves[:first]
	for _, m := range plain {
		if promotes[m.To] != mustPromote {
			moves = append(moves, m)
		}
		if promotes[m.To] != stays {
			for _, c := range kt.menu {
				if !p.offers(c, m.To) {
					continue
				}
				for _, id := range c.kinds {
					m.Promotion = id
					moves = append(moves, m)
				}
			}
		}
	}
	return moves
}

// offers reports whether the player to move may choose c on that cell.
func (p *Position) offers(c choice, on Cell) bool {
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
