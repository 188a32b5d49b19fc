package matching

import "slices"

// label is the place of an outermost blossom in the alternating tree: at an even distance from the
// root, at an odd one, or outside.
type label uint8

const (
	outside label = iota
	even
	odd
)

// tree is the alternating tree of a search. All of it but queue is indexed by outermost blossoms.
type tree struct {
	label []label
	// entry is the edge by which an odd blossom was reached, its end in the even one first.
	entry [][2]int
	// from is the even vertex with the least slack to a blossom that is not odd, none if no even
	// vertex is joined to it; least is that slack.
	from  []int
	least []int64
	// queue holds even vertices whose edges have not been looked at.
	queue []int
	tops  []int  // the outermost blossoms
	seen  []bool // while a common ancestor is looked for
}

func newTree(all, width int) tree {
	return tree{label: make([]label, all), entry: make([][2]int, all), from: make([]int, all), least: make([]int64, all*width), seen: make([]bool, all)}
}

// search matches a free vertex with an augmenting path, and reports whether there is one.
func (g *Graph) search(root int) bool {
	g.listTops()
	for _, t := range g.tops {
		g.label[t], g.from[t] = outside, none
	}
	g.queue = g.queue[:0]
	g.makeEven(g.top[root])
	for {
		for len(g.queue) > 0 {
			u := g.queue[len(g.queue)-1]
			g.queue = g.queue[:len(g.queue)-1]
			if g.scan(u) {
				return true
			}
		}
		next := g.shift()
		switch {
		case next == none:
			return false
		case g.label[next] == odd:
			g.expand(next)
		case g.addTight(g.from[next], g.near(next, g.from[next])):
			return true
		}
	}
}

func (g *Graph) listTops() {
	g.tops = g.tops[:0:0] // a scan may be reading the old list
	for _, v := range g.vertices {
		if g.base[g.top[v]] == v {
			g.tops = append(g.tops, g.top[v])
		}
	}
}

func (g *Graph) makeEven(t int) {
	g.label[t] = even
	g.queue = append(g.queue, g.inside(t)...)
}

// scan looks at all edges of an even vertex, and reports whether it has found an augmenting path.
func (g *Graph) scan(u int) bool {
	for _, t := range g.tops {
		if t == g.top[u] || g.parent[t] != none || g.label[t] == odd {
			continue
		}
		v := g.near(t, u)
		if v != none && g.closer(t, u, v) && isZero(g.leastOf(t)) && g.addTight(u, v) {
			return true
		}
	}
	return false
}

func (g *Graph) leastOf(t int) []int64 { return g.least[t*g.width : (t+1)*g.width : (t+1)*g.width] }

// closer reports whether the edge from the even vertex u to v in the blossom t has less slack than
// any before, and notes it if so.
func (g *Graph) closer(t, u, v int) bool {
	a, b, w, least := g.dualOf(u), g.dualOf(v), g.weightOf(u, v), g.leastOf(t)
	if g.from[t] != none {
		for i := range least {
			if s := a[i] + b[i] - 2*w[i]; s > least[i] {
				return false
			} else if s < least[i] {
				break
			} else if i == len(least)-1 {
				return false
			}
		}
	}
	for i := range least {
		least[i] = a[i] + b[i] - 2*w[i]
	}
	g.from[t] = u
	return true
}

// addTight adds a tight edge from an even vertex to the tree. It reports whether that has matched
// the root.
func (g *Graph) addTight(u, v int) bool {
	t := g.top[v]
	switch {
	case g.label[t] == odd || t == g.top[u]:
	case g.label[t] == even:
		g.shrink(u, v)
	case g.mate[g.base[t]] == none:
		g.augment(u, v)
		return true
	default:
		g.label[t], g.entry[t] = odd, [2]int{u, v}
		g.makeEven(g.top[g.mate[g.base[t]]])
	}
	return false
}

