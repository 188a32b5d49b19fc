package service

import (
	"sync"
)

// bell wakes everybody who waits for it. The zero value is ready.
type bell struct {
	mu   sync.Mutex
	rung chan struct{} // closed by the next ring; nil while nobody waits
}

// next returns a channel that the next ring closes. Who takes it before
// looking around misses nothing.
func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung == nil {
		b.rung = make(chan struct{})
	}
	return b.rung
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}
