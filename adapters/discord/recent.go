package discord

import (
	"sync"
	"time"
)

// recent remembers the interactions of the last while, as Discord may deliver one twice.
type recent struct {
	mu          sync.Mutex
	since       time.Time // when now began
	now, before map[string]bool
}

// first reports whether an interaction comes for the first time.
func (r *recent) first(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now == nil || time.Since(r.since) > tokenLife {
		r.now, r.before, r.since = map[string]bool{}, r.now, time.Now()
	}
	if r.now[id] || r.before[id] {
		return false
	}
	r.now[id] = true
	return true
}
