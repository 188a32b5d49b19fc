package service_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// brokenStore is a store whose transactions fail.
type brokenStore struct {
	bot.Store
	trouble func() error
}

func (s brokenStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error { return errors.Join(fn(tx), s.trouble()) })
}

func (s brokenStore) Update(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error { return errors.Join(fn(tx), s.trouble()) })
}

func saying(name, text string) bot.Request {
	return bot.Request{
		From:      bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name},
		Room:      bot.RoomID{Platform: "console", ID: "lobby"},
		Text:      text,
		OpenNames: true,
	}
}

// TestInternalErrors checks that an error that is not a user's mistake is logged under
// a reference, shown without its details, and changes nothing.
func TestInternalErrors(t *testing.T) {
	for name, trouble := range map[string]func() error{
		"error": func() error { return errors.New("disk on fire") },
		"panic": func() error { panic("disk on fire") },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			memory := storage.Memory()
			svc := service.New(service.Ports{
				Store: brokenStore{memory, trouble},
				Dice:  func(int) int { return 0x7F3A },
				Log:   slog.New(slog.NewTextHandler(&log, nil)),
			})
			for _, text := range []string{"games", "challenge bob blocschach"} {
				_, err := svc.Handle(t.Context(), saying("alice", text))
				var p *bot.Problem
				if !errors.As(err, &p) || p.Kind != bot.Internal || !strings.Contains(p.Error(), "ref 7F3A") || strings.Contains(p.Error(), "fire") {
					t.Errorf("%s: got %v", text, err)
				}
			}
			if n := strings.Count(log.String(), "ref=7F3A"); n != 2 || !strings.Contains(log.String(), "disk on fire") {
				t.Errorf("the log has the reference %d times:\n%s", n, &log)
			}
			sound := service.New(service.Ports{Store: memory})
			reply, err := sound.Handle(t.Context(), saying("bob", "games"))
			if err != nil || !strings.Contains(reply.Answer[0].Text, "You have no games") {
				t.Errorf("afterwards: %v, %v", reply, err)
			}
		})
	}
}

// TestAtOnce does the same thing many times at once; it must take effect once.
func TestAtOnce(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	if _, err := svc.Handle(t.Context(), saying("alice", "challenge bob stockschach216 white")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who, text string
		event     bot.EventID
	}{
		{"bob", "accept 1", ""},          // refused from the second on
		{"alice", "move 1 vc2-vc3", "e"}, // the same event again: answered with nothing
		{"bob", "vc5-vc4", ""},           // no longer bob's turn
	} {
		var mu sync.Mutex
		var notices, refusals, silent int
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				r := saying(c.who, c.text)
				r.Event = c.event
				reply, err := svc.Handle(t.Context(), r)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil:
					refusals++
				case len(reply.Notices) > 0:
					notices++
				default:
					silent++
				}
			})
		}
		all.Wait()
		if notices != 1 || refusals+silent != 19 || (c.event != "") != (silent == 19) {
			t.Errorf("%s: %d notices, %d refusals, %d silent", c.text, notices, refusals, silent)
		}
	}
}

// TestManyGamesAtOnce plays the same moves in many games from many goroutines.
func TestManyGamesAtOnce(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			white, black := "white"+string(rune('a'+n)), "black"+string(rune('a'+n))
			for _, r := range []bot.Request{
				saying(white, "challenge "+black+" stockschach216 white"), saying(black, "accept"),
				saying(white, "vc2-vc3"), saying(black, "va5-va4"), saying(white, "moves vc3"), saying(black, "log"),
				saying(white, "vc3-vc4"), saying(black, "board"), saying(black, "resign confirm"),
			} {
				if _, err := svc.Handle(t.Context(), r); err != nil {
					t.Errorf("%s: %s: %v", r.From.Name, r.Text, err)
				}
			}
		})
	}
	all.Wait()
}

// flakyAdapter fails to deliver to one room for a time.
type flakyAdapter struct {
	refuse string
	got    []string
	thread bot.RoomID
}

func (a *flakyAdapter) Platform() bot.Platform { return "console" }

func (a *flakyAdapter) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	if m.Room.ID == a.refuse {
		return bot.Receipt{}, errors.New("the room is locked")
	}
	repeat := ""
	if m.Repeat {
		repeat = " again"
	}
	a.got = append(a.got, fmt.Sprintf("%s %d%s", m.Room.ID, m.Game, repeat))
	return bot.Receipt{Thread: a.thread}, nil
}

// settableClock is a clock that is set by hand.
type settableClock struct{ now time.Time }

func (c *settableClock) Now() time.Time { return c.now }

func TestDelivery(t *testing.T) {
	store := storage.Memory()
	clock := &settableClock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	for i, room := range []string{"a", "b", "a", "b"} {
		r := saying("alice", fmt.Sprintf("challenge bob blocschach %dd", i+1))
		r.Room.ID = room
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	adapter := &flakyAdapter{refuse: "a"}
	deliver := func(s *service.Service, fails bool, want ...string) {
		t.Helper()
		adapter.got = nil
		if err := s.Deliver(t.Context(), adapter); (err != nil) != fails {
			t.Errorf("error %v", err)
		}
		if strings.Join(adapter.got, ", ") != strings.Join(want, ", ") {
			t.Errorf("got %q, want %q", adapter.got, want)
		}
	}
	deliver(svc, true, "b 2", "b 4") // room a holds up nobody else
	adapter.refuse = ""
	deliver(svc, false) // room a rests after its failure
	clock.now = clock.now.Add(time.Minute)
	deliver(svc, false, "a 1", "a 3") // in order
	deliver(svc, false)               // once

	// Messages left by an earlier run are marked, since they may have been delivered already.
	if _, err := svc.Handle(t.Context(), saying("alice", "challenge carol blocschach")); err != nil {
		t.Fatal(err)
	}
	restarted := service.New(service.Ports{Store: store, Clock: clock})
	if err := restarted.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	if _, err := restarted.Handle(t.Context(), saying("alice", "challenge carol blocschach 7d")); err != nil {
		t.Fatal(err)
	}
	deliver(restarted, false, "lobby 5 again", "lobby 6")
}

// TestThread has a platform open a thread for a game.
func TestThread(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	adapter := &flakyAdapter{}
	say := func(r bot.Request) {
		t.Helper()
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := svc.Deliver(t.Context(), adapter); err != nil {
			t.Fatal(err)
		}
	}
	say(saying("alice", "challenge bob stockschach216 white"))
	adapter.thread = bot.RoomID{Platform: "console", ID: "lobby/1"}
	say(saying("bob", "accept"))
	adapter.thread = bot.RoomID{}
	say(saying("alice", "vc2-vc3"))
	inThread := saying("bob", "vc5-vc4")
	inThread.Room.ID, inThread.Overheard = "lobby/1", true
	say(inThread)
	want := "lobby 1, lobby 1, lobby/1 1, lobby/1 1"
	if got := strings.Join(adapter.got, ", "); got != want {
		t.Errorf("said in %q, want %q", got, want)
	}
	// Anything overheard that is not the player's move is ignored.
	for _, text := range []string{"hello", "resign", "see you at 5", "ve2 is a good cell", "g1"} {
		r := inThread
		r.Text = text
		if reply, err := svc.Handle(t.Context(), r); text != "g1" && (err != nil || len(reply.Answer)+len(reply.Notices) > 0) {
			t.Errorf("%q is answered: %v %v", text, reply, err)
		}
	}
}
