package service_test

import (
	"maps"
	"slices"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestAnswersForTheAskerAlone asks in a room for what only the asker may see, and for what
// everybody may.
func TestAnswersForTheAskerAlone(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	ask := func(who, room, text string) bot.RenderedReply {
		r := bot.Request{From: bot.User{UserID: bot.UserID{Platform: "console", ID: who}, Name: who}, Text: text, OpenNames: true, Organiser: room != ""}
		if room != "" {
			r.Room = bot.RoomID{Platform: "console", ID: room}
		}
		return s.Respond(t.Context(), r)
	}
	for _, words := range [][3]string{
		{"alice", "den", "challenge bob raumschach white"}, {"bob", "den", "accept 1"},
		{"alice", "", "challenge bob raumschach white private"}, {"bob", "", "accept 2"},
		{"alice", "", "challenge dora raumschach"}, {"alice", "", "block dora"},
	} {
		ask(words[0], words[1], words[2])
	}
	wanted := map[string]bool{
		"board 1": true, "moves 1": true, "game 1": true, "log": true, "pick 1": true, "views 1": true, "captured 1": true, "where 1 Queen": true,
		"board 1 here": false, "moves 1 here": false, "moves 1 Pawn here": false, "game 1 here": false, "log 1 here": false,
		"board 2 here": true, "log 2 here": true, "move 1 ab2-ab9": false, "help": false, "rules raumschach": false, "dance": false, "games room": false,
		"board 2": true, "moves 2": true, "game 2": true, "move 2 ab2-ab9": true, "log 2": true, "export 2": true,
		"profile him": true, "resign against bob": true, "help stalemate": false, "help privacy": false,
		"games": true, "notes": true, "block": true, "prefer": true, "export all": true, "challenge dora raumschach": true,
	}
	// In a fixed order, because "game 1" answers the question that `resign against bob` asks.
	for _, text := range slices.Sorted(maps.Keys(wanted)) {
		want := wanted[text]
		answers := ask("alice", "den", text).Answer
		if len(answers) == 0 {
			t.Errorf("%s is not answered", text)
		}
		for _, m := range answers {
			if got := m.Personal || m.Audience == bot.Private; got != want {
				t.Errorf("%s: personal is %v, want %v: %s", text, got, want, m.Text)
			}
		}
	}
	for _, m := range ask("alice", "hall", "moves 1").Answer { // is played elsewhere
		if !m.Personal {
			t.Error("the game of another room is shown in this one")
		}
	}
	for _, words := range [][3]string{ // a tournament of the den, a private game, and a public one that bob has taken back
		{"alice", "den", "create roundrobin raumschach room SecretCup"}, {"alice", "den", "tournament 1 open"}, {"alice", "den", "join 1"}, {"bob", "den", "join 1"}, {"alice", "den", "tournament 1 start"},
		{"alice", "den", "create ladder raumschach room SecretStairs"}, {"alice", "den", "tournament 2 open"}, {"bob", "den", "join 2"}, {"alice", "den", "join 2"}, {"alice", "den", "tournament 2 start"},
		{"alice", "", "challenge bob raumschach white public"}, {"bob", "", "accept 4"}, {"bob", "", "publish 4 off"},
		{"alice", "", "challenge bob raumschach white public"}, {"bob", "", "accept 5"},
	} {
		if reply := ask(words[0], words[1], words[2]); reply.Outcome == bot.Refused {
			t.Fatalf("%s: %v", words[2], reply.Answer)
		}
	}
	for _, c := range []struct {
		room, text string
		want       bool
	}{
		{"hall", "board 4 here", true}, {"hall", "log 4 here", true}, {"hall", "board 5 here", false},
		{"hall", "board", true}, {"hall", "move ab2-ab3", true}, {"hall", "resign", true},
		{"hall", "tournament 1", true}, {"hall", "standings 1", true}, {"hall", "tournament", true}, {"hall", "tournaments", true}, {"hall", "join 1", true}, {"hall", "tournament 1 resume", true},
		{"hall", "challenge bob", true}, {"den", "challenge bob", false}, // is bob's rung meant?
		{"den", "tournament 1", false}, {"den", "standings 1", false}, {"den", "tournaments", false}, {"den", "join 1", false}, {"den", "games room", false},
	} {
		for _, m := range ask("alice", c.room, c.text).Answer {
			if got := m.Personal || m.Audience == bot.Private; got != c.want {
				t.Errorf("%s in the %s: personal is %v: %s", c.text, c.room, got, m.Text)
			}
		}
	}
}
