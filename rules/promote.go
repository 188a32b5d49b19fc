package rules

import "slices"

// promote replaces, from index first on, each move that may or must promote
// by one move for each choice.
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

// offers reports whether the player to move may promote to the kinds of a choice on a cell.
func (p *Position) offers(c *choice, on Cell) bool {
	if len(c.zones) > 0 && !p.variant.Board.inAny(c.zones, on) {
		return false
	}
	for _, n := range c.needs {
		if have := p.count[MakePiece(n.kind, p.turn)]; have < n.min || have > n.max {
			return false
		}
	}
	return true
}

// addPromotion computes the cells on which a kind promotes.
func (kt *kindTable) addPromotion(v *Variant, k *Kind) {
	if k.Promotion == nil {
		return
	}
	p, b := k.Promotion, v.Board
	for s := range kt.promotes {
		kt.promotes[s] = make([]promoting, b.Len())
	}
	for c := range Cell(b.Len()) {
		place := b.places[c]
		rank := place.Rank + 1
		level := p.Level == "" || b.levels[place.Level].Name == p.Level
		if !slices.Contains(p.Ranks, rank) || !level {
			continue
		}
		now := mayPromote
		stuck := len(kt.moves[White][c])+len(kt.quiet[White][c]) == 0
		if slices.Contains(p.Forced, rank) || p.ForcedIfStuck && stuck {
			now = mustPromote
		}
		kt.promotes[White][c] = now
		kt.promotes[Black][v.opposite(c)] = now
	}
	for s := range kt.promotesFrom {
		for c := range Cell(b.Len()) {
			if kt.canPromoteFrom(Side(s), c) {
				kt.promotesFrom[s].add(c)
			}
		}
	}
	for _, c := range p.Menu {
		kt.menu = append(kt.menu, newChoice(v, c))
	}
}

// canPromoteFrom reports whether some move from a cell may promote.
func (kt *kindTable) canPromoteFrom(s Side, from Cell) bool {
	promotes := func(c Cell) bool { return kt.promotes[s][c] != stays }
	return slices.ContainsFunc(kt.moves[s][from], func(n node) bool { return promotes(Cell(n.cell)) }) ||
		slices.ContainsFunc(kt.quiet[s][from], promotes) ||
		slices.ContainsFunc(kt.captures[s][from], promotes) ||
		kt.indirect != nil && slices.ContainsFunc(kt.indirect[s][from], func(m indirectMove) bool { return promotes(m.to) })
}

// A choice is a [Choice] with its kinds looked up.
type choice struct {
	kinds []KindID
	zones []Zone
	needs []need
}

type need struct {
	kind     KindID
	min, max uint8
}

func newChoice(v *Variant, c Choice) choice {
	made := choice{zones: c.Zones}
	for _, code := range c.Codes {
		made.kinds = append(made.kinds, v.mustKind(code))
	}
	for _, n := range c.Needs {
		high := uint8(n.Max)
		if n.Max == 0 {
			high = ^uint8(0)
		}
		made.needs = append(made.needs, need{v.mustKind(n.Code), uint8(n.Min), high})
	}
	return made
}
