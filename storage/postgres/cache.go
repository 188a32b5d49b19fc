package postgres

import (
	"bytes"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/storage/kv"
)

// cacheSize is the number of values cached. Most are smaller than two kilobytes.
const cacheSize = 8192

// place identifies a value.
type place struct {
	table kv.Table
	key   string
}

// cache holds values of one generation; nil means that the key does not exist.
// It is safe for concurrent use.
type cache struct {
	mu         sync.Mutex
	generation int64
	values     *lru.Cache[place, []byte]
}

func newCache() *cache {
	values, err := lru.New[place, []byte](cacheSize)
	if err != nil {
		panic(err) // only fails for a size below one
	}
	return &cache{generation: -1, values: values}
}

// get returns a value, if it is cached for that generation.
func (c *cache) get(generation int64, at place) (value []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation != generation {
		return nil, false
	}
	return c.values.Get(at)
}

// put caches a value read in a generation. If that is newer than the cache, all older values are dropped.
func (c *cache) put(generation int64, at place, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation < c.generation {
		return
	}
	c.reach(generation)
	c.values.Add(at, value)
}

// advance applies the writes of the transaction that follows a generation.
func (c *cache) advance(generation int64, writes map[kv.Table]map[string][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation > generation {
		return
	}
	c.reach(generation)
	c.generation++
	for table, changes := range writes {
		for key, value := range changes {
			c.values.Add(place{table, key}, bytes.Clone(value))
		}
	}
}

// reach moves the cache to a generation, dropping all values if it was at another.
func (c *cache) reach(generation int64) {
	if c.generation != generation {
		c.values.Purge()
		c.generation = generation
	}
}
