package discord

import "sync"

// worklist holds what a goroutine has to deal with, one thing after the other.
type worklist[K any] struct {
	mu      sync.Mutex
	waiting []K
	added   chan struct{} // has room for one value
}

func newWorklist[K any]() *worklist[K] { return &worklist[K]{added: make(chan struct{}, 1)} }

// add adds k. It may be in the list several times.
func (q *worklist[K]) add(k K) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, k)
	select {
	case q.added <- struct{}{}:
	default:
	}
}

// take removes and returns what was added last. It reports false if nothing waits.
func (q *worklist[K]) take() (k K, found bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	last := len(q.waiting) - 1
	if last < 0 {
		return k, false
	}
	k, q.waiting = q.waiting[last], q.waiting[:last]
	return k, true
}
