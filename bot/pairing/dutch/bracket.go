package dutch

import (
	"slices"

	"raumbot/bot/pairing/matching"
)

// bracket is a group of players that is being paired. Its graph has all players of the round who
// have no opponent yet, by rank: those moved down from higher brackets, the residents, the next
// score group, the rest, and in an odd field the bye.
type bracket struct {
	*round
	ids                    []int // the ranks of the vertices, the bye left out
	moved, residents, next int   // how many there are
	crit                   criteria
	graph                  *matching.Graph
	pairs                  [][2]int
}

// bracket returns the bracket of a score group and of those moved down to it.
func (r *round) bracket(moved []int, group int) *bracket {
	b := &bracket{round: r, moved: len(moved), residents: len(r.groups[group])}
	b.ids = slices.Concat(moved, slices.Concat(r.groups[group:]...))
	if group+1 < len(r.groups) {
		b.next = len(r.groups[group+1])
	}
	return b
}

func (b *bracket) at(v int) *player { return &b.players[b.ids[v]] }

// end returns the first vertex below the bracket.
func (b *bracket) end() int { return b.moved + b.residents }

// resident reports whether a vertex is a resident of the bracket.
func (b *bracket) resident(v int) bool { return v >= b.moved && v < b.end() }

// pair pairs the bracket. It reports whether that can be done with a complete round.
func (b *bracket) pair() bool {
	b.crit = b.criteria()
	b.join()
	if !b.graph.Solve() {
		return false
	}
	b.choosePaired()
	for v := range b.moved {
		if b.resident(b.graph.Mate(v)) {
			b.choose(v, b.open())
		}
	}
	b.pairRemainder(b.open())
	return true
}

// join makes the graph of the bracket.
func (b *bracket) join() {
	n := len(b.ids)
	vertices := n
	if b.odd() {
		vertices++
	}
	b.graph = matching.New(vertices, b.crit.width)
	weight := make([]int64, b.crit.width)
	for w := range n {
		for v := range w {
			if w < b.moved || !b.mayMeet(b.ids[v], b.ids[w]) {
				continue // two who were moved down could not be paired with each other
			}
			clear(weight)
			switch {
			case w < b.end():
				b.weigh(weight, v, w)
			case w < b.end()+b.next:
				b.weighNext(weight, v)
			}
			b.graph.Join(v, w, weight)
		}
		if b.mayBye(b.ids[w]) {
			clear(weight)
			b.weighBye(weight, w)
			b.graph.Join(w, n, weight)
		}
	}
}

// open returns the residents who have no opponent yet.
func (b *bracket) open() (all []int) {
	for _, v := range b.graph.Vertices() {
		if b.resident(v) {
			all = append(all, v)
		}
	}
	return all
}

// solve solves a graph again that is known to have a matching.
func (b *bracket) solve() {
	if !b.graph.Solve() {
		panic("a change has made a round impossible")
	}
}

// anyTight reports whether a player may be matched with one of several in a best pairing.
func (b *bracket) anyTight(v int, others []int) bool {
	return slices.ContainsFunc(others, func(w int) bool { return b.graph.Tight(v, w) })
}

// prefer sets the preference of a player for each of several.
func (b *bracket) prefer(v int, others []int, last int64) {
	for _, w := range others {
		b.graph.Prefer(v, w, last)
	}
}

// choosePaired decides which of those moved down are paired in the bracket: of equal scores the
// higher ranked, as far as the criteria allow.
func (b *bracket) choosePaired() {
	residents := b.open()
	paired := func(v int) bool { return b.resident(b.graph.Mate(v)) }
	for from := 0; from < b.moved; {
		to, want := from, 0
		for ; to < b.moved && b.at(to).Score == b.at(from).Score; to++ {
			if paired(to) {
				want++
			}
		}
		for v := from; v < to && want > 0; v++ {
			if !paired(v) && b.anyTight(v, residents) {
				b.prefer(v, residents, 1)
				b.solve()
				b.prefer(v, residents, 0)
			}
			if paired(v) {
				want--
				b.cutAllBut(v, residents)
			}
			b.solve()
		}
		from = to
	}
}

// among reports whether a vertex is in an ascending list.
func among(vertices []int, v int) bool {
	_, found := slices.BinarySearch(vertices, v)
	return found
}

// cutAllBut allows a player no opponents but some.
func (b *bracket) cutAllBut(v int, others []int) {
	for _, w := range b.graph.Vertices() {
		if w != v && !among(others, w) {
			b.graph.Cut(v, w)
		}
	}
}

// choose pairs a player, who is matched with one of several, with the first of them that the
// criteria allow.
func (b *bracket) choose(v int, others []int) {
	first := slices.IndexFunc(others, func(w int) bool { return b.graph.Tight(v, w) })
	if others[first] != b.graph.Mate(v) {
		for i, w := range others {
			b.graph.Prefer(v, w, -int64(i))
		}
		b.solve()
	}
	w := b.graph.Mate(v)
	b.pairs = append(b.pairs, [2]int{b.ids[v], b.ids[w]})
	b.graph.Remove(v, w)
	b.solve()
}

// left returns the players who are moved down to the next bracket, or get the bye.
func (b *bracket) left() (all []int) {
	for _, v := range b.graph.Vertices() {
		if v < b.end() {
			all = append(all, b.ids[v])
		}
	}
	return all
}

// nextKeepsBye reports whether all of the next bracket are paired in it, but for one who gets the
// bye.
func (b *bracket) nextKeepsBye() bool {
	if !b.odd() || b.next == 0 || b.byeScore < b.at(b.end()).Score {
		return false
	}
	for _, v := range b.graph.Vertices() {
		if m := b.graph.Mate(v); v < b.end()+b.next && m >= b.end()+b.next && m < len(b.ids) {
			return false
		}
	}
	return true
}
