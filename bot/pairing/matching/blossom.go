package matching

import "slices"

// blossom is an odd cycle of vertices and smaller blossoms, all but one of which are matched along
// the cycle. In a search it is like one vertex.
type blossom struct {
	children []int // in the order of the cycle; the first holds the base
	// links holds the edge from each child to the next, its end in the former first.
	links  [][2]int
	inside []int // all vertices
	// near is, for each vertex outside, the vertex inside with the least slack to it, or none. It
	// does not change with the dual variables: they are the same for all vertices inside.
	near []int
}

func (g *Graph) blossom(id int) *blossom { return &g.blossoms[id-g.n] }

// inside returns the vertices of a blossom, or the vertex itself.
func (g *Graph) inside(id int) []int {
	if id < g.n {
		return []int{id}
	}
	return g.blossom(id).inside
}

// near returns the vertex of a blossom with the least slack to a vertex outside it, or none if they
// are not joined.
func (g *Graph) near(id, v int) int {
	switch {
	case id >= g.n:
		return g.blossom(id).near[v]
	case g.edge[v*g.n+id]:
		return id
	}
	return none
}

// shrink makes a blossom of the cycle that a tight edge between two even blossoms closes.
func (g *Graph) shrink(u, v int) {
	ancestor := g.ancestor(g.top[u], g.top[v])
	id := g.unused[len(g.unused)-1]
	g.unused = g.unused[:len(g.unused)-1]
	b := g.blossom(id)
	left, leftLinks := g.path(g.top[u], ancestor)
	right, rightLinks := g.path(g.top[v], ancestor)
	b.children = append([]int{ancestor}, left...)
	b.links = append(leftLinks, [2]int{u, v})
	slices.Reverse(right)
	slices.Reverse(rightLinks)
	b.children = append(b.children, right...)
	for _, l := range rightLinks {
		b.links = append(b.links, [2]int{l[1], l[0]})
	}
	g.base[id], g.parent[id], g.label[id] = g.base[ancestor], none, even
	clear(g.dualOf(id))
	b.inside = nil
	for _, c := range b.children {
		g.parent[c] = id
		b.inside = append(b.inside, g.inside(c)...)
		if g.label[c] == odd {
			g.queue = append(g.queue, g.inside(c)...)
		}
	}
	for _, x := range b.inside {
		g.top[x] = id
	}
	g.setNear(b, id)
	g.listTops()
	g.refresh(id)
}

// setNear finds the vertices of a new blossom that are nearest to those outside.
func (g *Graph) setNear(b *blossom, id int) {
	if b.near == nil {
		b.near = make([]int, g.n)
	}
	for _, x := range g.vertices {
		if g.top[x] == id {
			continue
		}
		b.near[x] = none
		for _, c := range b.children {
			if v := g.near(c, x); v != none {
				b.near[x] = g.nearer(x, b.near[x], v)
			}
		}
	}
}

// nearer returns the one of two vertices of a blossom with less slack to a vertex outside.
func (g *Graph) nearer(x, a, b int) int {
	if a == none {
		return b
	}
	da, wa, db, wb := g.dualOf(a), g.weightOf(x, a), g.dualOf(b), g.weightOf(x, b)
	for i := range da {
		switch sa, sb := da[i]-2*wa[i], db[i]-2*wb[i]; {
		case sa < sb:
			return a
		case sa > sb:
			return b
		}
	}
	return a
}

// child returns the index of the child of a blossom that a vertex is in.
func (g *Graph) child(id, v int) int {
	c := v
	for g.parent[c] != id {
		c = g.parent[c]
	}
	return slices.Index(g.blossom(id).children, c)
}

// turn changes the matching inside a blossom so that v becomes its base.
func (g *Graph) turn(id, v int) {
	if id < g.n || g.base[id] == v {
		return
	}
	b := g.blossom(id)
	at, n := g.child(id, v), len(b.children)
	g.turn(b.children[at], v)
	from, to := 0, at // the children to be matched in twos
	if at%2 == 1 {
		from, to = at+1, n+1
	}
	for i := from; i < to; i += 2 {
		l := b.links[i]
		g.turn(b.children[i], l[0])
		g.turn(b.children[(i+1)%n], l[1])
		g.mate[l[0]], g.mate[l[1]] = l[1], l[0]
	}
	b.children = slices.Concat(b.children[at:], b.children[:at])
	b.links = slices.Concat(b.links[at:], b.links[:at])
	g.base[id] = v
}

// expand replaces an odd blossom in the tree by its children.
func (g *Graph) expand(id int) {
	b, e := g.blossom(id), g.entry[id]
	at, n := g.child(id, e[1]), len(b.children)
	children, links := b.children, b.links
	g.open(id)
	for _, c := range children {
		g.label[c] = outside
	}
	way := 1 // the way around the cycle that is of even length
	if at%2 == 0 {
		way = n - 1
	}
	for at != 0 {
		g.label[children[at]], g.entry[children[at]] = odd, e
		middle := (at + way) % n
		g.makeEven(children[middle])
		at = (middle + way) % n
		if e = links[middle]; way != 1 {
			e = [2]int{links[at][1], links[at][0]}
		}
	}
	g.label[children[0]], g.entry[children[0]] = odd, e
	g.listTops()
	for _, c := range children {
		if g.label[c] != odd {
			g.refresh(c)
		}
	}
}

// open makes the children of an outermost blossom outermost ones, and its number free.
func (g *Graph) open(id int) {
	for _, c := range g.blossom(id).children {
		g.parent[c] = none
		for _, v := range g.inside(c) {
			g.top[v] = c
		}
	}
	g.unused = append(g.unused, id)
}
