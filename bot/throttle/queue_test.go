package throttle

import (
	"context"
	"errors"
	"sync"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command"
)

var (
	cheapOne     = &command.Command{Cost: expensive - 1}
	expensiveOne = &command.Command{Cost: expensive}

	alice = bot.UserID{Platform: "chat", ID: "alice"}
)

// waiting is a context that calls begins when a command that has been admitted waits for its turn.
type waiting struct {
	context.Context
	begins func()
}

func (w waiting) Done() <-chan struct{} {
	w.begins()
	return w.Context.Done()
}

// empty reports whether no command is running or waiting.
func (q *Queue) empty() bool {
	return q.all.empty(expensiveAtOnce, maxWaiting) && q.guests.empty(guestsAtOnce, guestsWaiting)
}

func (q places) empty(running, waiting int64) bool {
	free := q.admitted.TryAcquire(running+waiting) && q.running.TryAcquire(running)
	if free {
		q.admitted.Release(running + waiting)
		q.running.Release(running)
	}
	return free
}

// TestQueue checks that expensive commands wait for each other, and that too many are refused.
func TestQueue(t *testing.T) {
	q := NewQueue()
	var leaves []func()
	for range expensiveAtOnce {
		leave, err := q.Enter(t.Context(), expensiveOne, alice)
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	results := make(chan error, maxWaiting)
	var running, admitted sync.WaitGroup
	for range maxWaiting {
		admitted.Add(1)
		running.Go(func() {
			begins := sync.OnceFunc(admitted.Done)
			defer begins() // also if it is refused
			leave, err := q.Enter(waiting{t.Context(), begins}, expensiveOne, alice)
			if err == nil {
				defer leave()
			}
			results <- err
		})
	}
	admitted.Wait()
	if _, err := q.Enter(t.Context(), cheapOne, alice); err != nil {
		t.Errorf("a cheap command waits: %v", err)
	}
	var p *bot.Problem
	if _, err := q.Enter(t.Context(), expensiveOne, alice); !errors.As(err, &p) || p.Kind != bot.TooOften {
		t.Errorf("one too many is answered with %v", err)
	}
	leaves[0]()
	if err := <-results; err != nil {
		t.Errorf("nobody takes the free place: %v", err)
	}
	leaves[1]()
	running.Wait() // each that ends makes room for another
	if !q.empty() {
		t.Error("places are still taken")
	}
}

// TestQueueStops checks that waiting commands are released when the service stops.
func TestQueueStops(t *testing.T) {
	q := NewQueue()
	var leaves []func()
	for range expensiveAtOnce {
		leave, err := q.Enter(t.Context(), expensiveOne, alice)
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Enter(ctx, expensiveOne, alice); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, leave := range leaves {
		leave()
	}
	if !q.empty() {
		t.Error("who was let go still has a place")
	}
}

// TestQueueOfGuests fills the queue with commands of guests: one of them runs, half of the places
// to wait are theirs, and the next command of a user runs at once.
func TestQueueOfGuests(t *testing.T) {
	q := NewQueue()
	guest := bot.UserID{Platform: bot.Guest, ID: "ana"}
	leave, err := q.Enter(t.Context(), expensiveOne, guest)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var queued, ended sync.WaitGroup
	for range guestsWaiting {
		queued.Add(1)
		ended.Go(func() {
			waits := sync.OnceFunc(queued.Done)
			defer waits() // also if it is refused
			if _, err := q.Enter(waiting{ctx, waits}, expensiveOne, guest); !errors.Is(err, context.Canceled) {
				t.Errorf("a guest who waits gets %v", err)
			}
		})
	}
	queued.Wait()
	var p *bot.Problem
	if _, err := q.Enter(t.Context(), expensiveOne, guest); !errors.As(err, &p) || p.Kind != bot.TooOften {
		t.Errorf("one guest too many is answered with %v", err)
	}
	others, err := q.Enter(t.Context(), expensiveOne, alice)
	if err != nil {
		t.Fatal(err)
	}
	others()
	cancel()
	ended.Wait()
	leave()
	if !q.empty() {
		t.Error("places are still taken")
	}
}
