package storagetest

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"raumbot/bot"
)

// holdLimit is how long a task may take to be held that nobody holds any more.
const holdLimit = 5 * time.Minute

// CheckLeases checks that leases keep what [bot.Leases] promises to processes that share a database; first and second
// may be the same.
func CheckLeases(t *testing.T, first, second bot.Leases) {
	t.Helper()
	hold := func(l bot.Leases, task string) bot.Lease {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer time.AfterFunc(holdLimit, cancel).Stop() // a lease that is held keeps ctx
		lease, err := bot.Hold(ctx, l, task)
		if err != nil {
			t.Errorf("the task %s cannot be held within %s: %v", task, holdLimit, err)
			runtime.Goexit() // also where it is called in a goroutine of its own
		}
		return lease
	}
	sweep := hold(first, "sweep")
	if note := sweep.Note(); len(note) > 0 || !sweep.Valid() {
		t.Errorf("a new task has the note %q, valid: %t", note, sweep.Valid())
	}
	for _, l := range []bot.Leases{first, second} {
		if _, err := l.TryHold(t.Context(), "sweep"); !errors.Is(err, bot.ErrLeased) {
			t.Errorf("a task that is held: %v", err)
		}
	}
	other := hold(second, "pairing")
	held, err := first.Held(t.Context())
	if err != nil || len(held) != 2 || held[0].Task != "pairing" || held[0].Mine != (first == second) || held[1].Task != "sweep" || !held[1].Mine || held[1].Owner == "" {
		t.Errorf("held is %+v, %v", held, err)
	}

	sweep.SetNote([]byte("as far as 17"))
	if note := string(sweep.Note()); note != "as far as 17" {
		t.Errorf("the note is %q", note)
	}
	next := make(chan bot.Lease, 1)
	go func() { next <- hold(second, "sweep") }()
	sweep.Release()
	if sweep.Valid() || sweep.Context().Err() == nil {
		t.Error("a lease that was given back is held")
	}
	taken := <-next
	if note := string(taken.Note()); note != "as far as 17" {
		t.Errorf("the next holder reads %q", note)
	}
	sweep.SetNote([]byte("too late"))
	sweep.Release()
	if !taken.Valid() || string(taken.Note()) != "as far as 17" {
		t.Errorf("a lease ends with one before it: valid %t, note %q", taken.Valid(), taken.Note())
	}
	taken.Release()
	other.Release()

	// A lease's context ends with the one it was claimed with, and the task is still held.
	ctx, cancel := context.WithCancel(t.Context())
	lease, err := first.TryHold(ctx, "courier")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-lease.Context().Done()
	if _, err := second.TryHold(t.Context(), "courier"); !errors.Is(err, bot.ErrLeased) || !lease.Valid() {
		t.Errorf("a task whose context has ended: %v, valid %t", err, lease.Valid())
	}
	lease.Release()

	// WhileHeld gives the task back after each turn, and ends with its context.
	ctx, cancel = context.WithCancel(t.Context())
	turns := 0
	bot.WhileHeld(ctx, first, "turns", func(l bot.Lease) {
		if turns++; turns == 3 {
			cancel()
		}
	})
	if turns != 3 {
		t.Errorf("%d turns", turns)
	}
	hold(second, "turns").Release()
}
