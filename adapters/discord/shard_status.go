package discord

import (
	"slices"
	"sync"
)

// shardStatus knows which of this process's shards are connected.
type shardStatus struct {
	mu        sync.Mutex
	count     int // of the shards of all processes
	connected map[int]bool
}

// expect sets the shards, none of them connected yet.
func (s *shardStatus) expect(shards []int, count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count = count
	s.connected = map[int]bool{}
	for _, shard := range shards {
		s.connected[shard] = false
	}
}

// add adds a shard of a number of shards; it is not connected yet.
func (s *shardStatus) add(shard, count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected[shard], s.count = false, count
}

// remove removes a shard that is another process's from now on.
func (s *shardStatus) remove(shard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.connected, shard)
}

// has reports whether one of the shards is such a one.
func (s *shardStatus) has(is func(shard, count int) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for shard := range s.connected {
		if is(shard, s.count) {
			return true
		}
	}
	return false
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

// reportShards tells the service whether all shards of this process are connected.
func (d *Discord) reportShards() { d.ready().Report(Platform, len(d.shards.down()) == 0) }

// reportShard tells the service whether all shards are connected.
func (d *Discord) reportShard(shard int, connected bool) {
	d.ready().Report(Platform, d.shards.set(shard, connected))
}
