package postgres

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tidwall/btree"

	"raumbot/storage/kv"
)

// position identifies the state of the tables after a commit. Numbers alone could repeat, where a
// standby is promoted that did not have the last commits.
type position struct {
	generation int64
	mark       int64 // a random number of the commit that led there
}

// nowhere means that it is not known where the server is.
var nowhere = position{generation: -1}

// pair is a row of the server. Its place orders the keys of all tables.
type pair struct {
	at    string // see placeOf
	value []byte
}

func comparePlace(p pair, at string) int { return strings.Compare(p.at, at) }

// placeOf returns the place of a key. Names of tables have no zero bytes.
func placeOf(name kv.Table, key []byte) string { return string(name) + "\x00" + string(key) }

// endOf returns a place after all keys of a table.
func endOf(name kv.Table) string { return string(name) + "\x01" }

// after returns the first place after another.
func after(at string) string { return at + "\x00" }

// page is a part of the tables of which all pairs are known: those from one place to before
// another. Copies of the cache share pages, of which only used is ever changed.
type page struct {
	from, to string
	pairs    []pair
	size     int         // estimate of the bytes used
	used     atomic.Bool // it was read since the cache last looked
}

const (
	// pageLength is the number of pairs of which a page is split into two of half that.
	pageLength = 64
	// pageSize and pairSize estimate the bytes used by a page, and by a pair beside its key and
	// value.
	pageSize, pairSize = 200, 64
	// mostCached is the number of bytes of records cached.
	mostCached = 128 << 20
)

// pages are parts of the tables that do not overlap. They are not safe for concurrent use.
type pages struct {
	tree *btree.BTreeG[*page]
	size int
}

func newPages() *pages {
	return &pages{tree: btree.NewBTreeGOptions(func(a, b *page) bool { return a.from < b.from }, btree.Options{NoLocks: true})}
}

// copy returns a copy, which costs nothing until one of both is changed.
func (p *pages) copy() *pages { return &pages{p.tree.Copy(), p.size} }

// at returns the page that a place is in; nil if there is none.
func (p *pages) at(place string) (found *page) {
	p.tree.Descend(&page{from: place}, func(x *page) bool {
		if place < x.to {
			found = x
		}
		return false
	})
	return found
}

// get returns the value of a key, nil if it does not exist; ok is false if that is not known.
func (p *pages) get(at string) (value []byte, ok bool) {
	x := p.at(at)
	if x == nil {
		return nil, false
	}
	x.use()
	if i, found := slices.BinarySearchFunc(x.pairs, at, comparePlace); found {
		value = x.pairs[i].value
	}
	return value, true
}

// run returns the pairs from a place to the end of its page, and that end; ok is false if the place
// is in no page.
func (p *pages) run(at string) (pairs []pair, to string, ok bool) {
	x := p.at(at)
	if x == nil {
		return nil, "", false
	}
	x.use()
	i, _ := slices.BinarySearchFunc(x.pairs, at, comparePlace)
	return x.pairs[i:], x.to, true
}

func (x *page) use() {
	if !x.used.Load() {
		x.used.Store(true)
	}
}

// learn adds that the pairs from one place to before another are those given.
func (p *pages) learn(from, to string, pairs []pair) {
	if x := p.at(from); x != nil {
		i, _ := slices.BinarySearchFunc(x.pairs, from, comparePlace)
		from, pairs = x.from, append(slices.Clone(x.pairs[:i]), pairs...)
	}
	if x := p.at(to); x != nil && x.from < to {
		i, _ := slices.BinarySearchFunc(x.pairs, to, comparePlace)
		to, pairs = x.to, append(slices.Clone(pairs), x.pairs[i:]...)
	}
	var old []*page
	p.tree.Ascend(&page{from: from}, func(x *page) bool {
		if x.from < to {
			old = append(old, x)
		}
		return x.from < to
	})
	used := false
	for _, x := range old {
		used = used || x.used.Load()
		p.remove(x)
	}
	p.add(from, to, pairs, used)
}

// set changes the value of a key; nil deletes it.
func (p *pages) set(at string, value []byte) {
	x := p.at(at)
	if x == nil {
		x = &page{from: at, to: after(at)}
	} else {
		p.remove(x)
	}
	i, found := slices.BinarySearchFunc(x.pairs, at, comparePlace)
	next := i
	if found {
		next++
	}
	pairs := make([]pair, 0, len(x.pairs)+1)
	pairs = append(pairs, x.pairs[:i]...)
	if value != nil {
		pairs = append(pairs, pair{at, value})
	}
	p.add(x.from, x.to, append(pairs, x.pairs[next:]...), x.used.Load())
}

// add adds a page, which overlaps no other, in parts if it is long.
func (p *pages) add(from, to string, pairs []pair, used bool) {
	for len(pairs) > pageLength {
		p.add(from, pairs[pageLength/2].at, pairs[:pageLength/2:pageLength/2], used)
		from, pairs = pairs[pageLength/2].at, pairs[pageLength/2:]
	}
	x := &page{from: from, to: to, pairs: pairs, size: pageSize + len(from) + len(to)}
	for _, pair := range pairs {
		x.size += pairSize + len(pair.at) + len(pair.value)
	}
	x.used.Store(used)
	p.tree.Set(x)
	p.size += x.size
}

func (p *pages) remove(x *page) {
	p.tree.Delete(x)
	p.size -= x.size
}

// cache holds what is known of the tables after the last commit. It is safe for concurrent use.
type cache struct {
	most int

	mu    sync.Mutex
	at    position
	pages *pages
	hand  string // where eviction continues
}

func newCache() *cache { return &cache{most: mostCached, at: nowhere, pages: newPages()} }

// snapshot returns a copy of what is known, and at which position.
func (c *cache) snapshot() (*pages, position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pages.copy(), c.at
}

func (c *cache) position() position {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// learn is [pages.learn] for pairs that were read at a position. They are dropped if the cache is
// at another.
func (c *cache) learn(at position, from, to string, pairs []pair) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == at {
		c.pages.learn(from, to, pairs)
		c.evict()
	}
}

// advance applies the writes that led from one position to the next.
func (c *cache) advance(from, to position, writes []pair) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != from {
		return
	}
	for _, w := range writes {
		c.pages.set(w.at, w.value)
	}
	c.evict()
	c.at = to
}

// move drops everything and goes to another position, unless the cache has left the first one. It
// reports whether it has moved.
func (c *cache) move(from, to position) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != from {
		return false
	}
	c.at, c.pages, c.hand = to, newPages(), ""
	return true
}

// reset drops everything and goes to a position.
func (c *cache) reset(at position) { c.move(c.position(), at) }

// evict forgets pages that were not read since it last passed them, until the rest has room.
func (c *cache) evict() {
	for passes := 0; c.pages.size > c.most && passes <= 2; passes++ {
		var unread []*page
		begin, left := c.hand, c.pages.size
		c.hand = "" // from the beginning, unless there is room before the end
		c.pages.tree.Ascend(&page{from: begin}, func(x *page) bool {
			if !x.used.Swap(false) {
				unread = append(unread, x)
				left -= x.size
			}
			if left <= c.most {
				c.hand = after(x.from)
			}
			return left > c.most
		})
		for _, x := range unread {
			c.pages.remove(x)
		}
	}
}
