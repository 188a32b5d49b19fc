package render

import "sync"

// A cache keeps drawings by key and is safe for concurrent use. It is bounded: it holds two
// generations, and when the young one is full the old one is dropped.
type cache[K comparable] struct {
	limit      int // bytes of one generation
	mu         sync.RWMutex
	young, old map[K]*sprite
	bytes      [2]int // young, old
}

// get returns the drawing of a key, drawing it at need. Two goroutines may
// draw the same one at once; they draw the same.
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

// The caches of the process. Pieces of one view of one variant take about
// half a megabyte.
var (
	pieceCache = cache[look]{limit: 8 << 20}
	labelCache = cache[label]{limit: 1 << 20}
	signCache  = cache[sign]{limit: 1 << 19}
)

// CacheSize reports how many drawings the package keeps for reuse and about
// how many bytes they take. They never take more than CacheLimit.
func CacheSize() (drawings, bytes int) {
	pieces, pieceBytes := pieceCache.size()
	labels, labelBytes := labelCache.size()
	signs, signBytes := signCache.size()
	return pieces + labels + signs, pieceBytes + labelBytes + signBytes
}

// CacheLimit bounds the bytes of [CacheSize].
const CacheLimit = 2 * (8<<20 + 1<<20 + 1<<19)
