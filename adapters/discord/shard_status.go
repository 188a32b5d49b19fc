package discord

import (
	"slices"
	"sync"
)

// shardStatus knows which of this process's shards are connected.
type shardStatus struct {
	mu        sync.Mutex
	connected map[int]bool
}

// expect sets the shards, none of them connected yet.
func (s *shardStatus) expect(shards []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected = map[int]bool{}
	for _, shard := range shards {
		s.connected[shard] = false
	}
}

// set records whether a shard is connected, and returns whether all are now.
func (s *shardStatus) set(shard int, connected bool) (all bool) {
	s.mu.Lock()
	s.connected[shard] = connected
	s.mu.Unlock()
	return len(s.down()) == 0
}

// down returns the shards that are not connected, in order.
func (s *shardStatus) down() (down []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for shard, connected := range s.connected {
		if !connected {
			down = append(down, shard)
		}
	}
	slices.Sort(down)
	return down
}

// reportShard tells the service whether all shards are connected.
func (d *Discord) reportShard(shard int, connected bool) {
	d.ready().Report(Platform, d.shards.set(shard, connected))
}
