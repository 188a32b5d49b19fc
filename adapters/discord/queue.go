package discord

import (
	"strings"
	"sync"
)

// queues run jobs with the same key one after the other, and jobs with different keys concurrently.
type queues struct {
	mu      *sync.Mutex
	waiting map[string][]func() // a key is present while its queue is being run
}

func newQueues() queues { return queues{&sync.Mutex{}, map[string][]func(){}} }

// add appends a job to the queue of its key. It reports whether the queue was idle, so that the
// caller must run it.
func (q queues) add(key string, job func()) (idle bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	_, running := q.waiting[key]
	q.waiting[key] = append(q.waiting[key], job)
	return !running
}

// run runs the jobs of a key until none is left.
func (q queues) run(key string) {
	for {
		q.mu.Lock()
		jobs := q.waiting[key]
		if len(jobs) == 0 {
			delete(q.waiting, key)
			q.mu.Unlock()
			return
		}
		job := jobs[0]
		q.waiting[key] = jobs[1:]
		q.mu.Unlock()
		job()
	}
}

// waitingIn returns how many jobs wait whose keys begin with a prefix.
func (q queues) waitingIn(prefix string) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for key, jobs := range q.waiting {
		if strings.HasPrefix(key, prefix) {
			n += len(jobs)
		}
	}
	return n
}
