package rules

import (
	"cmp"
	"slices"
)

// maxExampleWays and maxExampleCells limit the examples of [Variant.Examples].
const (
	maxExampleWays  = 4
	maxExampleCells = 3
)

// Examples returns moves of a lone White piece from a cell in the middle of the board. For each
// kind of direction, it returns the nearest cells in one such direction. captures are cells to
// which the piece can move only by capturing; moves are all others.
func (v *Variant) Examples(id KindID) (from Cell, moves, captures [][]Cell) {
	from = v.DiagramCell(id)
	quiet, hostile := v.Reach(id, White, from)
	only := slices.DeleteFunc(slices.Clone(hostile), func(c Cell) bool { return slices.Contains(quiet, c) })
	return from, v.exampleWays(from, quiet), v.exampleWays(from, only)
}

// heading is a direction from a cell: the differences of level, rank and file, divided by their
// greatest common divisor.
type heading [3]int

// exampleWays returns the cells of one direction of each kind. Directions are of one kind if they
// differ only in the order and the signs of their parts.
func (v *Variant) exampleWays(from Cell, all []Cell) [][]Cell {
	cells := map[heading][]Cell{}
	for _, to := range all {
		w, _ := v.wayTo(from, to)
		cells[w] = append(cells[w], to)
	}
	best := map[heading]heading{} // the direction that is shown of each kind
	for w := range cells {
		known, ok := best[w.sorted()]
		if !ok || compareWays(cells, w, known) < 0 {
			best[w.sorted()] = w
		}
	}
	var ways [][]Cell
	for _, w := range best {
		slices.SortFunc(cells[w], func(a, b Cell) int {
			_, near := v.wayTo(from, a)
			_, far := v.wayTo(from, b)
			return cmp.Or(near-far, int(a)-int(b))
		})
		ways = append(ways, cells[w][:min(len(cells[w]), maxExampleCells)])
	}
	slices.SortFunc(ways, func(a, b []Cell) int {
		one, _ := v.wayTo(from, a[0])
		other, _ := v.wayTo(from, b[0])
		return cmp.Or(one.length()-other.length(), int(a[0])-int(b[0]))
	})
	return ways[:min(len(ways), maxExampleWays)]
}

// compareWays orders directions of one kind: those with more cells come first, then those that go
// forward, up and to the right.
func compareWays(cells map[heading][]Cell, a, b heading) int {
	score := func(w heading) int { return 4*cmp.Compare(w[1], 0) + 2*cmp.Compare(w[0], 0) + cmp.Compare(w[2], 0) }
	return cmp.Or(len(cells[b])-len(cells[a]), score(b)-score(a), slices.Compare(b[:], a[:]))
}

// wayTo returns the direction from a cell to another, and how many steps it takes. The level grows
// upward.
func (v *Variant) wayTo(from, to Cell) (w heading, steps int) {
	a, b := v.Board.Place(from), v.Board.Place(to)
	w = heading{a.Level - b.Level, b.Rank - a.Rank, b.File - a.File} // levels are counted from the top
	steps = gcd(abs(w[0]), gcd(abs(w[1]), abs(w[2])))
	if steps > 0 {
		w = heading{w[0] / steps, w[1] / steps, w[2] / steps}
	}
	return w, steps
}

// sorted returns the parts of a direction without their signs and in order.
func (w heading) sorted() heading {
	for i := range w {
		w[i] = abs(w[i])
	}
	slices.Sort(w[:])
	return w
}

// length returns the square of a direction's length.
func (w heading) length() int { return w[0]*w[0] + w[1]*w[1] + w[2]*w[2] }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
