package postgres

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/storage/kv"
)

// TestPages learns and changes parts of a table at random, in copies too. What is known must be
// true, and must stay known.
func TestPages(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		place := func() string {
			return placeOf([]kv.Table{"a", "ab", "b"}[r.IntN(3)], []byte{byte('0' + r.IntN(200)), byte(r.IntN(2))}[:1+r.IntN(2)])
		}
		truth := map[string][]byte{}
		for range r.IntN(400) {
			truth[place()] = []byte{byte(r.IntN(256))}
		}
		p, known := newPages(), map[string]bool{}
		for range 300 {
			at := place()
			switch r.IntN(3) {
			case 0:
				var value []byte
				if r.IntN(2) == 0 {
					value = []byte{byte(r.IntN(256))}
				}
				was, before := p.copy(), maps.Clone(truth)
				p.set(at, value)
				mustBeTrue(t, was, before, nil) // a copy is not changed
				if delete(truth, at); value != nil {
					truth[at] = value
				}
				known[at] = true
			default:
				to := place()
				if r.IntN(4) == 0 {
					to = after(at)
				}
				if to <= at {
					continue
				}
				p.learn(at, to, under(truth, at, to))
				for place := range truth {
					if at <= place && place < to {
						known[place] = true
					}
				}
			}
			mustBeTrue(t, p, truth, known)
		}
	}
}

// under returns the pairs from one place on, before another.
func under(truth map[string][]byte, from, to string) (all []pair) {
	for _, at := range slices.Sorted(maps.Keys(truth)) {
		if from <= at && at < to {
			all = append(all, pair{at, truth[at]})
		}
	}
	return all
}

// mustBeTrue checks what pages say, and that they say something of the places that are known.
func mustBeTrue(t *testing.T, p *pages, truth map[string][]byte, known map[string]bool) {
	t.Helper()
	size, end := 0, ""
	p.tree.Scan(func(x *page) bool {
		size += x.size
		if x.from < end || x.to <= x.from || len(x.pairs) > pageLength {
			t.Fatalf("a page with %d pairs from %q to %q follows one that ends at %q", len(x.pairs), x.from, x.to, end)
		}
		end = x.to
		if !slices.EqualFunc(x.pairs, under(truth, x.from, x.to), func(a, b pair) bool { return a.at == b.at && bytes.Equal(a.value, b.value) }) {
			t.Fatalf("from %q to %q there are %v, and %v are said to be", x.from, x.to, under(truth, x.from, x.to), x.pairs)
		}
		return true
	})
	if size != p.size {
		t.Fatalf("%d bytes are used, %d counted", size, p.size)
	}
	for at := range known {
		if v, ok := p.get(at); !ok || !bytes.Equal(v, truth[at]) || (v == nil) != (truth[at] == nil) {
			t.Fatalf("%q is said to be %v (known: %t), and is %v", at, v, ok, truth[at])
		}
	}
}

// TestEviction checks that a cache keeps its limit, and what is read often.
func TestEviction(t *testing.T) {
	c := newCache()
	c.most = 100 * pageSize
	at1 := position{generation: 1}
	c.reset(at1)
	often := placeOf("a", []byte("often"))
	c.learn(at1, often, endOf("a"), []pair{{often, []byte("kept")}})
	for i := range 10_000 {
		known, _ := c.snapshot()
		if v, ok := known.get(often); !ok || string(v) != "kept" {
			t.Fatalf("what is read often is gone after %d", i)
		}
		at := placeOf("b", []byte{byte(i >> 8), byte(i)})
		if i%2 == 0 {
			c.learn(at1, at, after(at), []pair{{at, make([]byte, 50)}})
		} else {
			c.advance(at1, at1, []pair{{at, make([]byte, 50)}})
		}
		if c.pages.size > c.most {
			t.Fatalf("%d bytes are used, %d allowed", c.pages.size, c.most)
		}
	}
	if n := c.pages.tree.Len(); n < 20 {
		t.Errorf("only %d pages are left", n)
	}
}
