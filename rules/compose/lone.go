package compose

import (
	"slices"

	"raumbot/rules"
)

// Task returns a position in which a lone white piece of a kind, on its cell of diagrams, has to
// take a black piece or, if it cannot take anything, to go to a cell. The cell is the one with the
// longest way to it. ok is false if there is no such position.
func Task(v *rules.Variant, id rules.KindID) (p *rules.Position, to rules.Cell, takes, ok bool) {
	from := v.DiagramCell(id)
	moves, captures := v.Reach(id, rules.White, from)
	if p, to, ok = farthest(v, id, from, captures, true); ok {
		return p, to, true, true
	}
	p, to, ok = farthest(v, id, from, moves, false)
	return p, to, false, ok
}

// farthest returns the position with a white piece on a cell from which the way to one of some
// cells is the longest. Black has a piece there if takes is true.
func farthest(v *rules.Variant, id rules.KindID, from rules.Cell, cells []rules.Cell, takes bool) (p *rules.Position, to rules.Cell, found bool) {
	alone, ok := place(v, id, from, rules.NoCell, rules.NoKind)
	length := map[rules.Cell]int{}
	for _, to := range cells {
		var way []rules.Cell
		if ok { // else the piece would give check if it were alone
			way, _ = alone.Passage(rules.Move{From: from, To: to, Via: rules.NoCell})
		}
		length[to] = 2 * len(way)
		if v.Board.Place(to).Level != v.Board.Place(from).Level {
			length[to]++
		}
	}
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b rules.Cell) int { return length[b] - length[a] })
	victims := []rules.KindID{rules.NoKind}
	if takes {
		victims = Victims(v)
	}
	for _, to := range cells {
		for _, victim := range victims {
			if p, ok := place(v, id, from, to, victim); ok && leads(p, from, to, takes) {
				return p, to, true
			}
		}
	}
	return nil, to, false
}

// leads reports whether a legal move leads from one cell to another or, if takes is true, takes the
// piece there.
func leads(p *rules.Position, from, to rules.Cell, takes bool) bool {
	return slices.ContainsFunc(p.LegalFrom(from), func(m rules.Move) bool {
		at, taken := p.Capture(m)
		return !takes && m.To == to && taken == rules.NoPiece || takes && taken != rules.NoPiece && at == to
	})
}

// place returns the position with a white piece on one cell, and a black one of the kind victim, if
// that is not [rules.NoKind], on another.
func place(v *rules.Variant, id rules.KindID, from, to rules.Cell, victim rules.KindID) (*rules.Position, bool) {
	s := bare(v).with(rules.White, id, from)
	if key := v.Kinds[id].Freeze; key != "" {
		s = s.withKey(rules.White, key)
	}
	if to != rules.NoCell && !s.free(to) {
		return nil, false
	}
	if victim != rules.NoKind {
		s = s.with(rules.Black, victim, to)
	}
	return s.read(rules.White)
}

// Victims returns the kinds that may stand somewhere to be taken, those that move least first.
func Victims(v *rules.Variant) []rules.KindID {
	all := kinds(v, func(k *rules.Kind) bool { return !k.Royal && len(k.Aura) == 0 })
	slices.SortStableFunc(all, func(a, b rules.KindID) int {
		moves := func(id rules.KindID) int {
			quiet, captures := v.Reach(id, rules.Black, v.Board.Center())
			return len(quiet) + len(captures)
		}
		return moves(a) - moves(b)
	})
	return all[:min(len(all), 3)]
}
