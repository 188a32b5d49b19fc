package service_test

import (
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestComplete checks the completion of lines typed at a terminal.
func TestComplete(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	say := func(name, text string) bot.Request {
		return bot.Request{From: bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name}, Room: bot.RoomID{Platform: "console", ID: "lobby"}, Text: text, OpenNames: true}
	}
	for _, line := range [][2]string{{"alice", "challenge bob raumschach white"}, {"bob", "accept"}, {"alice", "challenge bob stockschach216"}} {
		if _, err := s.Handle(t.Context(), say(line[0], line[1])); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"alice", "tak", "takeback"},
		{"alice", "TAK", "takeback"},
		{"alice", "res", "resign"},
		{"alice", "undo", "undo"}, // an alias, since no command has this prefix
		{"alice", "ac2-", "ac2-ac3"},
		{"alice", "move ac2-a", "ac2-ac3"},
		{"alice", "move 1 ac2-a", "ac2-ac3"},
		{"alice", "1 ac2-a", "ac2-ac3"},
		{"alice", "move ac2-ac3 ", "1 draw"},
		{"alice", "moves 1 ee", "ee1 ee2 ee3 ee4 ee5"},
		{"bob", "ac2-", ""}, // it is not his turn
		{"eve", "ac2-", ""}, // she has no game
		{"eve", "moves 1 ee", ""},
		{"alice", "challenge b", "black blocschach bob"},
		{"eve", "challenge bo", ""}, // she does not know him
		{"alice", "challenge comp", "computer"},
		{"alice", "challenge bob raum", "raumschach"},
		{"alice", "challenge bob raumschach wh", "white"},
		{"bob", "accept ", "2 alice"},
		{"alice", "help takeb", "takeback"},
		{"alice", "help stale", "stalemate"},
		{"alice", "nonsense xyz", ""},
		{"alice", "   ", ""},
	} {
		r := say(c.name, c.text)
		if c.name == "eve" {
			r.Room = bot.RoomID{}
		}
		got, err := s.Complete(t.Context(), r)
		if c.text == "   " { // any command can begin a line
			if err != nil || len(got) < 50 || !slices.Contains(got, "games") || !slices.Contains(got, "ac2") {
				t.Errorf("at the beginning: %v, %v", got, err)
			}
			continue
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s, %q: %v, want %s, %v", c.name, c.text, got, c.want, err)
		}
	}
}