// shift changes the dual variables of the tree until an edge becomes tight or an odd blossom has to
// be expanded. It returns the blossom that the edge leads to or that is to be expanded, or none if
// there is no limit.
func (g *Graph) shift() (next int) {
	next = none
	for _, t := range g.tops { // the least step, doubled, is wanted in g.twice
		switch {
		case g.label[t] == odd && t < g.n, g.label[t] != odd && g.from[t] == none:
		case g.label[t] == odd:
			next = g.lower(next, t, g.dualOf(t), 1)
		case g.label[t] == even:
			next = g.lower(next, t, g.leastOf(t), 1)
		default:
			next = g.lower(next, t, g.leastOf(t), 2)
		}
	}
	if next == none || isZero(g.twice) {
		return next
	}
	for i, x := range g.twice {
		g.step[i] = x / 2 // exact: tight edges join duals that are all even or all odd
	}
	for _, v := range g.vertices {
		switch g.label[g.top[v]] {
		case even:
			add(g.dualOf(v), g.step, -1)
		case odd:
			add(g.dualOf(v), g.step, 1)
		}
	}
	for _, t := range g.tops {
		switch g.label[t] {
		case even:
			add(g.leastOf(t), g.twice, -1)
			if t >= g.n {
				add(g.dualOf(t), g.twice, 1)
			}
		case odd:
			if t >= g.n {
				add(g.dualOf(t), g.twice, -1)
			}
		default:
			add(g.leastOf(t), g.step, -1)
		}
	}
	return next
}

// lower notes a multiple of a vector in g.twice if it is less, and returns the blossom of the least
// one.
func (g *Graph) lower(next, t int, a []int64, times int64) int {
	if next != none {
		for i, x := range a {
			if times*x > g.twice[i] {
				return next
			} else if times*x < g.twice[i] {
				break
			} else if i == len(a)-1 {
				return next
			}
		}
	}
	for i, x := range a {
		g.twice[i] = times * x
	}
	return t
}

// augment matches the root, along the tree to the even vertex u and from there to v in a free
// blossom.
func (g *Graph) augment(u, v int) {
	g.turn(g.top[v], v)
	for {
		s := g.top[u]
		before := g.mate[g.base[s]]
		g.turn(s, u)
		g.mate[u], g.mate[v] = v, u
		if before == none {
			return
		}
		t := g.top[before]
		u, v = g.entry[t][0], g.entry[t][1]
		g.turn(t, v)
	}
}

// ancestor returns the even blossom nearest to two others at which their paths to the root meet.
func (g *Graph) ancestor(a, b int) (at int) {
	up := func(s int) int {
		m := g.mate[g.base[s]]
		if m == none {
			return none
		}
		return g.top[g.entry[g.top[m]][0]]
	}
	var passed []int
	for at = a; at != none; at = up(at) {
		g.seen[at] = true
		passed = append(passed, at)
	}
	for at = b; !g.seen[at]; {
		at = up(at)
	}
	for _, t := range passed {
		g.seen[t] = false
	}
	return at
}

// refresh looks for the even vertex with the least slack to a blossom.
func (g *Graph) refresh(t int) {
	g.from[t] = none
	for _, u := range g.vertices {
		if s := g.top[u]; s != t && g.label[s] == even {
			if v := g.near(t, u); v != none {
				g.closer(t, u, v)
			}
		}
	}
}

// path returns the blossoms from a down to the root's side and the edges between them, as far as
// the ancestor, the ancestor first: see shrink.
func (g *Graph) path(s, ancestor int) (children []int, links [][2]int) {
	for s != ancestor {
		v := g.base[s]
		t := g.top[g.mate[v]]
		e := g.entry[t]
		children = append(children, s, t)
		links = append(links, [2]int{g.mate[v], v}, e)
		s = g.top[e[0]]
	}
	slices.Reverse(children)
	slices.Reverse(links)
	return children, links
}
