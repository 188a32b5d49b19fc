package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestZonesOfReaders tells people in different zones of the same game: each message has times in
// the zone of its readers or its room.
func TestZonesOfReaders(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	lobby := bot.RoomID{Platform: "console", ID: "lobby"}
	say := func(name string, room bot.RoomID, text string) bot.RenderedReply {
		return s.Respond(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name}, Room: room, Organiser: name == "olga", Text: text})
	}
	say("alice", lobby, "prefer time Berlin")
	say("olga", lobby, "room time Asia/Tokyo")
	say("alice", lobby, "challenge bob raumschach white 2d")
	for _, m := range say("bob", lobby, "accept").Notices {
		if m.Room != lobby || m.Zone != "Asia/Tokyo" || !strings.Contains(m.Text, "<t:") {
			t.Errorf("in the room: %q in %q", m.Text, m.Zone)
		}
	}
	for _, c := range []struct{ name, text, zone string }{
		{"alice", "game 1", "Europe/Berlin"}, {"alice", "games", "Europe/Berlin"}, {"alice", "nudge 1", "Europe/Berlin"}, // the refusal contains a time
		{"bob", "game 1", "Asia/Tokyo"}, {"bob", "nudge 1", "Asia/Tokyo"},
	} {
		answer := say(c.name, lobby, c.text).Answer
		if len(answer) == 0 || answer[0].Zone != c.zone {
			t.Errorf("%s: %s: %+v, want the zone %s", c.name, c.text, answer, c.zone)
		}
	}
	if answer := say("bob", bot.RoomID{}, "games").Answer; answer[0].Zone != "" {
		t.Errorf("in private: %+v", answer)
	}
	say("bob", bot.RoomID{}, "challenge alice raumschach private 2d")
	private := 0
	for _, m := range say("alice", bot.RoomID{}, "accept").Notices {
		private++
		if want := map[string]string{"alice": "Europe/Berlin", "bob": ""}[m.To[0].Name]; m.Zone != want {
			t.Errorf("to %s: zone %q, want %q", m.To[0].Name, m.Zone, want)
		}
	}
	if private != 2 {
		t.Errorf("%d private messages", private)
	}
}
