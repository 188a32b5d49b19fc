package rules

import (
	"maps"
	"slices"
)

// Outline holds the cells of each side's pieces, without what they are. It still identifies a
// position when somebody has written other rules for it.
type Outline [2][]Vector

// Outline returns the outline of a position, given what [Position.Men] returns for it. The position
// may belong to this game or to any other on a board of the same shape. Pieces that can never move
// are left out, and so are those on a part of the board that is not connected to the part where
// most of the game is played.
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

// livePart is the part of a board where the game is played.
type livePart struct {
	cells []bool
	still map[byte]bool // pieces that can never move, as in [Position.Men]
}

// newLivePart finds the connected part of the board with the most pieces of the array. Two cells
// are connected if some kind of piece can move between them.
func (t *tables) newLivePart() livePart {
	v := t.variant
	l := t.likeness()
	part := make([]int, v.Board.Len()) // the lowest cell known to be in the same part
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

// Differs returns how many pieces of the two outlines have no counterpart in the other when one is
// laid over the other as well as possible: shifted, turned, reflected, and with the colours
// exchanged. If the number is greater than most, the result may be any number greater than most.
func (o Outline) Differs(other Outline, most int) int {
	least := o.count() + other.count()
	for range 2 {
		if apart := sizeDifference(o[White], other[White]) + sizeDifference(o[Black], other[Black]); apart > most {
			least = min(least, apart)
		} else {
			least = min(least, o.laid(other, most))
		}
		other[White], other[Black] = other[Black], other[White]
	}
	return least
}

// laid is Differs without an exchange of colours.
func (o Outline) laid(other Outline, most int) int {
	all := o.count() + other.count()
	least := min(all, most+1)
	var from, to [3]profile
	for axis := range from {
		from[axis], to[axis] = o.profile(axis), other.profile(axis)
	}
	// Pieces that coincide have the same coordinates. So few placements are left when each axis has
	// been considered by itself.
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

// count returns the number of pieces.
func (o Outline) count() int { return len(o[White]) + len(o[Black]) }

// stands returns the side of the piece on each occupied cell.
func (o Outline) stands() map[Vector]Side {
	all := make(map[Vector]Side, o.count())
	for side, men := range o {
		for _, at := range men {
			all[at] = Side(side)
		}
	}
	return all
}

// sizeDifference returns the difference between the numbers of two groups of pieces.
func sizeDifference(a, b []Vector) int { return max(len(a)-len(b), len(b)-len(a)) }

// turn says which axis of the original board an axis of the turned board is: it is that axis, or
// its reverse.
type turn struct{ axis, sign int }

// orientation turns or reflects a board. It holds the turns of all axes.
type orientation [3]turn

// straight reports whether every axis stays in place, even if it is reversed.
func (w orientation) straight() bool { return w[0].axis == 0 && w[1].axis == 1 }

// orientations are the 48 ways to lay a cube on another.
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

// overlap returns how many pieces of an outline, turned and then shifted, come to lie on pieces of
// the same side. If more than most do not, it stops early and returns the result for most+1 that do
// not.
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

// profile holds, for each side, how many pieces have each coordinate, in the order of coordinates.
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

// shifts returns the shifts of a profile after which at most most pieces of it and of another have
// no counterpart. The profile is reversed first if sign is -1.
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

// apart returns how many pieces of two profiles have no counterpart after a shift. If the number is
// greater than most, the result may be any number greater than most.
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
