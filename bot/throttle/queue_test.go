package throttle

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
)

var (
	cheapOne     = &command.Command{Cost: expensive - 1}
	expensiveOne = &command.Command{Cost: expensive}
)

// full reports whether the queue is full.
func (q *Queue) full() bool {
	free := q.admitted.TryAcquire(1)
	if free {
		q.admitted.Release(1)
	}
	return !free
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
	var waiting sync.WaitGroup
	for range maxWaiting {
		waiting.Go(func() {
			leave, err := q.Enter(t.Context(), expensiveOne)
			if err == nil {
				defer leave()
			}
			results <- err
		})
	}
	for deadline := time.Now().Add(time.Minute); !q.full(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("they do not wait")
		}
	}
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
	waiting.Wait() // each that ends makes room for another
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
