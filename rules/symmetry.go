package rules

import "slices"

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

// all returns White's vectors as s has them.
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

// opposite returns where Black has what White has on c.
func (v *Variant) opposite(c Cell) Cell { return v.Board.reflect(c, v.Opposite) }

// reflect returns the cell that a symmetry about the middle of the board
// takes c to, or NoCell.
func (b *Board) reflect(c Cell, s Symmetry) Cell {
	low, high := b.points[0], b.points[0]
	for _, p := range b.points {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
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

// mirror is a reflection of the board: where each cell comes to lie, and whether the ranks are reversed, so that each side's
// men stand where the other's might.
type mirror struct {
	to       []Cell
	exchange bool
}

// mirrors returns the reflections along the axes that take every cell of the board to one, that along none first.
func (b *Board) mirrors() (all []mirror) {
	for s := Symmetry(0); s <= ThroughCentre; s++ {
		to := make([]Cell, b.Len())
		for c := range to {
			to[c] = b.reflect(Cell(c), s)
		}
		if !slices.Contains(to, NoCell) {
			all = append(all, mirror{to, s&ReverseRanks != 0})
		}
	}
	return all
}
