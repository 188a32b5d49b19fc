package service_test

import (
	"context"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/tournament"
	"raumbot/storage"
)

// upgraded is a platform on which rooms have been replaced by others.
type upgraded map[string]string

func (u upgraded) Platform() bot.Platform { return "console" }

func (u upgraded) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	if next := u[m.Room.ID]; next != "" {
		return bot.Receipt{Shown: "here", Thread: bot.RoomID{Platform: "console", ID: next}}, nil
	}
	return bot.Receipt{Shown: "here"}, nil
}

// TestTournamentsMove replaces the rooms of a match by others, in which it goes on. A room that is
// replaced by that of the other team leaves the match as it is.
func TestTournamentsMove(t *testing.T) {
	store := storage.Memory()
	clock := &settableClock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	say := func(who, room, text string) {
		t.Helper()
		clock.now = clock.now.Add(time.Second)
		r := saying(who, text)
		r.Room.ID = room
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Fatalf("%s in %s: %s: %v", who, room, text, err)
		}
		if err := svc.PairRounds(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	deliver := func(to upgraded) {
		t.Helper()
		if err := svc.Deliver(t.Context(), to); err != nil {
			t.Fatal(err)
		}
	}
	match := func() *tournament.Tournament {
		return (&event{stage: &stage{t: t, store: store}, id: 1}).tournament()
	}
	say("ann", "red", "match challenge raumschach boards 2 1d")
	deliver(upgraded{"red": "green"})
	say("ann", "green", "match join")
	say("ben", "blue", "match 1 accept")
	deliver(upgraded{"blue": "green"})
	say("ben", "blue", "match join")
	deliver(upgraded{"blue": "yellow"})
	say("ben", "yellow", "match start")
	say("ann", "green", "match start")
	deliver(upgraded{"yellow": "orange"})
	played := match()
	if played.Home.ID != "green" || played.Away.ID != "orange" || played.Entrants[played.Groups[1][0]-1].Room.ID != "orange" {
		t.Errorf("it is played in %v and %v, by %v", played.Home, played.Away, played.Entrants)
	}
	for _, table := range played.Tables {
		if room := table.To.Room.ID; room != "green" && room != "orange" {
			t.Errorf("a table is edited in %s", room)
		}
	}
}
