package postgres

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/storage/kv"
)

// TestKnown learns, changes and forgets parts of a table at random, in copies too. What is known must be true, and must
// be known as long as it is not forgotten.
func TestKnown(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		place := func() string {
			return placeOf([]kv.Table{"a", "ab", "b"}[r.IntN(3)], []byte("012345678\x00\x01"[r.IntN(11):][:r.IntN(2)]))
		}
		truth := map[string][]byte{}
		for range r.IntN(12) {
			truth[place()] = []byte{byte(r.IntN(256))}
		}
		n := newKnown()
		for step := range 200 {
			at := place()
			table, key := split(at)
			before := knownPlaces(n)
			forgets := false
			end := endOf(kv.Table(table))
			switch r.IntN(6) {
			case 0: // a write
				var value []byte
				if r.IntN(2) == 0 {
					value = []byte{byte(r.IntN(256))}
				}
				was := n.copy()
				n.set(at, value)
				mustBeTrue(t, was, truth, seed, step) // a copy is not changed
				if delete(truth, at); value != nil {
					truth[at] = value
				}
				if v, ok := n.get(at); !ok || !bytes.Equal(v, value) || (v == nil) != (value == nil) {
					t.Fatalf("%d.%d: %q is set to %v, and is %v, %t", seed, step, at, value, v, ok)
				}
			case 1, 2: // a scan
				rows := under(truth, at, end)
				to := end
				if limit := 1 + r.IntN(4); len(rows) >= limit {
					rows, to = rows[:limit], rows[limit-1].at
				}
				n.learn(at, to, rows)
				if got, _, more, unknown := n.run(at, end, len(rows)+1); len(got) < len(rows) || to == end && (more || unknown) {
					t.Fatalf("%d.%d: %d pairs of %d are known from %q on (%t, %t)", seed, step, len(got), len(rows), at, more, unknown)
				}
			case 3: // a key with its neighbours
				from, to := placeOf(kv.Table(table), nil), end
				var rows []pair
				for _, p := range under(truth, from, end) {
					if p.at <= at {
						from, rows = p.at, []pair{p}
					} else if to == end {
						to, rows = p.at, append(rows, p)
					}
				}
				n.learn(from, to, rows)
				if v, ok := n.get(at); !ok || !bytes.Equal(v, truth[at]) {
					t.Fatalf("%d.%d: %q is %v, %t", seed, step, key, v, ok)
				}
			case 4:
				forgets = true
				if n.forget(at); r.IntN(3) == 0 {
					n = n.copy()
				}
			}
			mustBeTrue(t, n, truth, seed, step)
			for at := range before {
				if !forgets && !knownPlaces(n)[at] {
					t.Fatalf("%d.%d: %q is not known any more", seed, step, at)
				}
			}
		}
	}
}

func knownPlaces(n *known) map[string]bool {
	all := map[string]bool{}
	for _, table := range []string{"a", "ab", "b"} {
		for _, key := range keys {
			if _, ok := n.get(table + "\x00" + key); ok {
				all[table+"\x00"+key] = true
			}
		}
	}
	return all
}

// keys are those that TestKnown may use.
var keys = []string{"", "0", "1", "2", "3", "4", "5", "6", "7", "8", "\x00", "\x01"}

// under returns the pairs from one place on, before another.
func under(truth map[string][]byte, from, end string) (all []pair) {
	for _, at := range slices.Sorted(maps.Keys(truth)) {
		if from <= at && at < end {
			all = append(all, pair{at, truth[at]})
		}
	}
	return all
}

func mustBeTrue(t *testing.T, n *known, truth map[string][]byte, seed uint64, step int) {
	t.Helper()
	size := 0
	n.tree.Scan(func(i *item) bool {
		size += i.size()
		return true
	})
	if size != n.size {
		t.Fatalf("%d.%d: %d bytes are used, %d counted", seed, step, size, n.size)
	}
	for _, table := range []string{"a", "ab", "b"} {
		for _, key := range keys {
			at := table + "\x00" + key
			if v, ok := n.get(at); ok && (!bytes.Equal(v, truth[at]) || (v == nil) != (truth[at] == nil)) {
				t.Fatalf("%d.%d: %q is said to be %v, and is %v", seed, step, at, v, truth[at])
			}
			for limit := 1; limit < 4; limit++ {
				got, next, more, _ := n.run(at, table+"\x01", limit)
				to := next
				if !more {
					to = table + "\x01"
				}
				want := under(truth, at, to)
				if len(want) > len(got) || !slices.EqualFunc(got, want[:len(got)], func(a, b pair) bool { return a.at == b.at && bytes.Equal(a.value, b.value) }) {
					t.Fatalf("%d.%d: from %q to %q there are %v, and %v are said to be", seed, step, at, to, want, got)
				}
			}
		}
	}
}

// TestEviction checks that a cache keeps its limit, and what is read often.
func TestEviction(t *testing.T) {
	c := newCache()
	c.most = 100 * itemSize * 2
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
			c.learn(at1, at, at, []pair{{at, make([]byte, 50)}})
		} else {
			c.advance(at1, at1, map[string][]byte{at: make([]byte, 50)})
		}
		if c.known.size > c.most {
			t.Fatalf("%d bytes are used, %d allowed", c.known.size, c.most)
		}
	}
	if n := c.known.tree.Len(); n < 20 {
		t.Errorf("only %d items are left", n)
	}
}
