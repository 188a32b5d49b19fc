package discord

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/expirable"
)

// maxSeen bounds the memory of events: far more than arrive within a token's life.
const maxSeen = 50_000

// seenEvents remembers the events of the last quarter of an hour, as Discord may deliver one twice.
type seenEvents struct {
	mu  sync.Mutex // between the look and the note
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
