package discord

import (
	"sync"
	"time"
)

// progress knows up to which event of a session all have been handled.
type progress struct {
	mu      sync.Mutex
	last    int64
	pending map[int64]bool
	idle    chan struct{} // closed when nothing is pending; nil if nobody waits
}

// newProgress returns the progress of a session of which all events up to one have been handled.
func newProgress(last int64) *progress { return &progress{last: last, pending: map[int64]bool{}} }

// begin notes that an event has come.
func (p *progress) begin(sequence int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = sequence
	p.pending[sequence] = true
}

// end notes that an event has been handled.
func (p *progress) end(sequence int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pending, sequence)
	if len(p.pending) == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
}

// upTo returns the last event before which, and with which, all have been handled.
func (p *progress) upTo() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	least := p.last + 1
	for sequence := range p.pending {
		least = min(least, sequence)
	}
	return least - 1
}

// reached returns the last event that has come.
func (p *progress) reached() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// wait waits until all events have been handled, or for some time.
func (p *progress) wait(long time.Duration) {
	p.mu.Lock()
	if len(p.pending) == 0 {
		p.mu.Unlock()
		return
	}
	if p.idle == nil {
		p.idle = make(chan struct{})
	}
	idle := p.idle
	p.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(long):
	}
}
