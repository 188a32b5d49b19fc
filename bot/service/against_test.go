package service_test

import (
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestAgainst names games by the opponent in them: across platforms, from a merged account, by a
// mention, among namesakes, behind many others, by people who do not play in them, and where nobody
// has addressed the bot. What is said of a private game is for the asker alone.
func TestAgainst(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{
		"alice: hi", "bob: hi", "dora: hi", "carl/matrix: hi", "bob/matrix: hi",
		"alice: challenge bob raumschach white private", "bob: accept 1",
		"alice: challenge carl raumschach white", "carl/matrix: accept 2",
		"bob/matrix: challenge alice raumschach black", "alice: accept 3",
		"dora: challenge alice raumschach black", "alice: accept 4", "dora: resign 4 confirm",
	} {
		s.say(line)
	}
	for _, line := range []string{"dora: link", "dina/matrix@: link 22222-22222", "dina/matrix@: link 22222-22222 confirm"} {
		s.say(line)
	}
	if err := s.direct("wait 2d"); err != nil {
		t.Fatal(err)
	}
	for n := 5; n < 35; n++ { // games that are newer than the one against dora, more than a list has
		s.said = nil
		s.say("alice: challenge computer raumschach level 1 white")
		s.say(fmt.Sprintf("alice: resign %d confirm", n))
		if said := strings.Join(s.said, "\n"); !strings.Contains(said, fmt.Sprintf("Game %d: alice resigns.", n)) {
			t.Fatalf("game %d is not played: %s", n, said)
		}
	}
	var last bot.RenderedMessage
	s.heard = func(m bot.RenderedMessage) { last = m }
	for _, c := range []struct {
		line     string
		personal bool
		want     string
	}{
		{"alice: resign against carl", false, "bot ~> alice: Do you want to resign game 2,"},
		{"alice: resign against CARL", false, "bot ~> alice: Do you want to resign game 2,"},
		{"carl/matrix: resign against alice", false, "bot/matrix ~> carl: Do you want to resign game 2,"},
		{"alice: resign against bob", true, "bot ~> alice: Which game do you mean?"}, // there are two people of that name
		{"bob: resign against alice", true, "bot ~> bob: Do you want to resign game 1,"},
		{"dora: resign against alice", false, "bot ~> dora: You have no ongoing game against “alice”."},
		{"dora: board against bob", false, "bot ~> dora: You have no game against “bob”."}, // it is of others, and private
		{"alice: game against dora", true, "bot ~> alice: Game 4, Raumschach,"},
		{"alice: resign against him", false, "bot ~> alice: Which game do you mean?"},
		{"dina/matrix: game against alice", true, "bot/matrix ~> dina: Game 4, Raumschach,"}, // she is dora
		{"eve: game against alice", false, "bot ~> eve: You have no game against “alice”."},
	} {
		s.said = nil
		s.say(c.line)
		if len(s.said) != 1 || !strings.HasPrefix(s.said[0], c.want) || last.Personal != c.personal {
			t.Errorf("%s is answered with %q, personal %t, want %s, %t", c.line, s.said, last.Personal, c.want, c.personal)
		}
	}
	s.said, s.last.Text = nil, "resign against @somebody"
	s.last.From = bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
	s.last.Mentions = map[string]bot.User{"@somebody": {UserID: bot.UserID{Platform: "matrix", ID: "carl"}, Name: "Carl the Great"}}
	s.request()
	if len(s.said) != 1 || !strings.HasPrefix(s.said[0], "bot ~> alice: Do you want to resign game 2,") {
		t.Errorf("a mention is answered with %q", s.said)
	}
	for _, text := range []string{"move against nobody aa2-aa3", "resign against carl"} {
		overheard := saying("alice", text)
		overheard.Room.ID, overheard.Overheard = "den", true
		if reply := s.service.Respond(t.Context(), overheard); reply.Outcome != bot.Ignored || len(reply.Answer) > 0 {
			t.Errorf("%q, overheard, is answered with %v", text, reply.Answer)
		}
	}
}
