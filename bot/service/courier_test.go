package service_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// refusing is a platform that refuses everything, or tells what it delivers.
type refusing struct {
	platform bot.Platform // console by default
	refuses  bool
	said     *[]string
}

func (r refusing) Platform() bot.Platform { return cmp.Or(r.platform, "console") }

func (r refusing) Deliver(_ context.Context, m bot.Message) (bot.Receipt, error) {
	if r.refuses {
		return bot.Receipt{}, errors.New("refused on purpose")
	}
	*r.said = append(*r.said, fmt.Sprintf("%s, repeat: %t", m.Text, m.Repeat))
	return bot.Receipt{}, nil
}

// runUntilIdle runs a service in a bubble until it has nothing to do, and stops it politely.
func runUntilIdle(t *testing.T, ports service.Ports, to bot.Adapter) {
	t.Helper()
	s := service.New(ports)
	if err := s.Start(t.Context(), to.Platform()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx, to)
	}()
	synctest.Wait()
	cancel()
	<-ended
}

func enqueue(t *testing.T, store bot.Store, text string) {
	t.Helper()
	err := store.Update(t.Context(), func(tx bot.Tx) error {
		_, err := tx.Enqueue(bot.Message{Platform: "console", Room: bot.RoomID{Platform: "console", ID: "lobby"}, Text: text})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestHandover leaves a message to the next process: it is marked as a repeat if the one before has died, or has left no word, and not if it was stopped and
// has not delivered it.
func TestHandover(t *testing.T) {
	for _, shared := range []bool{true, false} {
		for _, c := range []struct {
			name   string
			leave  func(*testing.T, *bot.LocalLeases, service.Ports)
			repeat bool
		}{
			{"polite", func(t *testing.T, _ *bot.LocalLeases, ports service.Ports) {
				runUntilIdle(t, ports, refusing{refuses: true})
			}, false},
			{"died", func(t *testing.T, leases *bot.LocalLeases, _ service.Ports) {
				l, err := leases.TryHold(t.Context(), "courier/console")
				if err != nil {
					t.Fatal(err)
				}
				l.SetNote([]byte("busy"))
				l.Release()
			}, true},
			{"no word", func(_ *testing.T, leases *bot.LocalLeases, _ service.Ports) { *leases = bot.LocalLeases{} }, true},
		} {
			synctest.Test(t, func(t *testing.T) {
				leases := new(bot.LocalLeases)
				ports := service.Ports{Store: storage.Memory(), Leases: leases, Shared: shared}
				runUntilIdle(t, ports, refusing{refuses: true}) // an earlier run, which leaves nothing
				enqueue(t, ports.Store, "hello")
				c.leave(t, leases, ports)
				var said []string
				runUntilIdle(t, ports, refusing{said: &said})
				if want := fmt.Sprintf("[hello, repeat: %t]", c.repeat); fmt.Sprint(said) != want {
					t.Errorf("%s, shared: %t: delivered is %q, not %s", c.name, shared, said, want)
				}
			})
		}
	}
}

// lagging is a store whose views are of a moment ago until something is written.
type lagging struct {
	bot.Store
	before bot.Store
	ahead  atomic.Bool
}

func (l *lagging) View(ctx context.Context, fn func(bot.Tx) error) error {
	if l.ahead.Load() {
		return l.Store.View(ctx, fn)
	}
	return l.before.View(ctx, fn)
}

func (l *lagging) Update(ctx context.Context, fn func(bot.Tx) error) error {
	l.ahead.Store(true)
	return l.Store.Update(ctx, fn)
}

// TestHandoverOfWhatIsDelivered hands over to a process that has not heard yet of what was delivered last: it delivers nothing twice.
func TestHandoverOfWhatIsDelivered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, before, leases := storage.Memory(), storage.Memory(), new(bot.LocalLeases)
		enqueue(t, store, "hello")
		enqueue(t, before, "hello")
		var said []string
		for _, store := range []bot.Store{store, &lagging{Store: store, before: before}} {
			s := service.New(service.Ports{Store: store, Leases: leases, Shared: true})
			if err := s.Deliver(t.Context(), refusing{said: &said}); err != nil {
				t.Error(err)
			}
		}
		if len(said) != 1 {
			t.Errorf("delivered is %q", said)
		}
	})
}
