package service_test

import (
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestAgainst names games by the opponent in them: across platforms, by a mention, among namesakes, behind many others, by people who do not play in them,
// and where nobody has addressed the bot.
func TestAgainst(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	ask := func(who, text string, change func(*bot.Request)) bot.Reply {
		name, platform, elsewhere := strings.Cut(who, "/")
		if !elsewhere {
			platform = "console"
		}
		r := bot.Request{From: bot.User{UserID: bot.UserID{Platform: bot.Platform(platform), ID: who}, Name: name}, Text: text}
		if change != nil {
			change(&r)
		}
		return s.Respond(t.Context(), r)
	}
	for _, line := range [][2]string{
		{"alice", "hi"}, {"bob", "hi"}, {"dora", "hi"}, {"carl/matrix", "hi"}, {"bob/matrix", "hi"},
		{"alice", "challenge bob raumschach white private"}, {"bob", "accept 1"},
		{"alice", "challenge carl raumschach white"}, {"carl/matrix", "accept 2"},
		{"bob/matrix", "challenge alice raumschach black"}, {"alice", "accept 3"},
		{"dora", "challenge alice raumschach black"}, {"alice", "accept 4"}, {"dora", "resign 4 confirm"},
	} {
		if reply := ask(line[0], line[1], nil); reply.Outcome == bot.Refused {
			t.Fatalf("%s: %s: %v", line[0], line[1], reply.Answer)
		}
	}
	for n := 5; n < 35; n++ { // games that are newer than the one against dora, more than a list has
		ask("alice", "challenge computer raumschach level 1 white", nil)
		ask("alice", fmt.Sprintf("resign %d confirm", n), nil)
	}
	mention := func(r *bot.Request) {
		r.Text = "resign against @somebody"
		r.Mentions = map[string]bot.User{"@somebody": {UserID: bot.UserID{Platform: "matrix", ID: "carl/matrix"}, Name: "Carl the Great"}}
	}
	for _, c := range []struct {
		who, text string
		change    func(*bot.Request)
		want      string
	}{
		{"alice", "resign against carl", nil, "Do you want to resign game 2,"},
		{"alice", "resign against CARL", nil, "Do you want to resign game 2,"},
		{"alice", "", mention, "Do you want to resign game 2,"},
		{"carl/matrix", "resign against alice", nil, "Do you want to resign game 2,"},
		{"alice", "resign against bob", nil, "Which game do you mean?"}, // there are two people of that name
		{"bob", "resign against alice", nil, "Do you want to resign game 1,"},
		{"dora", "resign against alice", nil, "You have no ongoing game against “alice”."},
		{"dora", "board against bob", nil, "You have no game against “bob”."}, // it is of others, and private
		{"alice", "game against dora", nil, "Game 4, Raumschach,"},
		{"alice", "resign against him", nil, "Which game do you mean?"},
		{"eve", "game against alice", nil, "You have no game against “alice”."},
	} {
		got := ask(c.who, c.text, c.change).Answer
		if len(got) != 1 || !strings.HasPrefix(got[0].Text, c.want) {
			t.Errorf("%s: %q is answered with %v, want %s", c.who, c.text, got, c.want)
		}
	}
	overhear := func(r *bot.Request) { r.Room, r.Overheard = bot.RoomID{Platform: "console", ID: "den"}, true }
	for _, text := range []string{"move against nobody aa2-aa3", "resign against carl"} {
		if reply := ask("alice", text, overhear); reply.Outcome != bot.Ignored || len(reply.Answer) > 0 {
			t.Errorf("%q, overheard, is answered with %v", text, reply.Answer)
		}
	}
}
