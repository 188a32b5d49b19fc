// Package matching finds perfect matchings of maximum weight in general graphs, by Edmonds'
// blossom algorithm with dual variables. A weight is a vector that is compared from its first
// component on, as when the criteria of a pairing system are maximised one after another.
//
// A graph can be changed after it has been solved: edges get another weight, edges and vertices
// are removed. Solving it again starts from the last solution, so that a change of one vertex
// takes time in the square of the number of vertices, where the first solution takes their cube.
//
//	matching.go   graphs, what changes them and what they tell
//	search.go     one augmenting path: the alternating tree and the steps of the dual variables
//	blossom.go    odd cycles that stand for one vertex: how they come, turn and go
//	repair.go     what a change leaves of the last solution
package matching

import "slices"

// Graph is a graph of vertices numbered from zero. Its zero value is not usable, see [New].
//
// The dual variables are kept so that for each edge between different outermost blossoms the
// slack, the sum of the duals of its ends less twice its weight, is not negative, and zero for
// matched edges. Blossoms have numbers too, from the number of vertices on.
type Graph struct {
	n, width int
	edge     []bool  // whether two vertices are joined, in rows of n
	weight   []int64 // in rows of n times width
	dual     []int64 // of vertices, then of blossoms
	vertices []int   // that have not been removed
	mate     []int   // of each vertex; none if it is free
	changed  []int   // vertices whose edges have changed since the last solution
	noted    []bool  // whether a vertex is in changed

	blossoms []blossom // by number less n
	unused   []int     // numbers of blossoms
	top      []int     // the outermost blossom of each vertex, or the vertex itself
	parent   []int     // the blossom directly around a vertex or blossom, or none
	base     []int     // the vertex of a blossom that is not matched inside it

	tree
	scratch, step, twice []int64
}

const none = -1

// New returns a graph without edges. The weights have width components. The absolute value of a
// component, summed over the edges of any matching, must be less than 1<<[Bits](n).
func New(n, width int) *Graph {
	all := n + n/2 + 1
	g := &Graph{n: n, width: width, edge: make([]bool, n*n), weight: make([]int64, n*n*width), dual: make([]int64, all*width),
		blossoms: make([]blossom, n/2+1), tree: newTree(all, width),
		scratch: make([]int64, width), step: make([]int64, width), twice: make([]int64, width)}
	for id := range all {
		g.parent = append(g.parent, none)
		g.base = append(g.base, id)
		if id >= n {
			g.unused = append(g.unused, id)
			continue
		}
		g.vertices = append(g.vertices, id)
		g.mate = append(g.mate, none)
		g.top = append(g.top, id)
		g.noted = append(g.noted, false)
		g.change(id)
	}
	return g
}

// Bits returns how many bits a component of a weight may use in a graph of n vertices. The rest of
// a word is for the dual variables, which are sums over paths.
func Bits(n int) int {
	bits := 58
	for ; n > 0; n /= 2 {
		bits--
	}
	return bits
}

// Join adds an edge, or replaces its weight. The change counts from the next [Graph.Solve] on.
func (g *Graph) Join(u, v int, weight []int64) {
	g.edge[u*g.n+v], g.edge[v*g.n+u] = true, true
	copy(g.weightOf(u, v), weight)
	copy(g.weightOf(v, u), weight)
	g.change(u)
}

// Prefer replaces the last component of the weight of an edge, if there is one.
func (g *Graph) Prefer(u, v int, last int64) {
	if g.edge[u*g.n+v] {
		g.weightOf(u, v)[g.width-1], g.weightOf(v, u)[g.width-1] = last, last
		g.change(u)
	}
}

// Cut removes an edge.
func (g *Graph) Cut(u, v int) {
	if g.edge[u*g.n+v] {
		g.edge[u*g.n+v], g.edge[v*g.n+u] = false, false
		g.change(u)
	}
}

// change notes that edges of u have changed. It is enough to note one end of each edge.
func (g *Graph) change(u int) {
	if !g.noted[u] {
		g.changed, g.noted[u] = append(g.changed, u), true
	}
}

// Remove takes two vertices, which need not be joined, out of the graph.
func (g *Graph) Remove(u, v int) {
	for _, x := range []int{u, v} {
		g.expose(x)
		g.unmatch(x)
		is := func(y int) bool { return y == x }
		g.vertices, g.changed = slices.DeleteFunc(g.vertices, is), slices.DeleteFunc(g.changed, is)
	}
}

// Solve finds a perfect matching of maximum weight, and reports whether there is a perfect
// matching at all. If there is none, the graph cannot be used any more.
func (g *Graph) Solve() bool {
	g.repair()
	for _, v := range g.vertices {
		if g.mate[v] == none && !g.search(v) {
			return false
		}
	}
	return true
}

// Vertices returns the vertices that have not been removed, in ascending order.
func (g *Graph) Vertices() []int { return g.vertices }

// Mate returns the vertex that v is matched with.
func (g *Graph) Mate(v int) int { return g.mate[v] }

// Tight reports whether an edge may be in a perfect matching of maximum weight: if not, it is in
// none. It must not be asked between a change and [Graph.Solve].
func (g *Graph) Tight(u, v int) bool {
	if !g.edge[u*g.n+v] {
		return false
	}
	slack := g.slack(u, v)
	for a := g.parent[u]; a != none; a = g.parent[a] {
		for b := g.parent[v]; b != none; b = g.parent[b] {
			if a == b {
				add(slack, g.dualOf(a), 1)
			}
		}
	}
	return isZero(slack)
}

func (g *Graph) weightOf(u, v int) []int64 {
	at := (u*g.n + v) * g.width
	return g.weight[at : at+g.width : at+g.width]
}

func (g *Graph) dualOf(id int) []int64 {
	return g.dual[id*g.width : (id+1)*g.width : (id+1)*g.width]
}

// slack returns the slack of an edge between vertices of different outermost blossoms, in a vector
// that the next call overwrites.
func (g *Graph) slack(u, v int) []int64 {
	a, b, w := g.dualOf(u), g.dualOf(v), g.weightOf(u, v)
	for i := range g.scratch {
		g.scratch[i] = a[i] + b[i] - 2*w[i]
	}
	return g.scratch
}

// add adds a multiple of b to a.
func add(a, b []int64, times int64) {
	for i := range a {
		a[i] += times * b[i]
	}
}

func isZero(a []int64) bool {
	for _, x := range a {
		if x != 0 {
			return false
		}
	}
	return true
}
