package bot

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestDrawLimit draws twenty pictures at once, some of which cannot be drawn: two are under way, and all get their turn.
func TestDrawLimit(t *testing.T) {
	e := make(drawLimit, 2)
	var drawing, most, drawn atomic.Int32
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			defer func() { recover() }() // as the service does
			_, _ = e.use(func() ([]byte, error) {
				now := drawing.Add(1)
				defer drawing.Add(-1)
				for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
				}
				for drawn.Load() == 0 && now == 1 && n%2 == 0 && len(e) < 2 {
					runtime.Gosched() // until there is a second
				}
				drawn.Add(1)
				if n%5 == 0 {
					panic("no brush")
				}
				return nil, nil
			})
		})
	}
	all.Wait()
	if most.Load() > 2 || drawn.Load() != 20 || len(e) != 0 {
		t.Errorf("%d at once, %d drawn, %d places taken at the end", most.Load(), drawn.Load(), len(e))
	}
}
