package service_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// answering is an adapter whose Deliver is a function.
type answering struct {
	platform bot.Platform
	answer   func(context.Context, bot.RenderedMessage) (bot.Receipt, error)
}

func (a answering) Platform() bot.Platform { return a.platform }

func (a answering) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	return a.answer(ctx, m)
}

// TestBlockedPlatform runs the service with a platform that hangs: on another one, commands,
// deliveries and sweeps still work.
func TestBlockedPlatform(t *testing.T) {
	svc := service.New(service.Ports{Store: storage.Memory()})
	hanging := make(chan bool, 1)
	delivered := make(chan string, 10)
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	defer done.Wait()
	defer cancel()
	say := func(platform bot.Platform, whom string) {
		r := saying("alice", "challenge "+whom+" blocschach")
		r.From.Platform, r.Room.Platform = platform, platform
		if _, err := svc.Handle(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	say("matrix", "bob")
	done.Go(func() {
		svc.Run(ctx, answering{"matrix", func(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
			hanging <- true
			<-ctx.Done()
			return bot.Receipt{}, ctx.Err()
		}}, answering{"console", func(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
			delivered <- m.Text
			return bot.Receipt{}, nil
		}})
	})
	<-hanging
	say("console", "carol")
	select {
	case text := <-delivered:
		if !strings.Contains(text, "carol") {
			t.Errorf("delivered: %s", text)
		}
	case <-time.After(time.Minute):
		t.Error("nothing was delivered")
	}
}

// TestClosedRoom closes the room of a game to the bot for one move. Both players are told it in
// private, and the game stays in its room.
func TestClosedRoom(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	service := service.New(service.Ports{Store: store})
	private := map[string]string{}
	inRoom := 0
	adapter := answering{"console", func(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Room == (bot.RoomID{}) {
			private[m.To[0].Name] = m.Text
		}
		closed := m.Room.ID == "lobby" && strings.Contains(m.Text, "vc2-vc3")
		if closed { // as an adapter reports a closed room
			private[m.To[0].Name] = m.Text
		} else if m.Room.ID == "lobby" {
			inRoom++
		}
		return bot.Receipt{Private: closed}, nil
	}}
	for _, words := range []string{"alice: challenge bob stockschach216 white", "bob: accept", "alice: vc2-vc3", "bob: vc5-vc4"} {
		who, text, _ := strings.Cut(words, ": ")
		if _, err := service.Handle(t.Context(), saying(who, text)); err != nil {
			t.Fatal(err)
		}
		if err := service.Deliver(t.Context(), adapter); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(private["bob"], "plays Stockbroker vc2-vc3") || !strings.HasPrefix(private["alice"], "I can't write in the room of game 1 at the moment") || len(private) != 2 {
		t.Errorf("in private: %q", private)
	}
	if inRoom != 3 { // the invitation, the start, the second move
		t.Errorf("%d messages in the room", inRoom)
	}
}

// TestLostRoom has the room of a game disappear: from then on both players are told of it in
// private.
func TestLostRoom(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	var private, told []string
	inRoom := 0
	adapter := answering{"console", func(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
		lost := m.Room.ID == "lobby" && strings.Contains(m.Text, "vc2-vc3")
		if m.Room.ID == "lobby" && !lost {
			inRoom++
		}
		if m.Room == (bot.RoomID{}) {
			private = append(private, m.To[0].Name)
			if strings.Contains(m.Text, "geht es hier weiter") && strings.Contains(m.Text, "spielt Stockbroker vc2-vc3") {
				told = append(told, m.To[0].Name)
			}
		}
		return bot.Receipt{Lost: lost}, nil
	}}
	for _, words := range []string{"alice: challenge bob stockschach216 white", "bob: accept", "alice: vc2-vc3", "bob: vc5-vc4"} {
		who, text, _ := strings.Cut(words, ": ")
		said := saying(who, text)
		said.RoomLocale = "de"
		if _, err := svc.Handle(t.Context(), said); err != nil {
			t.Fatal(err)
		}
		if err := svc.Deliver(t.Context(), adapter); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Sort(private); !slices.Equal(slices.Compact(private), []string{"alice", "bob"}) || inRoom != 2 {
		t.Errorf("%v were written to in private, and %d messages went to the lobby", private, inRoom)
	}
	if !slices.Equal(told, []string{"alice"}) { // bob is sent the move itself
		t.Errorf("%v are told that the room is lost", told)
	}
	err := store.View(t.Context(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		if g.Seats[0].Room != (bot.RoomID{}) || g.Seats[1].Room != (bot.RoomID{}) {
			t.Errorf("the game is seen in %v and %v", g.Seats[0].Room, g.Seats[1].Room)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
