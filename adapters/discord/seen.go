package discord

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/expirable"
)

// maxSeen bounds seenEvents. It is far more than the events that arrive within tokenLife.
const maxSeen = 50_000

// seenEvents remembers the IDs of events for tokenLife, as Discord may deliver an event twice.
type seenEvents struct {
	mu  sync.Mutex // makes first atomic
	ids *expirable.LRU[string, struct{}]
}

func newSeenEvents() *seenEvents {
	return &seenEvents{ids: expirable.NewLRU[string, struct{}](maxSeen, nil, tokenLife)}
}

// first reports whether an event arrives for the first time.
func (s *seenEvents) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids.Contains(id) {
		return false
	}
	s.ids.Add(id, struct{}{})
	return true
}
