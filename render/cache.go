package render

import "sync"

// A cache keeps drawings by key and is safe for concurrent use. It is bounded by two
// generations: when the young one is full, the old one is dropped.
type cache[K comparable] struct {
	limit      int // size of one generation in bytes
	mu         sync.RWMutex
	young, old map[K]*sprite
	bytes      [2]int // young, old
}

// get returns the drawing for a key, calling draw if there is none. Two goroutines may
// draw the same one concurrently, with the same result.
func (c *cache[K]) get(key K, draw func() *sprite) *sprite {
	c.mu.RLock()
	s, ok := c.young[key]
	c.mu.RUnlock()
	if ok {
		return s
	}
	c.mu.RLock()
	s, ok = c.old[key]
	c.mu.RUnlock()
	if !ok {
		s = draw()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.young[key]; !ok {
		if c.young == nil || c.bytes[0]+s.bytes() > c.limit {
			c.old, c.young = c.young, map[K]*sprite{}
			c.bytes = [2]int{0, c.bytes[0]}
		}
		c.young[key] = s
		c.bytes[0] += s.bytes()
	}
	return s
}

func (c *cache[K]) size() (drawings, bytes int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.young) + len(c.old), c.bytes[0] + c.bytes[1]
}

// Global caches. The pieces of one variant in one theme take about a megabyte.
var (
	pieceCache = cache[look]{limit: 8 << 20}
	labelCache = cache[label]{limit: 2 << 20}
	signCache  = cache[sign]{limit: 1 << 19}
)
