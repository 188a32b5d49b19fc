package service_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
	"raumbot/bot/variants"
	"raumbot/storage"
)

// refusing is a platform that refuses everything, or tells what it delivers.
type refusing struct {
	platform bot.Platform // console by default
	refuses  bool
	said     *[]string
}

func (r refusing) Platform() bot.Platform { return cmp.Or(r.platform, "console") }

func (r refusing) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
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
		_, err := tx.Enqueue(bot.Message{Platform: "console", Room: bot.RoomID{Platform: "console", ID: "lobby"}, Text: phrase.Said(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestHandover leaves a message to the next run: it is marked as a repeat if the run before was
// killed, and not if it was stopped and has not delivered the message.
func TestHandover(t *testing.T) {
	for _, killed := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ports := service.Ports{Store: storage.Memory()}
			runUntilIdle(t, ports, refusing{refuses: true}) // an earlier run, which leaves nothing
			enqueue(t, ports.Store, "hello")
			if killed {
				if err := service.New(ports).Start(t.Context(), "console"); err != nil { // and does not stop
					t.Fatal(err)
				}
			} else {
				runUntilIdle(t, ports, refusing{refuses: true})
			}
			var said []string
			runUntilIdle(t, ports, refusing{said: &said})
			if want := fmt.Sprintf("[hello, repeat: %t]", killed); fmt.Sprint(said) != want {
				t.Errorf("killed: %t: delivered is %q, not %s", killed, said, want)
			}
		})
	}
}

// TestDeliversOnlyAtWork has a process stand still, or cut off from the server, so that it is not
// known whether it works on the database. It delivers nothing until that is known again, and the
// message counts as not delivered.
func TestDeliversOnlyAtWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var unsure atomic.Bool
		unsure.Store(true)
		var said []string
		s := service.New(service.Ports{Store: storage.Memory(), AtWork: func(context.Context) error {
			if unsure.Load() {
				return bot.ErrAway
			}
			return nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx, refusing{said: &said})
		}()
		if _, err := s.Handle(t.Context(), saying("alice", "challenge bob raumschach")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(said) > 0 {
			t.Errorf("a process that may have been replaced delivers %q", said)
		}
		unsure.Store(false)
		time.Sleep(time.Hour)
		synctest.Wait()
		cancel()
		<-ended
		if len(said) != 1 || !strings.HasSuffix(said[0], "repeat: false") {
			t.Errorf("when it is known again, delivered is %q", said)
		}
	})
}

// counting counts the views of a store.
type counting struct {
	bot.Store
	views atomic.Int64
}

func (c *counting) View(ctx context.Context, fn func(bot.Tx) error) error {
	c.views.Add(1)
	return c.Store.View(ctx, fn)
}

// TestSetBackWhileItRuns sets the store of a service back: the service reads it again while it
// runs, and neither before nor after that.
func TestSetBackWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &counting{Store: storage.Memory()}
		s := service.New(service.Ports{Store: store, LocalGames: variants.Limits{Size: 8 << 10, Count: 2}})
		add := func(id string) {
			err := store.Update(t.Context(), func(tx bot.Tx) error {
				return tx.PutGameFile(bot.GameFile{ID: id, Text: "no game", Place: bot.RoomID{Platform: "console", ID: "lobby"}, Added: time.Now()})
			})
			if err != nil {
				t.Fatal(err)
			}
			s.SetBack()
		}
		add("first@000000000000")
		synctest.Wait()
		if n := store.views.Load(); n > 0 {
			t.Errorf("the store is read %d times by a service that does not run", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx)
		}()
		synctest.Wait()
		add("second@000000000000")
		synctest.Wait()
		cancel()
		<-ended
		if known := s.Library.IDs(); len(known) != 2 {
			t.Errorf("the games known are %v", known)
		}
		before := store.views.Load()
		add("third@000000000000")
		synctest.Wait()
		if n := store.views.Load(); n > before {
			t.Errorf("the store is read %d times by a service that has ended", n-before)
		}
	})
}
