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

// TestQueue lets dear commands wait for each other, and refuses what would wait too long.
func TestQueue(t *testing.T) {
	q := NewQueue()
	cheap, dearOne := &command.Command{Cost: dear - 1}, &command.Command{Cost: dear}
	var leaves []func()
	for range dearAtOnce {
		leave, err := q.Enter(t.Context(), dearOne)
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := q.Enter(ctx, cheap); err != nil {
		t.Errorf("a cheap command waits: %v", err)
	}
	results := make(chan error, dearWaiting)
	var waiting sync.WaitGroup
	for range dearWaiting {
		waiting.Go(func() {
			leave, err := q.Enter(ctx, dearOne)
			if err == nil {
				defer leave()
			}
			results <- err
		})
	}
	for deadline := time.Now().Add(time.Minute); q.waiting.Load() < dearAtOnce+dearWaiting; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("they do not wait")
		}
	}
	var p *bot.Problem
	if _, err := q.Enter(t.Context(), dearOne); !errors.As(err, &p) || p.Kind != bot.TooOften {
		t.Errorf("one too many is answered with %v", err)
	}
	leaves[0]()
	if err := <-results; err != nil {
		t.Errorf("nobody takes the free place: %v", err)
	}
	leaves[1]()
	waiting.Wait() // each that is done makes room for another
	cancel()
	if n := q.waiting.Load(); n != 0 || len(q.slots) != 0 {
		t.Errorf("%d are still counted, %d places taken", n, len(q.slots))
	}
}

// TestQueueStops lets those who wait go when the service stops.
func TestQueueStops(t *testing.T) {
	q := NewQueue()
	for range dearAtOnce {
		if _, err := q.Enter(t.Context(), &command.Command{Cost: dear}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Enter(ctx, &command.Command{Cost: dear}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := q.waiting.Load(); n != dearAtOnce {
		t.Errorf("%d are counted", n)
	}
}
