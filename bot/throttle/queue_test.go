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
	free := q.admitted.TryAcquire(expensiveAtOnce+maxWaiting) && q.running.TryAcquire(expensiveAtOnce)
	if free {
		q.admitted.Release(expensiveAtOnce + maxWaiting)
		q.running.Release(expensiveAtOnce)
	}
	return free
}

// TestQueue checks that expensive commands wait for each other, and that too many are refused.
func TestQueue(t *testing.T) {
	q := NewQueue()
	var leaves []func()
	for range expensiveAtOnce {
		leave, err := q.Enter(t.Context(), expensiveOne)
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
			leave, err := q.Enter(waiting{t.Context(), begins}, expensiveOne)
			if err == nil {
				defer leave()
			}
			results <- err
		})
	}
	admitted.Wait()
	if _, err := q.Enter(t.Context(), cheapOne); err != nil {
		t.Errorf("a cheap command waits: %v", err)
	}
	var p *bot.Problem
	if _, err := q.Enter(t.Context(), expensiveOne); !errors.As(err, &p) || p.Kind != bot.TooOften {
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
		leave, err := q.Enter(t.Context(), expensiveOne)
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Enter(ctx, expensiveOne); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, leave := range leaves {
		leave()
	}
	if !q.empty() {
		t.Error("who was let go still has a place")
	}
}
