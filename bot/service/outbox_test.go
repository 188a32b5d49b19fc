package service_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// readingStore counts the messages that are read from the outbox, and can
// refuse to take any out of it.
type readingStore struct {
	bot.Store
	read int
	full bool
}

type readingTx struct {
	bot.Tx
	s *readingStore
}

func (s *readingStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error { return fn(readingTx{tx, s}) })
}

func (s *readingStore) Update(ctx context.Context, fn func(bot.Tx) error) error {
	if s.full {
		return bot.ErrFull
	}
	return s.Store.Update(ctx, fn)
}

func (tx readingTx) Waiting(p bot.Platform, after bot.MessageID, limit int) ([]bot.Message, error) {
	all, err := tx.Tx.Waiting(p, after, limit)
	tx.s.read += len(all)
	return all, err
}

// TestManyWaiting blocks a lane in which very many messages wait: they are
// read once, and cost what is delivered elsewhere nothing.
func TestManyWaiting(t *testing.T) {
	const many = 20_000
	store := &readingStore{Store: storage.Memory()}
	clock := &settableClock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	b := newBuilding("console")
	b.answer = func(m bot.Message) (bot.Receipt, error) {
		if m.Room.ID == "a" {
			return bot.Receipt{}, errors.New("closed")
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", slices.Repeat([]string{"a"}, many)...)
	for n := range 50 {
		post(t, store, "console", "b")
		clock.now = clock.now.Add(3 * time.Minute) // the blocked lane is tried each time
		if err := svc.Deliver(t.Context(), b); err == nil || len(b.heard["b"]) != n+1 {
			t.Fatalf("%d heard, error %v", len(b.heard["b"]), err)
		}
	}
	if store.read > many+4*50 {
		t.Errorf("%d messages were read", store.read)
	}
}

// TestSaidAndNotNoted fills the disk when a message has been said: it is not
// said again, and leaves the outbox when it can.
func TestSaidAndNotNoted(t *testing.T) {
	store := &readingStore{Store: storage.Memory()}
	clock := &settableClock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	b := newBuilding("console")
	post(t, store, "console", "a", "a")
	for _, full := range []bool{true, true, false} {
		store.full = full
		clock.now = clock.now.Add(time.Hour)
		if err := svc.Deliver(t.Context(), b); (err != nil) != full {
			t.Error(err)
		}
	}
	if len(b.heard["a"]) != 2 {
		t.Errorf("heard %v", b.heard["a"])
	}
}
