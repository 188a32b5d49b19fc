package service_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// writingStore notes what each transaction writes of what a sweep does.
type writingStore struct {
	bot.Store
	written [][]string
}

type writingTx struct {
	bot.Tx
	store *writingStore
}

func (s *writingStore) Update(ctx context.Context, do func(bot.Tx) error) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		s.written = append(s.written, nil)
		return do(writingTx{tx, s})
	})
}

func (tx writingTx) note(what string, args ...any) {
	last := &tx.store.written[len(tx.store.written)-1]
	*last = append(*last, fmt.Sprintf(what, args...))
}

func (tx writingTx) DeleteChallenge(id bot.GameID) error {
	tx.note("challenge %d", id)
	return tx.Tx.DeleteChallenge(id)
}

func (tx writingTx) PutRoom(r bot.Room) error {
	tx.note("room %s", r.ID.ID)
	return tx.Tx.PutRoom(r)
}

// beatUntil makes a store look as if the bot had been running until some time.
func beatUntil(store bot.Store, at time.Time) error {
	return store.Update(context.Background(), func(tx bot.Tx) error {
		uptime, err := tx.Uptime()
		if err != nil {
			return err
		}
		uptime.Beat = at
		return tx.PutUptime(uptime)
	})
}

// TestSweepIsDividedIntoTransactions lets more become due at once than a transaction does,
// challenges and puzzles: each is done once, and no transaction does more than fifty of them
// together.
func TestSweepIsDividedIntoTransactions(t *testing.T) {
	memory := storage.Memory()
	defer check(t, memory)
	store := &writingStore{Store: memory}
	clock := &settableClock{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	var want []string
	for i := range 40 {
		invite := saying(fmt.Sprintf("player%d", i), "seek raumschach")
		daily := saying("olga", "room puzzle 18:00 UTC raumschach")
		daily.Organiser, daily.WideOrganiser = true, true
		daily.Room.ID = fmt.Sprintf("room%d", i)
		for _, r := range []bot.Request{invite, daily} {
			if _, err := svc.Handle(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		want = append(want, fmt.Sprintf("challenge %d", i+1), "room "+daily.Room.ID)
	}
	clock.now = clock.now.AddDate(1, 0, 0)
	if err := beatUntil(memory, clock.now); err != nil { // time passes for challenges only while the bot runs
		t.Fatal(err)
	}
	store.written = nil
	if err := svc.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var done []string
	for _, one := range store.written {
		if len(one) > 50 {
			t.Errorf("a transaction does %d things", len(one))
		}
		done = append(done, one...)
	}
	slices.Sort(want)
	if slices.Sort(done); !slices.Equal(done, want) {
		t.Errorf("done is %q, not %q", done, want)
	}
}
