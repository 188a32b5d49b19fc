package rules

// Boundary is what separates two neighbouring files of a rank on a board
// with rings (section 2).
type Boundary uint8

// A boundary is thin between files of one ring and thick between rings.
const (
	NoBoundary Boundary = iota
	Thin
	Thick
)

// rings is for boards that are square when seen along the ranks. It computes how far each file is
// from the edge of that square.
type rings struct{ n int }

// A file is a level and a filestack.
type file struct{ level, stack int }

func (r *rings) contains(f file) bool {
	return 0 <= f.level && f.level < r.n && 0 <= f.stack && f.stack < r.n
}

func (r *rings) ring(f file) int {
	return min(f.level, r.n-1-f.level, f.stack, r.n-1-f.stack)
}

func (r *rings) boundary(a, b file) Boundary {
	switch {
	case !r.contains(a) || !r.contains(b) || abs(a.level-b.level)+abs(a.stack-b.stack) != 1:
		return NoBoundary
	case r.ring(a) == r.ring(b):
		return Thin
	default:
		return Thick
	}
}

// neighbours returns the files across boundaries of that kind, at most two.
func (r *rings) neighbours(f file, kind Boundary) []file {
	var found []file
	for _, d := range []file{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
		next := file{f.level + d.level, f.stack + d.stack}
		if r.boundary(f, next) == kind {
			found = append(found, next)
		}
	}
	return found
}

// follow walks from f over boundaries of one kind: first to the neighbour start, then always to the
// neighbour that it did not come from, for at most steps files. On a thin loop this goes round and
// round; a thick chain ends at the edge.
func (r *rings) follow(f, start file, kind Boundary, steps int) []file {
	walk := []file{}
	from, at := f, start
	for len(walk) < steps {
		walk = append(walk, at)
		next := from
		for _, n := range r.neighbours(at, kind) {
			if n != from {
				next = n
			}
		}
		if next == from {
			break
		}
		from, at = at, next
	}
	return walk
}

// HasRings reports whether the board distinguishes thin and thick boundaries.
func (b *Board) HasRings() bool { return b.rings != nil }

// Boundary returns what lies between two cells of one rank: [NoBoundary] if
// they are not neighbours along a level or filestack, or the board has no rings.
func (b *Board) Boundary(x, y Cell) Boundary {
	if b.rings == nil || x == NoCell || y == NoCell {
		return NoBoundary
	}
	p, q := b.places[x], b.places[y]
	if p.Rank != q.Rank {
		return NoBoundary
	}
	return b.rings.boundary(file{p.Level, p.File}, file{q.Level, q.File})
}

// crossing returns what kind of boundary a step to the next rank crosses.
func (b *Board) crossing(from, to Cell) Crossing {
	p, q := b.places[from], b.places[to]
	if p.Level == q.Level && p.File == q.File || b.rings.boundary(file{p.Level, p.File}, file{q.Level, q.File}) == Thin {
		return StraightOrThin
	}
	return ThickOrCorner
}

// followed returns the paths along a kind of boundary in both directions,
// with the rank changing by climb at each step.
func (b *Board) followed(c Cell, boundary Boundary, climb int) [][]Cell {
	var all [][]Cell
	for _, walk := range b.walks(c, boundary, b.ranks) {
		for _, change := range bothWays(climb) {
			all = append(all, b.climb(b.places[c].Rank, walk, change))
		}
	}
	return all
}

// chained returns the cells a number of steps along the thick chain, with the rank
// changing by climb in total.
func (b *Board) chained(c Cell, steps, climb int) [][]Cell {
	var all [][]Cell
	for _, walk := range b.walks(c, Thick, steps) {
		if len(walk) == steps {
			for _, change := range bothWays(climb) {
				all = append(all, b.climb(b.places[c].Rank, walk[steps-1:], change))
			}
		}
	}
	return all
}

// walks returns the files along the boundaries of a kind, in both
// directions.
func (b *Board) walks(c Cell, boundary Boundary, steps int) [][]file {
	here := file{b.places[c].Level, b.places[c].File}
	var all [][]file
	for _, start := range b.rings.neighbours(here, boundary) {
		all = append(all, b.rings.follow(here, start, boundary, steps))
	}
	return all
}

// climb follows files, changing the rank at each, until the board ends.
func (b *Board) climb(rank int, walk []file, change int) []Cell {
	var path []Cell
	for i, f := range walk {
		c := b.at(Place{f.level, f.stack, rank + (i+1)*change})
		if c == NoCell {
			break
		}
		path = append(path, c)
	}
	return path
}

func bothWays(n int) []int {
	if n == 0 {
		return []int{0}
	}
	return []int{n, -n}
}
