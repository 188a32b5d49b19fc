package search

import (
	"cmp"
	"context"
	"runtime"

	"golang.org/x/sync/semaphore"
)

// Searcher carries out jobs, in this process or elsewhere. It is safe for concurrent use.
type Searcher interface {
	// Search carries out a job and returns a result for which [Job.Check] returns nil. The error is
	// that of ctx if ctx ends before.
	Search(ctx context.Context, job Job) (Result, error)
	// Places returns how many jobs may be handed over at once, and how many of them may be jobs that
	// nobody waits for. changed is closed when the numbers change; it may be nil.
	Places() (all, background int, changed <-chan struct{})
	// Workers returns how many other processes search for this one.
	Workers() int
}

// Local is the [Searcher] that searches in this process.
type Local struct {
	places int
	free   *semaphore.Weighted
}

// NewLocal returns a searcher that carries out a number of jobs at once, each on one processor. If
// the number is 0, it is half the number of processors.
func NewLocal(places int) *Local {
	places = cmp.Or(places, max(1, runtime.GOMAXPROCS(0)/2))
	return &Local{places, semaphore.NewWeighted(int64(places))}
}

// Search implements [Searcher].
func (l *Local) Search(ctx context.Context, job Job) (Result, error) {
	if err := l.free.Acquire(ctx, 1); err != nil {
		return Result{}, err
	}
	defer l.free.Release(1)
	return Do(ctx, job)
}

// Places implements [Searcher].
func (l *Local) Places() (all, background int, changed <-chan struct{}) {
	return l.places, l.places, nil
}

// Workers implements [Searcher].
func (l *Local) Workers() int { return 0 }
