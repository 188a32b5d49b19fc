package rules

import (
	"fmt"
	"slices"
)

// Shape is the manner in which a piece moves.
type Shape uint8

// The shapes of movement.
const (
	// Ride goes any distance in one direction through empty cells.
	Ride Shape = iota + 1
	// Step goes one cell in one direction.
	Step
	// Leap goes by a difference, whatever stands between.
	Leap
	// Crooked alternates single steps of two directions.
	Crooked
	// Planar goes to the far corner of an empty figure of a plane.
	Planar
	// Curved turns by the same angle at every step.
	Curved
	// Follow keeps to the thin or thick boundaries of a board with rings.
	Follow
)

// Mode says what a movement may be used for.
type Mode uint8

// A movement may serve for all moves, or as with a Pawn only for moves to
// empty cells or only for captures.
const (
	Any Mode = iota
	Quiet
	Capture
)

// Movement is one way in which a kind of piece moves: data, which a board
// turns into paths.
type Movement struct {
	Shape    Shape
	Mode     Mode
	Families []Family
	// Angle is, in degrees, what the two directions of a crooked or planar
	// piece enclose, or the turn of a curved one.
	Angle float64
	// Zones limits the movement to pieces that stand on such files; empty
	// means everywhere.
	Zones []Zone
	// PawnLike marks the moves after which the fifty-move count begins anew.
	PawnLike bool
	// words says, as the end of a sentence about the piece, how it moves.
	words string
	// sided tells that White's and Black's paths differ.
	sided bool
	paths pathFunc
	// figures returns the pairs of directions of a planar movement, whose
	// paths are only its lines.
	figures func(b *Board) [][2]Vector
}

// A pathFunc returns, for a piece of s on c, the cells that it passes in
// order, once for every way it can take. A way may be empty.
type pathFunc func(b *Board, s Side, c Cell) [][]Cell

// ride is a rider of whole families of directions.
func ride(families ...Family) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell {
		var all [][]Cell
		for _, v := range b.directions(families...) {
			all = append(all, b.walk(c, func(int) (Vector, bool) { return v, true }))
		}
		return all
	}
	return Movement{Shape: Ride, Families: families, words: "rides any distance " + directionWords(families), paths: paths}
}

// leap is a leap by families of differences.
func leap(families ...Family) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell { return b.single(c, b.directions(families...)) }
	return Movement{Shape: Leap, Families: families, words: "leaps " + directionWords(families), paths: paths}
}

// step is a single step in families of directions.
func step(families ...Family) Movement {
	m := leap(families...)
	m.Shape = Step
	m.words = "steps one cell " + directionWords(families)
	return m
}

// leapTwice leaps exactly two steps in the directions of a family.
func leapTwice(family Family) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell {
		var twice []Vector
		for _, v := range b.families[family] {
			twice = append(twice, v.times(2))
		}
		return b.single(c, twice)
	}
	families := []Family{family}
	return Movement{Shape: Leap, Families: families, words: "leaps exactly two steps " + directionWords(families), paths: paths}
}

// leapBy moves by listed differences, given for White: Black's are the
// opposite ones.
func leapBy(shape Shape, family Family, words string, vectors ...Vector) Movement {
	paths := func(b *Board, s Side, c Cell) [][]Cell {
		var mine []Vector
		for _, v := range vectors {
			if s == Black {
				v = v.times(-1)
			}
			mine = append(mine, v)
		}
		return b.single(c, mine)
	}
	return Movement{Shape: shape, Families: []Family{family}, words: words, sided: true, paths: paths}
}

// crooked alternates steps of two fixed directions that enclose the angle,
// beginning with either (section 3).
func crooked(one, other Family, degrees float64) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell {
		var all [][]Cell
		for _, pair := range b.pairs(one, other, degrees) {
			for first := range 2 {
				all = append(all, b.walk(c, func(n int) (Vector, bool) { return pair[(first+n)%2], true }))
			}
		}
		return all
	}
	words := "goes crookedly any distance: single steps in " + pairWords(one, other, degrees) +
		" by turns, beginning with either"
	return Movement{Shape: Crooked, Families: []Family{one, other}, Angle: degrees, words: words, paths: paths}
}

// planar goes to the far corner of a figure spanned by two directions that
// enclose the angle, or along either (section 4).
func planar(one, other Family, degrees float64) Movement {
	return Movement{
		Shape: Planar, Families: []Family{one, other}, Angle: degrees,
		words: "goes to the far corner of an otherwise empty figure that is spanned by " +
			pairWords(one, other, degrees) + ", or along one of them",
		paths:   ride(one, other).paths,
		figures: func(b *Board) [][2]Vector { return b.pairs(one, other, degrees) },
	}
}

// curved turns at every step by the same angle to the same side, for at most
// so many steps (section 6).
func curved(degrees float64, steps int, families ...Family) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell {
		directions := b.directions(families...)
		var all [][]Cell
		for _, first := range directions {
			for _, second := range directions {
				if first.meets(second, degrees) {
					turn := arc(directions, first, second, degrees, steps)
					all = append(all, b.walk(c, func(n int) (Vector, bool) { return turn[min(n, steps-1)], n < steps }))
				}
			}
		}
		return all
	}
	words := fmt.Sprintf("goes in a curve of up to %d single steps %s, turning %v degrees to the same side at every step",
		steps, directionWords(families), degrees)
	return Movement{Shape: Curved, Families: families, Angle: degrees, words: words, paths: paths}
}

// arc continues a turn that begins with two directions.
func arc(directions []Vector, first, second Vector, degrees float64, steps int) []Vector {
	turn := []Vector{first, second}
	for len(turn) < steps {
		before, last := turn[len(turn)-2], turn[len(turn)-1]
		next := slices.IndexFunc(directions, func(v Vector) bool {
			return v != before && last.meets(v, degrees) && coplanar(before, last, v)
		})
		turn = append(turn, directions[next])
	}
	return turn
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
