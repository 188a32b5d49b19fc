package discord

import (
	"slices"
	"sync"
)

// shards are the connections that this process keeps, and which of them stand.
type shards struct {
	mu     sync.Mutex
	stands map[int]bool
}

// expect says which there will be.
func (s *shards) expect(all []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stands = map[int]bool{}
	for _, shard := range all {
		s.stands[shard] = false
	}
}

// note notes whether a shard's connection stands, and returns whether all do now.
func (s *shards) note(shard int, stands bool) bool {
	s.mu.Lock()
	s.stands[shard] = stands
	s.mu.Unlock()
	return len(s.silent()) == 0
}

// silent returns the shards whose connection does not stand.
func (s *shards) silent() (silent []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for shard, stands := range s.stands {
		if !stands {
			silent = append(silent, shard)
		}
	}
	slices.Sort(silent)
	return silent
}

// online reports a shard's connection to the service.
func (d *Discord) online(shard int, stands bool) {
	d.ready().Report(Platform, d.links.note(shard, stands))
}
