package rules

import (
	"maps"
	"slices"
)

// Outline is where the men of each side stand, whatever they are and however they move: what a position still tells when somebody has
// written rules of their own for it.
type Outline [2][]Vector

// Outline returns the outline of what [Position.Men] has returned for a position of this game, or of any on a board of the same shape.
// Men who can never move are left out, and so are those on a part of the board from which none leads to where most of the game is played.
func (v *Variant) Outline(men []byte) (o Outline) {
	t := v.compile()
	l, live := t.likeness(), t.livePart()
	for c, point := range v.Board.points {
		if man := men[l.index[c]]; man != 0 && live.cells[c] && !live.still[man] {
			o[man&1] = append(o[man&1], point)
		}
	}
	return o
}

// livePart is where a game is played.
type livePart struct {
	cells []bool
	still map[byte]bool // men who can never move, as in [Position.Men]
}

// newLivePart finds the part of the board with the most men of the array, of those between which no kind of piece can move.
func (t *tables) newLivePart() livePart {
	v := t.variant
	l := t.likeness()
	part := make([]int, v.Board.Len()) // the least cell of the same part that is known
	for c := range part {
		part[c] = c
	}
	of := func(c int) int {
		for part[c] != c {
			c = part[c]
		}
		return c
	}
	live := livePart{cells: make([]bool, v.Board.Len()), still: map[byte]bool{}}
	moves := map[byte]bool{}
	for id := KindID(1); int(id) < len(v.Kinds); id++ {
		for s := White; s <= Black; s++ {
			man := manByte(l.kinds[id], s)
			live.still[man] = true
			for c := range part {
				quiet, captures := v.Reach(id, s, Cell(c))
				for _, to := range append(quiet, captures...) {
					a, b := of(c), of(int(to))
					part[max(a, b)] = min(a, b)
					moves[man] = true
				}
			}
		}
	}
	maps.DeleteFunc(live.still, func(man byte, _ bool) bool { return moves[man] })
	count := make([]int, len(part))
	most := 0
	for c := range part {
		if t.start.board[c] != NoPiece {
			at := of(c)
			if count[at]++; count[at] > count[most] {
				most = at
			}
		}
	}
	for c := range part {
		live.cells[c] = of(c) == most
	}
	return live
}

// Differs returns how many men of both outlines have no counterpart in the other, when one is laid over the other so that they are as few as
// can be: moved, turned, reflected, and with the colours exchanged. Above most it may return any number between most and that.
func (o Outline) Differs(other Outline, most int) int {
	least := o.count() + other.count()
	for range 2 {
		if apart := away(o[White], other[White]) + away(o[Black], other[Black]); apart > most {
			least = min(least, apart)
		} else {
			least = min(least, o.laid(other, most))
		}
		other[White], other[Black] = other[Black], other[White]
	}
	return least
}

// laid is Differs with the colours as they are.
func (o Outline) laid(other Outline, most int) int {
	all := o.count() + other.count()
	least := min(all, most+1)
	var from, to [3]profile
	for axis := range from {
		from[axis], to[axis] = o.profile(axis), other.profile(axis)
	}
	// Whatever lies on each other has the same coordinates, so that few placements are left when each axis has been looked at by itself.
	var known [3][3][2][]int
	shifts := func(axis int, along turn) []int {
		found := &known[axis][along.axis][(along.sign+1)/2]
		if *found == nil {
			*found = from[along.axis].shifts(to[axis], along.sign, most)
		}
		return *found
	}
	var stands map[Vector]Side
	for _, way := range orientations {
		for _, x := range shifts(0, way[0]) {
			for _, y := range shifts(1, way[1]) {
				for _, z := range shifts(2, way[2]) {
					if stands == nil {
						stands = other.stands()
					}
					if least = min(least, all-2*way.overlap(o, Vector{x, y, z}, stands, most)); least == 0 {
						return 0
					}
				}
			}
		}
	}
	return least
}

// count returns how many men there are.
func (o Outline) count() int { return len(o[White]) + len(o[Black]) }

// stands returns whose man stands on a cell.
func (o Outline) stands() map[Vector]Side {
	all := make(map[Vector]Side, o.count())
	for side, men := range o {
		for _, at := range men {
			all[at] = Side(side)
		}
	}
	return all
}

// away returns by how many the numbers of two groups of men differ.
func away(a, b []Vector) int { return max(len(a)-len(b), len(b)-len(a)) }

// turn is how one axis of a board that is turned or reflected follows from it: it is an axis of it, or the reverse of one.
type turn struct{ axis, sign int }

// orientation turns or reflects a board, by the turns of all axes.
type orientation [3]turn

// straight reports whether every axis stays what it is, though it may be reversed.
func (w orientation) straight() bool { return w[0].axis == 0 && w[1].axis == 1 }

// orientations are the ways in which a cube can be laid upon another.
var orientations = func() (all []orientation) {
	for _, axes := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for s := Symmetry(0); s <= ThroughCentre; s++ {
			signs := s.of(Vector{1, 1, 1})
			var way orientation
			for i, axis := range axes {
				way[i].axis, way[i].sign = axis, signs[i]
			}
			all = append(all, way)
		}
	}
	return all
}()

// overlap returns how many men of an outline that is turned and then shifted come to lie on others of their side. When more than most do not
// it counts all others as if they did.
func (w orientation) overlap(o Outline, shift Vector, stands map[Vector]Side, most int) (n int) {
	left := most
	for side, men := range o {
		for _, at := range men {
			to := shift
			for i, along := range w {
				to[i] += along.sign * at[along.axis]
			}
			if whose, ok := stands[to]; ok && whose == Side(side) {
				n++
			} else if left--; left < 0 {
				return o.count() - most - 1
			}
		}
	}
	return n
}

// profile is how many men of each side have a coordinate, in the order of coordinates.
type profile [2][]struct{ coordinate, men int }

func (o Outline) profile(axis int) (s profile) {
	for side, men := range o {
		counts := map[int]int{}
		for _, at := range men {
			counts[at[axis]]++
		}
		for _, c := range slices.Sorted(maps.Keys(counts)) {
			s[side] = append(s[side], struct{ coordinate, men int }{c, counts[c]})
		}
	}
	return s
}

// shifts returns by how much a profile, reversed if sign is -1, can be shifted so that no more than most men of it and of another have no
// counterpart.
func (s profile) shifts(to profile, sign, most int) []int {
	var tried []int
	for side := range s {
		for _, a := range s[side] {
			for _, b := range to[side] {
				tried = append(tried, b.coordinate-sign*a.coordinate)
			}
		}
	}
	slices.Sort(tried)
	tried = slices.DeleteFunc(slices.Compact(tried), func(shift int) bool { return s.apart(to, sign, shift, most) > most })
	return append([]int{}, tried...)
}

// apart returns how many men of a profile and of another have no counterpart after a shift. Above most it may return any number between most and that.
func (s profile) apart(to profile, sign, shift, most int) (n int) {
	for side := range s {
		from, j := s[side], 0
		for i := range from {
			a := from[i]
			if sign < 0 {
				a = from[len(from)-1-i]
			}
			at := sign*a.coordinate + shift
			for ; j < len(to[side]) && to[side][j].coordinate < at; j++ {
				n += to[side][j].men
			}
			if j < len(to[side]) && to[side][j].coordinate == at {
				n += max(a.men-to[side][j].men, to[side][j].men-a.men)
				j++
			} else {
				n += a.men
			}
			if n > most {
				return n
			}
		}
		for ; j < len(to[side]); j++ {
			n += to[side][j].men
		}
	}
	return n
}
