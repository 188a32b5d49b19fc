package postgres

import (
	"sync"
	"time"
)

// mostCached is the number of bytes of records cached.
const mostCached = 128 << 20

// position identifies a generation. Numbers alone could repeat, where a standby is promoted that did not have the last commits.
type position struct {
	generation int64
	mark       int64 // a random number of the commit that led there
}

// nowhere means that it is not known where the server is.
var nowhere = position{generation: -1}

// cache holds what is known of the last generation that this process has heard of. It is safe for concurrent use.
type cache struct {
	most int

	mu    sync.Mutex
	at    position
	known *known
	hand  string        // where eviction continues
	moved chan struct{} // closed when the position changes
}

func newCache() *cache {
	return &cache{most: mostCached, at: nowhere, known: newKnown(), moved: make(chan struct{})}
}

// snapshot returns a copy of what is known, and of which generation.
func (c *cache) snapshot() (*known, position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known.copy(), c.at
}

func (c *cache) position() position {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// learn is [known.learn] for rows of a generation. They are dropped if the cache is at another.
func (c *cache) learn(at position, from, to string, rows []pair) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == at {
		c.known.learn(from, to, rows)
		c.evict()
	}
}

// advance applies the writes of this process that led from one generation to the next.
func (c *cache) advance(from, to position, writes map[string][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != from {
		return
	}
	for at, value := range writes {
		c.known.set(at, value)
	}
	c.evict()
	c.move(to)
}

// follow applies news that were asked for when the cache was at from. It reports false if the cache is somewhere else by now.
func (c *cache) follow(from position, n news) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.at == n.to, n.to == from:
		return true
	case c.at != from:
		return false
	case !n.whole:
		c.known, c.hand = newKnown(), ""
	}
	for _, p := range n.pairs {
		if _, ok := c.known.get(p.at); ok { // what is not known need not be, either
			c.known.set(p.at, p.value)
		}
	}
	c.evict()
	c.move(n.to)
	return true
}

// reset drops everything.
func (c *cache) reset(at position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known, c.hand = newKnown(), ""
	c.move(at)
}

func (c *cache) move(at position) {
	c.at = at
	close(c.moved)
	c.moved = make(chan struct{})
}

// await waits until the cache leaves a position, and reports whether it has done so in time.
func (c *cache) await(at position, patience time.Duration) bool {
	c.mu.Lock()
	moved := c.moved
	left := c.at != at
	c.mu.Unlock()
	if left {
		return true
	}
	select {
	case <-moved:
		return true
	case <-time.After(patience):
		return false
	}
}

// evictAtOnce is the number of items that eviction looks at before it counts again.
const evictAtOnce = 64

// evict forgets items that were not read since it last passed them, until the rest has room.
func (c *cache) evict() {
	for looked := 0; c.known.size > c.most && looked <= 2*c.known.tree.Len(); {
		next := make([]*item, 0, evictAtOnce)
		c.known.tree.Ascend(&item{at: c.hand}, func(i *item) bool {
			next = append(next, i)
			return len(next) < evictAtOnce
		})
		for _, i := range next {
			if !i.used.Swap(false) {
				c.known.forget(i.at)
			}
		}
		looked += len(next)
		if len(next) < evictAtOnce {
			c.hand = ""
		} else {
			c.hand = after(next[len(next)-1].at)
		}
	}
}
