package web

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// waits returns a queue with one place, which is taken, and a function that waits until a number of
// callers wait.
func waits(t *testing.T) (q *queue, until func(int)) {
	q = &queue{free: 1, limit: time.Minute}
	if err := q.enter(t.Context(), "first"); err != nil {
		t.Fatal(err)
	}
	return q, func(n int) {
		for {
			q.mu.Lock()
			now := q.waiting
			q.mu.Unlock()
			if now == n {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// TestLinesAreServedInTurn lets one owner ask three times before another asks once: the other waits
// for one of them only.
func TestLinesAreServedInTurn(t *testing.T) {
	q, until := waits(t)
	var order []string
	var all sync.WaitGroup
	for i, owner := range []string{"a", "a", "a", "b"} {
		all.Go(func() {
			if err := q.enter(t.Context(), owner); err != nil {
				t.Error(err)
			}
			order = append(order, owner) // there is one place
			q.leave()
		})
		until(i + 1)
	}
	q.leave()
	all.Wait()
	if got := strings.Join(order, " "); got != "a b a a" {
		t.Errorf("the order is %s", got)
	}
}

// TestQueueIsBounded fills the line of one owner, and then the queue with callers of other owners.
// New callers then displace the last caller of the longest line.
func TestQueueIsBounded(t *testing.T) {
	t.Parallel()
	q, until := waits(t)
	ctx, cancel := context.WithCancel(t.Context())
	var crowded, gone atomic.Int64
	var all sync.WaitGroup
	enter := func(owner any) {
		all.Go(func() {
			switch err := q.enter(ctx, owner); {
			case errors.Is(err, errCrowded):
				crowded.Add(1)
			case errors.Is(err, context.Canceled):
				gone.Add(1)
			default:
				t.Errorf("the error is %v", err)
			}
		})
	}
	for n := range maxWaitingEach {
		enter("many")
		until(n + 1)
	}
	if err := q.enter(ctx, "many"); !errors.Is(err, errCrowded) {
		t.Errorf("more than %d of one owner wait: %v", maxWaitingEach, err)
	}
	for n := maxWaitingEach; n < maxWaiting; n++ {
		enter(n)
		until(n + 1)
	}
	for n := maxWaiting; n < maxWaiting+10; n++ {
		enter(n)
		for crowded.Load() != int64(n-maxWaiting+1) {
			time.Sleep(time.Millisecond)
		}
	}
	cancel()
	all.Wait()
	if crowded.Load() != 10 || gone.Load() != maxWaiting {
		t.Errorf("%d were sent away, and %d left", crowded.Load(), gone.Load())
	}
	if q.leave(); q.free != 1 || q.waiting != 0 || len(q.lines) != 0 {
		t.Errorf("at the end %d places are free, and %d wait in %d lines", q.free, q.waiting, len(q.lines))
	}
}

// TestNobodyWaitsForever lets the time of a caller run out.
func TestNobodyWaitsForever(t *testing.T) {
	q, _ := waits(t)
	q.limit = time.Millisecond
	if err := q.enter(t.Context(), "late"); !errors.Is(err, errCrowded) {
		t.Errorf("the error is %v", err)
	}
}

// TestQueueUnderLoad has many callers come and go, some of whom do not wait to the end. There are
// never more at work than there are places, and all places are free at the end.
func TestQueueUnderLoad(t *testing.T) {
	const places = 3
	q := &queue{free: places, limit: 2 * time.Millisecond}
	var busy, served atomic.Int64
	var all sync.WaitGroup
	for n := range 2000 {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(4))*time.Millisecond)
			defer cancel()
			if q.enter(ctx, n%7) != nil {
				return
			}
			defer q.leave()
			if now := busy.Add(1); now > places {
				t.Errorf("%d are at work", now)
			}
			time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
			busy.Add(-1)
			served.Add(1)
		})
	}
	all.Wait()
	if q.free != places || q.waiting != 0 || len(q.lines) != 0 {
		t.Errorf("at the end %d places are free, and %d wait in %d lines", q.free, q.waiting, len(q.lines))
	}
	if served.Load() == 0 {
		t.Error("nobody was served")
	}
}
