package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot/signal"
)

// fixed is a capacity that never changes.
type fixed int

func (f fixed) Places() (all, background int, changed <-chan struct{}) {
	return int(f), int(f), nil
}

// TestLinesTakeTurns checks that lines take turns, however many jobs each has waiting.
func TestLinesTakeTurns(t *testing.T) {
	pool := New(fixed(1))
	type room string
	type person string
	var order []int
	add := func(whose any, n int) {
		pool.Add(whose, func(context.Context) { order = append(order, n) })
	}
	add(room("den"), 1)
	add(room("den"), 2)
	add(room("den"), 3)
	add(room("inn"), 4)
	add(person("bob"), 5)
	if err := pool.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 4, 5, 2, 3}; !slices.Equal(order, want) {
		t.Errorf("done in the order %v, not %v", order, want)
	}
}

// guest is an owner of whom anybody can be many.
type guest string

func (guest) Stranger() bool { return true }

// TestStrangersShare checks that strangers get every second place at most while others wait,
// however many they are, and that they leave room for others to wait.
func TestStrangersShare(t *testing.T) {
	pool := New(fixed(1))
	var order []string
	for _, who := range []string{"a", "b", "c", "d"} {
		pool.Add(guest(who), func(context.Context) { order = append(order, who) })
	}
	for _, who := range []string{"den", "inn"} {
		pool.Add(who, func(context.Context) { order = append(order, who) })
	}
	if err := pool.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"den", "a", "inn", "b", "c", "d"}; !slices.Equal(order, want) {
		t.Errorf("done in the order %v, not %v", order, want)
	}

	ctx, stop := context.WithCancel(t.Context())
	release, answers := make(chan struct{}), make(chan error, maxAsking)
	go func() { answers <- pool.Think(t.Context(), "den", func(context.Context) { <-release }) }()
	for pool.idle() {
		time.Sleep(time.Millisecond)
	}
	for i := range maxAsking / 2 {
		go func() { answers <- pool.Think(ctx, guest(fmt.Sprint(i)), func(context.Context) {}) }()
	}
	awaitAsking(pool, maxAsking/2)
	if err := pool.Think(ctx, guest("more"), func(context.Context) {}); !errors.Is(err, ErrManyAsking) {
		t.Errorf("one more stranger than may wait: %v", err)
	}
	go func() { answers <- pool.Think(t.Context(), "inn", func(context.Context) {}) }()
	awaitAsking(pool, maxAsking/2+1)
	stop()
	for range maxAsking / 2 {
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("giving up: %v", err)
		}
	}
	close(release)
	for range 2 {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	if !pool.idle() {
		t.Error("a place is still taken")
	}
}

// TestLaterWork checks that deferrable jobs wait for all others, even if added first, and that
// their rooms take turns.
func TestLaterWork(t *testing.T) {
	pool := New(fixed(1))
	var done []string
	note := func(what string) func(context.Context) {
		return func(context.Context) { done = append(done, what) }
	}
	pool.AddLater("room", func(context.Context) {
		done = append(done, "later 1")
		pool.Add("room", note("move of the meantime"))
		pool.AddLater("room", note("later 1 again"))
	})
	pool.AddLater("room", note("later 2"))
	pool.AddLater("other room", note("other later"))
	pool.Add("third room", note("move"))
	if err := pool.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "move, later 1, move of the meantime, other later, later 2, later 1 again"
	if got := strings.Join(done, ", "); got != want {
		t.Errorf("done: %s; not %s", got, want)
	}
}

// TestThinkersWaitInLine asks for searches while all workers are busy: callers wait in line, may
// give up, and are refused if too many wait.
func TestThinkersWaitInLine(t *testing.T) {
	pool := New(fixed(1))
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		pool.Run(ctx)
		close(stopped)
	}()
	release, began := make(chan struct{}), make(chan struct{})
	pool.Add("den", func(context.Context) {
		close(began)
		<-release
	})
	<-began
	hurried, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		gaveUp <- pool.Think(hurried, "inn", func(context.Context) { t.Error("thought after giving up") })
	}()
	awaitAsking(pool, 1)
	cancel()
	if err := <-gaveUp; !errors.Is(err, context.Canceled) {
		t.Errorf("giving up: %v", err)
	}
	answers := make(chan error, maxAsking)
	for range maxAsking {
		go func() { answers <- pool.Think(t.Context(), "inn", func(context.Context) {}) }()
	}
	awaitAsking(pool, maxAsking)
	if err := pool.Think(t.Context(), "bar", func(context.Context) {}); !errors.Is(err, ErrManyAsking) {
		t.Errorf("one more than may wait: %v", err)
	}
	close(release)
	for range maxAsking {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	if err := pool.Think(t.Context(), "bar", func(searching context.Context) {
		stop()
		<-searching.Done() // stopping the pool ends the search
	}); err != nil {
		t.Error(err)
	}
	<-stopped
	if !pool.idle() {
		t.Error("a place is still taken")
	}
}

// TestRanks has work, a caller and deferrable work wait for one place: they get it in this order.
func TestRanks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := New(fixed(1))
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { pool.Run(ctx) })
		release := make(chan struct{})
		pool.Add("den", func(context.Context) { <-release })
		synctest.Wait()
		order := make(chan string, 3)
		note := func(what string) func(context.Context) {
			return func(context.Context) { order <- what }
		}
		pool.AddLater("den", note("later"))
		running.Go(func() {
			if err := pool.Think(t.Context(), "inn", note("caller")); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		pool.Add("bar", note("work"))
		if waiting, running := pool.Load(); waiting != 3 || running != 1 {
			t.Errorf("%d jobs wait, and %d run", waiting, running)
		}
		close(release)
		for _, want := range []string{"work", "caller", "later"} {
			if got := <-order; got != want {
				t.Errorf("%s comes before %s", got, want)
			}
		}
		stop()
		running.Wait()
	})
}

// room is a capacity that a test changes.
type room struct {
	signal.Broadcast
	all, background int
}

func (r *room) Places() (all, background int, changed <-chan struct{}) {
	return r.all, r.background, r.Next()
}

// TestCapacity changes the capacity of a pool: it begins at once what there is room for, and never
// too much of what nobody waits for.
func TestCapacity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := &room{}
		pool := New(places)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { pool.Run(ctx) })
		var urgent, deferred atomic.Int32
		count := func(n *atomic.Int32) func(context.Context) {
			return func(ctx context.Context) {
				n.Add(1)
				<-ctx.Done()
				n.Add(-1)
			}
		}
		for range 5 {
			pool.AddLater("den", count(&deferred))
		}
		for _, c := range []struct {
			all, background  int // places
			added            int // urgent jobs
			urgent, deferred int32
		}{{0, 0, 0, 0, 0}, {2, 1, 0, 0, 1}, {4, 2, 1, 1, 2}, {4, 2, 2, 2, 2}, {6, 2, 0, 3, 2}, {6, 9, 0, 3, 3}} {
			places.all, places.background = c.all, c.background
			places.Send()
			for range c.added {
				pool.Add("inn", count(&urgent))
			}
			synctest.Wait()
			if urgent.Load() != c.urgent || deferred.Load() != c.deferred {
				t.Errorf("%+v: %d urgent and %d others run", c, urgent.Load(), deferred.Load())
			}
		}
		stop()
		running.Wait()
	})
}

// awaitAsking waits until at least so many callers wait for a place.
func awaitAsking(pool *Pool, n int) {
	for asking := 0; asking < n; time.Sleep(time.Millisecond) {
		pool.mu.Lock()
		asking = pool.asking[others] + pool.asking[strangers]
		pool.mu.Unlock()
	}
}
