package service_test

import (
	"context"
	"errors"
	"testing"

	"raumbot/bot"
)

// TestDecidedInANewThread has an organiser decide a game in its thread before the message that has opened the thread counts as delivered. That the
// thread of another game is in the same room, or its own in another one, is not enough.
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
