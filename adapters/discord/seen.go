package discord

import (
	"sync"
	"time"

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

// isFirst reports whether an event arrives for the first time.
func (s *seenEvents) isFirst(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids.Contains(id) {
		return false
	}
	s.ids.Add(id, struct{}{})
	return true
}

// remarkPause is how long the same remark is not made again to a user.
const remarkPause = time.Minute

// maxRemarks bounds remarks, far above ordinary use.
const maxRemarks = 10_000

// remarks knows which remarks were made in the last minute, so that a user who asks much in a short
// time does not fill a channel with them.
type remarks struct {
	mu   sync.Mutex
	made *expirable.LRU[string, time.Time]
}

func newRemarks() *remarks {
	return &remarks{made: expirable.NewLRU[string, time.Time](maxRemarks, nil, 0)}
}

// isDue reports whether a remark may be made, and notes that it is.
func (r *remarks) isDue(key string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, made := r.made.Get(key); made && now.Sub(last) < remarkPause && !now.Before(last) {
		return false
	}
	r.made.Add(key, now)
	return true
}
