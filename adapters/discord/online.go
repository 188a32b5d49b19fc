package discord

import "sync"

// shards are the connections that this process keeps, and which of them stand.
type shards struct {
	mu     sync.Mutex
	all    int
	stands map[int]bool
}

// note notes whether a shard's connection stands, and returns whether all do now.
func (s *shards) note(shard int, stands bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stands == nil {
		s.stands = map[int]bool{}
	}
	if s.stands[shard] = true; !stands {
		delete(s.stands, shard)
	}
	return s.all > 0 && len(s.stands) == s.all
}

// expect says how many there will be.
func (s *shards) expect(all int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = all
}

// online reports a shard's connection to the service.
func (d *Discord) online(shard int, stands bool) {
	all := d.links.note(shard, stands)
	d.mu.Lock()
	service := d.service
	d.mu.Unlock()
	if service != nil {
		service.Report(Platform, all)
	}
}
