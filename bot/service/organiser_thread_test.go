package service_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"raumbot/bot"
)

// TestDecidedInANewThread has an organiser decide a game in its thread before the message that has
// opened the thread counts as delivered. That the thread of another game is in the same room, or
// its own in another one, is not enough.
func TestDecidedInANewThread(t *testing.T) {
	room := func(name string) bot.RoomID { return bot.RoomID{Platform: "console", ID: name} }
	for _, c := range []struct {
		name   string
		of     bot.GameID
		within string
		done   bool
	}{
		{"its own thread", 1, "lobby", true},
		{"another thread", 0, "lobby", false},
		{"the thread of another game", 2, "lobby", false},
		{"its own thread elsewhere", 1, "den", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, "")
			for _, line := range []string{"alice: challenge bob raumschach white", "bob: accept 1", "alice: challenge bob raumschach white", "bob: accept 2"} {
				s.say(line)
			}
			_, err := s.service.Handle(context.Background(), bot.Request{
				From: bot.User{UserID: bot.UserID{Platform: "console", ID: "carol"}, Name: "carol"}, Event: "thread", Organiser: true,
				Room: room("thread"), Within: []bot.RoomID{room(c.within)}, ThreadOf: c.of, Text: "adjudicate 1 draw confirm it is late",
			})
			if p := new(bot.Problem); c.done && err != nil || !c.done && (!errors.As(err, &p) || p.Kind != bot.NotAllowed) {
				t.Errorf("the organiser is told %v", err)
			}
		})
	}
}

// TestGameInAThreadOfTheRoom speaks in a room about games that are shown in threads of it: its
// organisers decide them, and a move in coordinates is played, from the player to move in exactly
// one of them. In another room neither is so.
func TestGameInAThreadOfTheRoom(t *testing.T) {
	s := newStage(t, "")
	threads := answering{"console", func(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Audience != bot.Thread || m.Game == 0 || m.Room.ID != "lobby" {
			return bot.Receipt{}, nil
		}
		return bot.Receipt{Thread: bot.RoomID{Platform: "console", ID: "lobby/" + m.Game.String()}}, nil
	}}
	event := 0
	says := func(who, room, text string, overheard bool) bot.Outcome {
		event++
		return s.service.Respond(t.Context(), bot.Request{
			From: bot.User{UserID: bot.UserID{Platform: "console", ID: who}, Name: who}, Organiser: true, Event: bot.EventID(fmt.Sprint("event", event)),
			Room: bot.RoomID{Platform: "console", ID: room}, Text: text, Overheard: overheard, OpenNames: true,
		}).Outcome
	}
	says("alice", "lobby", "challenge bob raumschach white", false)
	says("bob", "lobby", "accept 1", false)
	if err := s.service.Deliver(t.Context(), threads); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who, room, text string
		want            bot.Outcome
	}{
		{"alice", "den", "ab1-ac3", bot.Ignored},
		{"bob", "lobby", "ea4-ea3", bot.Ignored}, // it is not his turn
		{"alice", "lobby", "ac3", bot.Ignored},
		{"alice", "lobby", "perhaps ab1-ac3", bot.Ignored},
		{"alice", "lobby", "ab1-ac3", bot.Done},
		{"bob", "lobby", "ea4-ea3 gg", bot.Done},
	} {
		if got := says(c.who, c.room, c.text, true); got != c.want {
			t.Errorf("%q of %s in the %s is %s, want %s", c.text, c.who, c.room, got, c.want)
		}
	}
	for _, c := range []struct {
		room string
		want bot.Outcome
	}{{"den", bot.Refused}, {"lobby", bot.Done}} {
		if got := says("carol", c.room, "adjudicate 1 draw confirm it is late", false); got != c.want {
			t.Errorf("a decision in the %s is %s, want %s", c.room, got, c.want)
		}
	}
}
