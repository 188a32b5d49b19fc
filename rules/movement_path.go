package rules

import "slices"

// paths returns the paths that a piece of s on c can take. Each lists the cells that the piece
// passes, in order. No path is empty.
func (m Movement) paths(b *Board, s Side, c Cell) [][]Cell {
	if !m.applies(b, c) {
		return nil
	}
	return slices.DeleteFunc(m.ways(b, s, c), func(path []Cell) bool {
		return len(path) == 0 || !m.permits(b, s, c, path[0])
	})
}

// applies reports whether the movement can begin on a cell.
func (m Movement) applies(b *Board, c Cell) bool {
	return (len(m.From) == 0 || b.inAny(m.From, c)) && (len(m.Levels) == 0 || slices.Contains(m.Levels, b.levelName(c)))
}

// permits reports whether the modifiers of the movement allow a step.
func (m Movement) permits(b *Board, s Side, from, to Cell) bool {
	return !(m.Forward && b.ahead(s, from, to) <= 0) &&
		!(m.Switching && b.sameZones(from, to)) &&
		!(m.Crossing != AnyCrossing && b.crossing(from, to) != m.Crossing)
}

// ways returns the paths for the movement's shape, some of which may be empty.
func (m Movement) ways(b *Board, s Side, c Cell) [][]Cell {
	switch {
	case m.Shape == Follow:
		return b.followed(c, m.boundary(), m.Climb)
	case m.Shape == Crooked:
		return b.crooked(c, b.pairs(m.Families[0], m.Families[1], m.Angle))
	case m.Shape == Curved:
		return b.curved(c, m.directions(b, s), m.Angle, m.Steps)
	case m.Shape == Ride || m.Shape == Planar: // the lines of a planar movement; see figures
		return b.ridden(c, m.directions(b, s), m.reach())
	case m.Shape == Bent:
		return b.bent(c, m.directions(b, s), m.turns(s))
	case m.Shape == Return: // depends on the array; see addReturns
		return nil
	case m.along(ChainWise):
		return b.chained(c, max(1, m.Steps), m.Climb)
	}
	return b.single(c, m.directions(b, s))
}

// figures returns the pairs of directions that span a planar movement's
// figures.
func (m Movement) figures(b *Board) [][2]Vector {
	return b.pairs(m.Families[0], m.Families[1], m.Angle)
}

// along reports whether the movement uses a family.
func (m Movement) along(f Family) bool { return slices.Contains(m.Families, f) }

// boundary returns the kind of boundary that the movement follows.
func (m Movement) boundary() Boundary {
	if m.along(LoopWise) {
		return Thin
	}
	return Thick
}

// directions returns the vectors of a movement, as s has them.
func (m Movement) directions(b *Board, s Side) []Vector {
	all := append(b.directions(m.Families...), m.Mirror.all(m.Vectors, s)...)
	if m.Aside != [2]int{} {
		for _, v := range spread(m.Climb, m.Aside[0], m.Aside[1]) {
			if abs(v[2]) == m.Climb {
				all = append(all, v)
			}
		}
	}
	if m.Shape == Leap && m.Steps > 1 {
		for i := range all {
			all[i] = all[i].times(m.Steps)
		}
	}
	return all
}

// turns returns the second steps of a bent movement, as s has them.
func (m Movement) turns(s Side) []Vector { return m.Mirror.all(m.Turns, s) }

// reach returns the greatest number of steps of a ride.
func (m Movement) reach() int {
	if m.Shape == Ride && m.Steps > 0 {
		return m.Steps
	}
	return MaxCells
}

// ridden returns the lines of up to most steps from a cell in each direction.
func (b *Board) ridden(c Cell, directions []Vector, most int) [][]Cell {
	var all [][]Cell
	for _, v := range directions {
		all = append(all, b.walk(c, func(n int) (Vector, bool) { return v, n < most }))
	}
	return all
}

// bent returns the paths of a first and a second step.
func (b *Board) bent(c Cell, first, second []Vector) [][]Cell {
	var all [][]Cell
	for _, v := range first {
		via := b.step(c, v)
		if via == NoCell {
			continue
		}
		for _, end := range b.single(via, second) {
			if end[0] != c {
				all = append(all, []Cell{via, end[0]})
			}
		}
	}
	return all
}

// single returns a path of one cell for each vector that stays on the board.
func (b *Board) single(c Cell, vectors []Vector) [][]Cell {
	var all [][]Cell
	for _, v := range vectors {
		if to := b.step(c, v); to != NoCell {
			all = append(all, []Cell{to})
		}
	}
	return all
}

// crooked returns the paths that alternate between the directions of a pair,
// beginning with either.
func (b *Board) crooked(c Cell, pairs [][2]Vector) [][]Cell {
	var all [][]Cell
	for _, pair := range pairs {
		for first := range 2 {
			all = append(all, b.walk(c, func(n int) (Vector, bool) { return pair[(first+n)%2], true }))
		}
	}
	return all
}

// curved returns the paths of up to steps steps that turn by the same
// angle to the same side at each.
func (b *Board) curved(c Cell, directions []Vector, degrees float64, steps int) [][]Cell {
	var all [][]Cell
	for _, first := range directions {
		for _, second := range directions {
			if first.meets(second, degrees) {
				turn := arc(directions, first, second, degrees, steps)
				all = append(all, b.walk(c, func(n int) (Vector, bool) { return turn[min(n, len(turn)-1)], n < len(turn) }))
			}
		}
	}
	return all
}

// arc continues a turn that begins with two directions, while there is a
// direction to turn to.
func arc(directions []Vector, first, second Vector, degrees float64, steps int) []Vector {
	turn := []Vector{first, second}
	for len(turn) < steps {
		before, last := turn[len(turn)-2], turn[len(turn)-1]
		next := slices.IndexFunc(directions, func(v Vector) bool {
			return v != before && last.meets(v, degrees) && coplanar(before, last, v)
		})
		if next < 0 {
			break
		}
		turn = append(turn, directions[next])
	}
	return turn[:min(steps, len(turn))]
}

// walk collects the cells from c on until the board or the directions end.
func (b *Board) walk(c Cell, direction func(n int) (Vector, bool)) []Cell {
	var path []Cell
	for n := 0; ; n++ {
		v, ok := direction(n)
		if !ok {
			return path
		}
		if c = b.step(c, v); c == NoCell {
			return path
		}
		path = append(path, c)
	}
}

// pairs returns the unordered pairs of a direction of each family that
// enclose the angle.
func (b *Board) pairs(one, other Family, degrees float64) [][2]Vector {
	var found [][2]Vector
	for i, p := range b.families[one] {
		for j, q := range b.families[other] {
			if p.meets(q, degrees) && (one != other || i < j) {
				found = append(found, [2]Vector{p, q})
			}
		}
	}
	return found
}
