package bot

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/semaphore"
)

// TestDrawLimit draws twenty pictures at once, some of which fail: at most two are drawn
// concurrently, all are attempted, and all places are free again at the end.
func TestDrawLimit(t *testing.T) {
	limit := semaphore.NewWeighted(2)
	var drawing, most, drawn atomic.Int32
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			defer func() { recover() }() // as the service does
			_, _ = within(t.Context(), limit, func() ([]byte, error) {
				now := drawing.Add(1)
				defer drawing.Add(-1)
				for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
				}
				for drawn.Load() == 0 && drawing.Load() < 2 {
					runtime.Gosched() // give another goroutine the chance to draw as well
				}
				drawn.Add(1)
				if n%5 == 0 {
					panic("cannot be drawn")
				}
				return nil, nil
			})
		})
	}
	all.Wait()
	if most.Load() != 2 || drawn.Load() != 20 || !limit.TryAcquire(2) {
		t.Errorf("%d at once, %d drawn", most.Load(), drawn.Load())
	}
}

// TestDrawLimitEnds checks that waiting stops when the context ends: nothing is drawn, and the
// place is free again.
func TestDrawLimitEnds(t *testing.T) {
	limit := semaphore.NewWeighted(1)
	if err := limit.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := within(ctx, limit, func() ([]byte, error) {
		t.Error("drawn beyond the limit")
		return nil, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	limit.Release(1)
	if !limit.TryAcquire(1) {
		t.Error("the limit is not free")
	}
}
