package service_test

import (
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestOverheardNearby checks that bare moves count in threads of the channel in which a game is
// seen, as when its own thread has just been opened, and nowhere else.
func TestOverheardNearby(t *testing.T) {
	svc := service.New(service.Ports{Store: storage.Memory()})
	for _, r := range []bot.Request{saying("alice", "challenge bob stockschach216 white"), saying("bob", "accept 1")} {
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	lobby, den := bot.RoomID{Platform: "console", ID: "lobby"}, bot.RoomID{Platform: "console", ID: "den"}
	thread := bot.RoomID{Platform: "console", ID: "thread"}
	for _, c := range []struct {
		name, text string
		within     []bot.RoomID
		heard      bool
	}{
		{"alice", "ve2-ve3", []bot.RoomID{den}, false},
		{"alice", "nice weather", []bot.RoomID{lobby}, false},
		{"alice", "ve2-ve3", []bot.RoomID{den, lobby}, true},
		{"bob", "wa5-wa4", []bot.RoomID{lobby}, true},
	} {
		r := saying(c.name, c.text)
		r.Room, r.Within, r.Overheard = thread, c.within, true
		reply, err := svc.Handle(t.Context(), r)
		if err != nil || len(reply.Notices) > 0 != c.heard {
			t.Errorf("%s says %q in a thread of %v: %v, %v", c.name, c.text, c.within, reply.Notices, err)
		}
	}
}
