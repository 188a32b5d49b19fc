package postgres

import (
	"bytes"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/storage/kv"
)

// cacheSize is how many values are remembered. Most have less than two kilobytes.
const cacheSize = 8192

// place is where a value stands.
type place struct {
	table kv.Table
	key   string
}

// cache remembers the values of one generation, nil for keys that are not there.
// It is safe for concurrent use.
type cache struct {
	mu         sync.Mutex
	generation int64
	values     *lru.Cache[place, []byte]
}

func newCache() *cache {
	values, err := lru.New[place, []byte](cacheSize)
	if err != nil {
		panic(err) // only a size below one is refused
	}
	return &cache{generation: -1, values: values}
}

// get returns a value of a generation, if it is remembered.
func (c *cache) get(generation int64, at place) (value []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation != generation {
		return nil, false
	}
	return c.values.Get(at)
}

// put remembers a value that was read. Those of other generations are forgotten if it is of a newer one.
func (c *cache) put(generation int64, at place, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation < c.generation {
		return
	}
	c.reach(generation)
	c.values.Add(at, value)
}

// advance takes over what the transaction after a generation has written.
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

// reach forgets everything unless it is of this generation.
func (c *cache) reach(generation int64) {
	if c.generation != generation {
		c.values.Purge()
		c.generation = generation
	}
}
