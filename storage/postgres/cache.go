package postgres

import (
	"sync"
	"time"
)

// mostCached is the number of bytes of records cached.
const mostCached = 128 << 20

// cache holds what is known of the last generation that this process has committed. It is safe for concurrent use.
type cache struct {
	most int

	mu         sync.Mutex
	generation int64 // noGeneration if the server's is not known
	known      *known
	hand       string        // where eviction continues
	moved      chan struct{} // closed when the generation changes
}

const noGeneration = -1

func newCache() *cache {
	return &cache{most: mostCached, generation: noGeneration, known: newKnown(), moved: make(chan struct{})}
}

// snapshot returns a copy of what is known, and its generation.
func (c *cache) snapshot() (*known, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known.copy(), c.generation
}

func (c *cache) at() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.generation
}

// learn is [known.learn] for rows of a generation. They are dropped if the cache is at another.
func (c *cache) learn(generation int64, from, to string, rows []pair) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation == generation {
		c.known.learn(from, to, rows)
		c.evict()
	}
}

// advance applies the writes that led from one generation to the next.
func (c *cache) advance(from, to int64, writes map[string][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation != from {
		return
	}
	for at, value := range writes {
		c.known.set(at, value)
	}
	c.evict()
	c.move(to)
}

// reset drops everything, and sets the generation.
func (c *cache) reset(generation int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known, c.hand = newKnown(), ""
	c.move(generation)
}

func (c *cache) move(generation int64) {
	c.generation = generation
	close(c.moved)
	c.moved = make(chan struct{})
}

// await waits until the cache leaves a generation, or some time has passed.
func (c *cache) await(generation int64, patience time.Duration) {
	c.mu.Lock()
	moved := c.moved
	waits := c.generation == generation
	c.mu.Unlock()
	if waits {
		select {
		case <-moved:
		case <-time.After(patience):
		}
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
