package rules

// Outline is where the men of each side stand, whatever they are and however they move: what a position still tells when somebody has
// written rules of their own for it.
type Outline [2][]Vector

// Outline returns the outline of what [Position.Men] has returned for a position of this game, or of any on a board of the same shape.
func (v *Variant) Outline(men []byte) (o Outline) {
	l := v.compile().likeness()
	for c, point := range v.Board.points {
		if man := men[l.index[c]]; man != 0 {
			o[man&1] = append(o[man&1], point)
		}
	}
	return o
}

// Differs returns how many men of both outlines have no counterpart in the other, when one is laid over the other so that they are as few as
// can be: moved, turned, reflected, and with the colours exchanged. Above most it may return any number between most and that.
func (o Outline) Differs(other Outline, most int) int {
	all := len(o[White]) + len(o[Black]) + len(other[White]) + len(other[Black])
	least := all
	for range 2 {
		if apart := away(o[White], other[White]) + away(o[Black], other[Black]); apart > most {
			least = min(least, apart)
		} else {
			for _, way := range orientations {
				least = min(least, all-2*overlap(way.outline(o), other))
			}
		}
		other[White], other[Black] = other[Black], other[White]
	}
	return least
}

// away returns by how many the numbers of two groups of men differ.
func away(a, b []Vector) int { return max(len(a)-len(b), len(b)-len(a)) }

// orientation turns or reflects a board: axis i of the result is the given axis, or its reverse.
type orientation [3]struct{ axis, sign int }

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

func (o orientation) of(v Vector) (to Vector) {
	for i, from := range o {
		to[i] = from.sign * v[from.axis]
	}
	return to
}

func (o orientation) outline(of Outline) (to Outline) {
	for side, men := range of {
		for _, at := range men {
			to[side] = append(to[side], o.of(at))
		}
	}
	return to
}

// overlap returns how many men of one outline come to lie on men of the other at most, however it is moved.
func overlap(o, other Outline) (most int) {
	low, high := o.bounds()
	otherLow, otherHigh := other.bounds()
	// Moves are numbered, from the one that lays the highest cells upon the lowest.
	var size Vector
	for i := range size {
		size[i] = max(otherHigh[i]-low[i]-(otherLow[i]-high[i])+1, 1)
	}
	times := make([]int, size[0]*size[1]*size[2])
	for side := range o {
		for _, at := range o[side] {
			for _, to := range other[side] {
				n := 0
				for i := range size {
					n = n*size[i] + to[i] - at[i] - (otherLow[i] - high[i])
				}
				times[n]++
				most = max(most, times[n])
			}
		}
	}
	return most
}

// bounds returns the least and the greatest coordinates of the men.
func (o Outline) bounds() (low, high Vector) {
	first := true
	for _, men := range o {
		for _, at := range men {
			if first {
				low, high, first = at, at, false
			}
			for i := range at {
				low[i], high[i] = min(low[i], at[i]), max(high[i], at[i])
			}
		}
	}
	return low, high
}
