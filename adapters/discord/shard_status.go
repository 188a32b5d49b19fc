package discord

import (
	"slices"
	"strconv"
	"sync"
)

// shardStatus records which shards are connected.
type shardStatus struct {
	mu        sync.Mutex
	count     int
	connected map[int]bool
	// takenOver has the shards that began with the session of an earlier run. Discord does not
	// describe their servers.
	takenOver map[int]bool
}

// expect sets the number of shards. None of them is connected yet.
func (s *shardStatus) expect(count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count = count
	s.connected, s.takenOver = map[int]bool{}, map[int]bool{}
	for shard := range count {
		s.connected[shard] = false
	}
}

// takeOver records that a shard begins with the session of an earlier run.
func (s *shardStatus) takeOver(shard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takenOver[shard] = true
}

// describes reports whether Discord describes a server by itself. It does so only at the beginning
// of a session.
func (s *shardStatus) describes(server string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := strconv.ParseUint(server, 10, 64)
	return err != nil || s.count == 0 || !s.takenOver[int((id>>22)%uint64(s.count))]
}

// set records whether a shard is connected, and returns whether all shards are.
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
