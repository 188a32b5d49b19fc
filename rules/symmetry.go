package rules

import (
	"cmp"
	"slices"
)

// Symmetry says which axes of the board are reversed between the two sides.
type Symmetry uint8

// The axes that a symmetry may reverse: those of the board's vectors.
const (
	ReverseLevels Symmetry = 1 << iota
	ReverseFiles
	ReverseRanks
)

// The symmetries that games name: the ranks reversed, or everything.
const (
	AcrossRanks   = ReverseRanks
	ThroughCentre = ReverseLevels | ReverseFiles | ReverseRanks
)

// of returns the vector with the symmetry's axes reversed.
func (s Symmetry) of(v Vector) Vector {
	for axis := range v {
		if s>>axis&1 != 0 {
			v[axis] = -v[axis]
		}
	}
	return v
}

// all returns White's vectors as side has them.
func (s Symmetry) all(vectors []Vector, side Side) []Vector {
	if side == White {
		return vectors
	}
	var turned []Vector
	for _, v := range vectors {
		turned = append(turned, s.of(v))
	}
	return turned
}

// opposite returns the cell where Black has what White has on c.
func (v *Variant) opposite(c Cell) Cell { return v.Board.reflect(c, v.Opposite) }

// reflect returns the cell to which a symmetry about the middle of the board takes c, or NoCell.
func (b *Board) reflect(c Cell, s Symmetry) Cell {
	low, high := b.extent()
	to := b.points[c]
	for axis := range to {
		if s>>axis&1 != 0 {
			to[axis] = low[axis] + high[axis] - to[axis]
		}
	}
	if found, ok := b.byPoint[to]; ok {
		return found
	}
	return NoCell
}

// extent returns the least and the greatest coordinates of cells.
func (b *Board) extent() (low, high Vector) {
	low, high = b.points[0], b.points[0]
	for _, p := range b.points {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
	return low, high
}

// mirror is a way to lay the board on itself. to holds where each cell comes to lie, exchange
// whether the colours of the pieces are exchanged, and kinds the kind as which each kind then
// moves.
type mirror struct {
	to       []Cell
	exchange bool
	kinds    [maxKinds]KindID
}

// newMirrors returns the ways to lay the board on itself after which a position is played as
// before. The first is the one that changes nothing. Reflections along the axes count in any case,
// with the colours exchanged if the ranks are reversed, even though Pawns and castling are not
// symmetric. All other turns and reflections, with and without an exchange of colours, count if all
// pieces move as some kind did before.
func (t *tables) newMirrors() (all []mirror) {
	var moves *moveTable // computed on first use
	for _, way := range orientations {
		to := t.variant.Board.lay(way)
		if slices.Contains(to, NoCell) {
			continue
		}
		for _, exchange := range []bool{false, true} {
			m := mirror{to: to, exchange: exchange}
			if way.straight() && exchange == (way[2].sign < 0) {
				for id := range t.variant.Kinds {
					m.kinds[id] = KindID(id)
				}
				all = append(all, m)
				continue
			}
			if moves == nil {
				moves = t.newMoveTable()
			}
			if moves.keptBy(&m) {
				all = append(all, m)
			}
		}
	}
	return all
}

// lay returns where the cells come to lie when the board is turned or reflected about its middle;
// NoCell for cells that leave it.
func (b *Board) lay(way orientation) []Cell {
	low, high := b.extent()
	to := make([]Cell, b.Len())
	for c, p := range b.points {
		var at Vector
		for i, along := range way {
			if at[i] = low[i] + p[along.axis] - low[along.axis]; along.sign < 0 {
				at[i] = low[i] + high[along.axis] - p[along.axis]
			}
		}
		found, ok := b.byPoint[at]
		if !ok {
			found = NoCell
		}
		to[c] = found
	}
	return to
}

// moveTable holds where each kind can move and capture on an empty board.
type moveTable struct {
	variant *Variant
	// order lists the kinds with the fewest moves first, as these are compared fastest.
	order []KindID
	// targets holds the cells to which a kind moves from each cell, with those of captures last.
	targets [2][maxKinds][][]Cell
	quiet   [2][maxKinds][]int // how many of the targets are of moves without a capture
	sums    [2][maxKinds][]uint64
	// hashes holds the hashes of each cell as a target of moves and of captures.
	hashes [MaxCells][2]uint64
}

func (t *tables) newMoveTable() *moveTable {
	v := t.variant
	m := &moveTable{variant: v}
	for c := range m.hashes {
		m.hashes[c] = [2]uint64{digest(uint64(c)), digest(uint64(c), 1)}
	}
	count := map[KindID]int{}
	for id := KindID(1); int(id) < len(v.Kinds); id++ {
		m.order = append(m.order, id)
		for s := White; s <= Black; s++ {
			for c := range Cell(v.Board.Len()) {
				moves, captures := v.Reach(id, s, c)
				m.targets[s][id] = append(m.targets[s][id], append(moves, captures...))
				m.quiet[s][id] = append(m.quiet[s][id], len(moves))
				m.sums[s][id] = append(m.sums[s][id], m.sum(s, id, c, nil))
				count[id] += len(moves) + len(captures)
			}
		}
	}
	slices.SortStableFunc(m.order, func(a, b KindID) int { return cmp.Compare(count[a], count[b]) })
	return m
}

// sum adds up the hashes of the targets of a kind from a cell. to says where the cells lie after
// the board has been laid on itself; it is nil if it has not been.
func (m *moveTable) sum(s Side, id KindID, c Cell, to []Cell) (sum uint64) {
	quiet := m.quiet[s][id][c]
	for i, target := range m.targets[s][id][c] {
		if to != nil {
			target = to[target]
		}
		if i < quiet {
			sum += m.hashes[target][0]
		} else {
			sum += m.hashes[target][1]
		}
	}
	return sum
}

// keptBy reports whether all pieces move as pieces did before when the board is laid on itself. If
// so it sets the mirror's kinds.
func (m *moveTable) keptBy(way *mirror) bool {
	for _, id := range m.order {
		found := slices.IndexFunc(m.order, func(as KindID) bool { return m.movesAs(id, as, way) })
		if found < 0 {
			return false
		}
		way.kinds[id] = m.order[found]
	}
	return true
}

// movesAs reports whether a kind moves as another did when the board is laid on itself.
func (m *moveTable) movesAs(id, as KindID, way *mirror) bool {
	if a, b := &m.variant.Kinds[id], &m.variant.Kinds[as]; a.Royal != b.Royal || a.Pawn != b.Pawn {
		return false
	}
	for s := White; s <= Black; s++ {
		turned := s
		if way.exchange {
			turned = s.Other()
		}
		for c, to := range way.to {
			if len(m.targets[s][id][c]) != len(m.targets[turned][as][to]) || m.sum(s, id, Cell(c), way.to) != m.sums[turned][as][to] {
				return false
			}
		}
	}
	return true
}
