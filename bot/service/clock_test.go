package service_test

import (
	"errors"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestClockJumps sets the machine's clock forward and back by a year during a game with a clock:
// nobody loses time by that, and the time that does pass counts as usual.
func TestClockJumps(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	clock := &settableClock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	for _, r := range []bot.Request{
		saying("alice", "challenge bob stockschach216 white 2h"), saying("bob", "accept 1"),
		saying("alice", "vc2-vc3"), saying("bob", "vc5-vc4"),
	} {
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	over := func() (yes bool) {
		t.Helper()
		if err := svc.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := store.View(t.Context(), func(tx bot.Tx) error {
			g, err := tx.Game(1)
			yes = g.Over()
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	for _, jump := range []time.Duration{365 * 24 * time.Hour, -365 * 24 * time.Hour, -365 * 24 * time.Hour, 730 * 24 * time.Hour} {
		clock.now = clock.now.Add(jump)
		if over() {
			t.Fatalf("a jump of %s ended the game", jump)
		}
	}
	minutes := 0
	for ; !over() && minutes < 1000; minutes++ {
		clock.now = clock.now.Add(time.Minute)
	}
	if minutes < 119 || minutes > 121 {
		t.Errorf("two hours lasted %d minutes", minutes)
	}
}

// TestTwoClocks has two hosts, one of them 2 s fast, serve one store in turn for an hour during a
// game: its deadline must stay the same, within that difference.
func TestTwoClocks(t *testing.T) {
	const skew = 2 * time.Second
	store := storage.Memory()
	defer check(t, store)
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	right, fast := &settableClock{began}, &settableClock{began.Add(skew)}
	hosts := []*service.Service{service.New(service.Ports{Store: store, Clock: right}), service.New(service.Ports{Store: store, Clock: fast})}
	for _, r := range []bot.Request{saying("alice", "challenge bob stockschach216 white 2h"), saying("bob", "accept 1"), saying("alice", "vc2-vc3"), saying("bob", "vc5-vc4")} {
		if _, err := hosts[0].Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	deadline := func() (at time.Time) {
		err := store.View(t.Context(), func(tx bot.Tx) error {
			g, missing := tx.Game(1)
			uptime, err := tx.Uptime()
			at = uptime.Calendar(g.Deadline)
			return errors.Join(missing, err)
		})
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	before := deadline()
	for second := range 3600 {
		right.now, fast.now = right.now.Add(time.Second), fast.now.Add(time.Second)
		if err := hosts[second%2].Beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if moved := deadline().Sub(before); moved.Abs() > skew {
		t.Errorf("within an hour the deadline has moved by %s", moved)
	}
}
