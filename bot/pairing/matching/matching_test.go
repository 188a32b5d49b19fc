package matching_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/bot/pairing/matching"
)

// edges is a graph for the slow way: the weights of its edges, both ways round.
type edges map[[2]int][]int64

// best tries every perfect matching of some vertices, and returns the greatest weight, or nil if
// there is none.
func (e edges) best(vertices []int) []int64 {
	if len(vertices) == 0 {
		return []int64{0, 0}
	}
	var best []int64
	for i, v := range vertices[1:] {
		w, joined := e[[2]int{vertices[0], v}]
		if !joined {
			continue
		}
		rest := e.best(slices.Delete(slices.Clone(vertices[1:]), i, i+1))
		if rest == nil {
			continue
		}
		if sum := []int64{w[0] + rest[0], w[1] + rest[1]}; best == nil || slices.Compare(sum, best) > 0 {
			best = sum
		}
	}
	return best
}

// fault describes how a solved graph differs from the best that there is.
func (e edges) fault(g *matching.Graph, solved bool) string {
	best := e.best(g.Vertices())
	if !solved || best == nil {
		if solved != (best != nil) {
			return fmt.Sprintf("solved: %v, the best is %v", solved, best)
		}
		return ""
	}
	sum := []int64{0, 0}
	for _, v := range g.Vertices() {
		m := g.Mate(v)
		w, joined := e[[2]int{v, m}]
		if !joined || g.Mate(m) != v {
			return fmt.Sprintf("%d is matched with %d, who is matched with %d", v, m, g.Mate(m))
		}
		if !g.Tight(v, m) {
			return fmt.Sprintf("the matched edge of %d and %d is not tight", v, m)
		}
		sum[0], sum[1] = sum[0]+w[0], sum[1]+w[1]
	}
	if sum[0] != 2*best[0] || sum[1] != 2*best[1] {
		return fmt.Sprintf("the weight is %v, the best %v", []int64{sum[0] / 2, sum[1] / 2}, best)
	}
	for pair, w := range e { // an edge that is in some best matching is tight
		if !slices.Contains(g.Vertices(), pair[0]) || !slices.Contains(g.Vertices(), pair[1]) || g.Tight(pair[0], pair[1]) {
			continue
		}
		rest := e.best(slices.DeleteFunc(slices.Clone(g.Vertices()), func(v int) bool { return v == pair[0] || v == pair[1] }))
		if rest != nil && rest[0]+w[0] == best[0] && rest[1]+w[1] == best[1] {
			return fmt.Sprintf("%v may be matched, but is not tight", pair)
		}
	}
	return ""
}

// TestChanges changes random small graphs again and again, and compares each solution with that of
// the slow way.
func TestChanges(t *testing.T) {
	unsolved := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 41))
		n := 2 * (1 + r.IntN(5))
		heavy, sparse := 1+r.Int64N(6), 1+r.IntN(4)
		g, e := matching.New(n, 2), edges{}
		join := func(u, v int) {
			w := []int64{r.Int64N(heavy) - heavy/3, r.Int64N(4) - 1}
			e[[2]int{u, v}], e[[2]int{v, u}] = w, w
			g.Join(u, v, w)
		}
		for u := range n {
			for v := range u {
				if r.IntN(sparse+1) > 0 {
					join(u, v)
				}
			}
		}
		for step := range 8 {
			solved := g.Solve()
			if fault := e.fault(g, solved); fault != "" {
				t.Fatalf("seed %d, step %d, %d vertices: %s", seed, step, n, fault)
			}
			if !solved {
				unsolved++
				break
			}
			for range 1 + r.IntN(4) {
				if len(g.Vertices()) < 4 {
					break
				}
				u, v := g.Vertices()[r.IntN(2)], g.Vertices()[2+r.IntN(len(g.Vertices())-2)]
				switch r.IntN(6) {
				case 0:
					g.Remove(u, v)
				case 1:
					g.Cut(u, v)
					delete(e, [2]int{u, v})
					delete(e, [2]int{v, u})
				case 2:
					join(u, v)
				default:
					for _, x := range g.Vertices() {
						if w, joined := e[[2]int{u, x}]; joined {
							w = []int64{w[0], r.Int64N(9) - 4}
							e[[2]int{u, x}], e[[2]int{x, u}] = w, w
							g.Prefer(u, x, w[1])
						}
					}
				}
			}
		}
	}
	if unsolved == 0 {
		t.Error("every graph had a perfect matching")
	}
}
