package discord

import "sync"

// progress records which events of a session have been handled.
type progress struct {
	mu      sync.Mutex
	last    int64
	pending map[int64]bool
}

// newProgress returns the progress of a session of which all events up to last have been handled.
func newProgress(last int64) *progress { return &progress{last: last, pending: map[int64]bool{}} }

// begin records that an event has come.
func (p *progress) begin(sequence int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = sequence
	p.pending[sequence] = true
}

// end records that an event has been handled.
func (p *progress) end(sequence int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pending, sequence)
}

// upTo returns the last event such that it and all before it have been handled.
func (p *progress) upTo() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	least := p.last + 1
	for sequence := range p.pending {
		least = min(least, sequence)
	}
	return least - 1
}
