package dutch

import "slices"

// remainder is a group of residents to be paired with each other. S1 are as many of the highest
// ranked as there are pairs, and get their opponents from the others, S2. Players for whom that is
// not possible are exchanged between S1 and S2.
type remainder struct {
	*bracket
	all   []int
	count int // the number of pairs, which is that of S1, too
}

// first reports whether a player is the higher ranked one of a pair.
func (r *remainder) first(i int) bool {
	m := r.graph.Mate(r.all[i])
	return m > r.all[i] && m < r.end()
}

// order returns what a pair with its higher ranked player at i counts: the fewest exchanges first,
// then the least difference of the ranks exchanged. It is even, so that ask can prefer a player by
// less than that.
func (r *remainder) order(i int) int64 {
	n := int64(len(r.all))
	if i < r.count {
		return 2 * (n*n - int64(i))
	}
	return -2 * int64(i)
}

// exchange decides which players of S1 and S2 change places: as few as possible, the nearest, then
// the lowest ranked of S1, then the highest ranked of S2.
func (r *remainder) exchange() {
	for i, v := range r.all {
		r.prefer(v, r.all[i+1:], r.order(i))
	}
	r.solve()
	exchanges := 0
	for i := range r.count {
		if !r.first(i) {
			exchanges++
		}
	}
	more := exchanges
	for i := r.count - 1; i >= 0 && more > 0; i-- {
		v, later := r.all[i], r.all[i+1:]
		others := slices.DeleteFunc(slices.Clone(r.graph.Vertices()), func(w int) bool { return w == v || among(later, w) })
		if r.first(i) && r.anyTight(v, others) {
			r.ask(i, -1)
		}
		if !r.first(i) {
			more--
			r.cutAllBut(v, others)
		}
		r.solve()
	}
	more = exchanges
	for i := r.count; i < len(r.all) && more > 1; i++ {
		v, later := r.all[i], r.all[i+1:]
		if !r.first(i) && r.anyTight(v, later) {
			r.ask(i, 1)
		}
		if r.first(i) {
			more--
			r.cutAllBut(v, later)
		}
		r.solve()
	}
}

// ask solves the graph with a player a little more or less welcome as the higher ranked one of a
// pair.
func (r *remainder) ask(i int, more int64) {
	r.prefer(r.all[i], r.all[i+1:], r.order(i)+more)
	r.solve()
	r.prefer(r.all[i], r.all[i+1:], r.order(i))
}

// pairRemainder pairs the residents who are not paired with somebody moved down.
func (b *bracket) pairRemainder(all []int) {
	r := &remainder{bracket: b, all: all}
	for i := range all {
		if r.first(i) {
			r.count++
		}
	}
	for i := range r.count {
		if !r.first(i) {
			r.exchange()
			break
		}
	}
	first := map[int]bool{}
	for i, v := range all {
		first[v] = r.first(i)
	}
	for i, v := range all {
		for _, w := range all[i+1:] {
			if first[v] && !first[w] {
				b.graph.Prefer(v, w, 0)
			} else {
				b.graph.Cut(v, w)
			}
		}
	}
	b.solve()
	for i, v := range all {
		if first[v] {
			b.choose(v, slices.DeleteFunc(slices.Clone(all[i+1:]), func(w int) bool { return first[w] || !among(b.graph.Vertices(), w) }))
		}
	}
}
