package discord

import "sync"

// lanes run jobs of one key one after the other, those of different keys at
// the same time.
type lanes struct {
	mu      *sync.Mutex
	waiting map[string][]func() // a key with nothing waiting runs its last job
}

func newLanes() lanes { return lanes{&sync.Mutex{}, map[string][]func(){}} }

// add puts a job behind those of its key. It reports whether the caller must
// run the lane, as nobody does.
func (l lanes) add(key string, job func()) (first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, running := l.waiting[key]
	l.waiting[key] = append(l.waiting[key], job)
	return !running
}

// run runs the jobs of a key until none is left.
func (l lanes) run(key string) {
	for {
		l.mu.Lock()
		jobs := l.waiting[key]
		if len(jobs) == 0 {
			delete(l.waiting, key)
			l.mu.Unlock()
			return
		}
		job := jobs[0]
		l.waiting[key] = jobs[1:]
		l.mu.Unlock()
		job()
	}
}
