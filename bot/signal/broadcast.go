// Package signal wakes goroutines that wait for something to change.
package signal

import (
	"sync"
)

// Broadcast wakes all waiting goroutines. Unlike [sync.Cond] it can be used in a select with a
// context. The zero value is ready to use.
//
//	changed := b.Next()
//	// look whether there is something to do, and if not:
//	select {
//	case <-changed:
//	case <-ctx.Done():
//	}
type Broadcast struct {
	mu   sync.Mutex
	next chan struct{} // closed by the next Send; nil while nobody waits
}

// Next returns a channel that the next Send closes. A goroutine that calls it before
// checking what it waits for misses no change.
func (b *Broadcast) Next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == nil {
		b.next = make(chan struct{})
	}
	return b.next
}

// Send wakes all waiting goroutines.
func (b *Broadcast) Send() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next != nil {
		close(b.next)
		b.next = nil
	}
}
