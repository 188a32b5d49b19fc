package matching

// repair makes the dual variables feasible again after changes, and frees the vertices whose
// matched edges are not tight any more.
func (g *Graph) repair() {
	for _, x := range g.changed {
		g.expose(x)
	}
	g.listTops()
	for _, t := range g.tops {
		if t >= g.n {
			g.renew(t)
		}
	}
	for _, x := range g.changed {
		g.fit(x)
		g.noted[x] = false
	}
	g.changed = g.changed[:0]
}

// renew finds the vertices of a blossom, and of those inside it, that are nearest to changed
// vertices.
func (g *Graph) renew(id int) {
	if id < g.n {
		return
	}
	b := g.blossom(id)
	for _, c := range b.children {
		g.renew(c)
	}
	for _, x := range g.changed {
		b.near[x] = none
		for _, v := range b.inside {
			if g.edge[x*g.n+v] {
				b.near[x] = g.nearer(x, b.near[x], v)
			}
		}
	}
}

// fit gives a vertex outside any blossom the least dual variable that is feasible.
func (g *Graph) fit(x int) {
	least := none
	for _, v := range g.vertices {
		if g.edge[x*g.n+v] {
			least = g.nearer(x, least, v)
		}
	}
	if least == none {
		g.unmatch(x)
		return
	}
	add(g.dualOf(x), g.slack(x, least), -1)
	if m := g.mate[x]; m != none && (!g.edge[x*g.n+m] || !isZero(g.slack(x, m))) {
		g.unmatch(x)
	}
}

// expose opens all blossoms around a vertex.
func (g *Graph) expose(x int) {
	for g.top[x] != x {
		id := g.top[x]
		z := g.dualOf(id)
		if !isZero(z) {
			g.unmatch(g.base[id])
			for _, v := range g.blossom(id).inside {
				for i, d := range z {
					g.dualOf(v)[i] += d / 2
				}
			}
		}
		g.open(id)
	}
}

// unmatch frees a vertex and its mate.
func (g *Graph) unmatch(x int) {
	if m := g.mate[x]; m != none {
		g.mate[x], g.mate[m] = none, none
	}
}
