package service_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"raumbot/bot"
)

// sayAs carries out a text from an account of example.org, under the name and handle that it shows,
// and returns what the bot says. Olga is an organiser.
func (s *stage) sayAs(id, name, text string) string {
	handle := "@" + id + ":example.org"
	s.said = nil
	s.events++
	s.last = bot.Request{Event: bot.EventID(fmt.Sprint("account-", s.events)), From: bot.User{UserID: bot.UserID{Platform: "matrix", ID: handle}, Name: name, Handle: handle},
		Room: bot.RoomID{Platform: "matrix", ID: "lobby"}, Text: text, Organiser: id == "olga"}
	s.request()
	return strings.Join(s.said, "\n")
}

// TestImpersonation has mallory take alice's name: an invitation shows the handle of its author,
// and a suggested person is chosen by identity.
func TestImpersonation(t *testing.T) {
	s := newStage(t, "")
	as := s.sayAs
	as("bob", "Bob", "help")
	as("alice", "Alice", "challenge Bob raumschach white")
	as("bob", "Bob", "accept 1")
	as("mallory", "Alice", "challenge Bob octhex146 white")
	as("bob", "Bob", "accept 2")
	for id, said := range map[string]string{
		"alice":   as("alice", "Alice", "challenge Bob gutenschach white"),
		"mallory": as("mallory", "Alice", "challenge Bob gutenschach white"),
	} {
		if !strings.Contains(said, "Alice (@"+id+":example.org) challenges Bob") {
			t.Errorf("the invitation of %s: %s", id, said)
		}
	}
	as("bob", "Bob", "help")
	all, err := s.suggest("challenge", "name", "al")
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	for i, id := range []string{"alice", "mallory"} {
		if all[i].Label != "Alice (@"+id+":example.org), matrix" || all[i].Value != "matrix:@"+id+":example.org" {
			t.Errorf("suggested: %+v", all[i])
		}
	}
	if said := as("bob", "Bob", "challenge Alice blocschach"); !strings.Contains(said, "Several people are called") {
		t.Errorf("a name of two: %s", said)
	}
	as("bob", "Bob", "challenge matrix:@alice:example.org blocschach white")
	if said := as("alice", "Alice", "accept 5"); !strings.Contains(said, "Game 5 begins") {
		t.Errorf("who was chosen cannot accept: %s", said)
	}
}

// TestNamesakes has mallory take alice's name after she has played: games, tables and refusals that
// others see must tell the two apart.
func TestNamesakes(t *testing.T) {
	s := newStage(t, "")
	as := s.sayAs
	as("bob", "Bob", "help")
	as("alice", "Alice", "prefer theme dark")
	as("mallory", "Alice", "challenge Bob octhex146 white") // 1
	as("bob", "Bob", "accept 1")
	as("alice", "Alice", "challenge Bob octhex146 white") // 2
	as("bob", "Bob", "accept 2")
	as("olga", "Olga", "create roundrobin raumschach")
	as("olga", "Olga", "tournament 1 open")
	as("alice", "Alice", "join 1")
	as("mallory", "Alice", "join 1")
	as("bob", "Bob", "join 1")
	as("olga", "Olga", "tournament 1 start")
	const alice, mallory = "Alice (@alice:example.org)", "Alice (@mallory:example.org)"
	for _, text := range []string{"games room", "games all", "standings 1", "crosstable 1 text", "pairings 1", "tournament 1", "challenge Alice raumschach", "games"} {
		if said := as("bob", "Bob", text); !strings.Contains(said, alice) || !strings.Contains(said, mallory) {
			t.Errorf("%s: %s", text, said)
		}
	}
	for _, text := range []string{"game 1", "board 1", "log 1", "export 1", "draw 1", "resign 1 confirm", "move 1 a1", "profile matrix:@mallory:example.org", "block matrix:@mallory:example.org", "block", "challenge matrix:@mallory:example.org raumschach"} {
		said := as("bob", "Bob", text)
		if !strings.Contains(said, mallory) || strings.Contains(said, alice) {
			t.Errorf("%s: %s", text, said)
		}
		if strings.Contains(said, "`unblock Alice") || strings.Contains(said, "`challenge Alice") {
			t.Errorf("%s gives a command that fits both: %s", text, said)
		}
	}
	if said := as("carol", "Carol", "draw 1"); !strings.Contains(said, mallory) && !strings.Contains(said, "is over") {
		t.Errorf("a refusal: %s", said)
	}
	if said := as("olga", "Olga", "expel 1 matrix:@mallory:example.org confirm"); !strings.Contains(said, mallory) {
		t.Errorf("expelled: %s", said)
	}
}

// TestLookalikes has mallory take names that look like alice's, after she has played: from then on
// both are shown with their handles, in earlier games too.
func TestLookalikes(t *testing.T) {
	for _, name := range []string{
		"Alice", "\u0410lice", "Al\u0456ce", "AIice", "\uff21lice", "A\u0301lice", "Al\u200bice", "\u202eAlice", "\U0001d400lice", "Alice (@alice:example.org)", "Alice\uff08@alice:example.org\uff09",
	} {
		s := newStage(t, "")
		as := s.sayAs
		as("bob", "Bob", "help")
		as("alice", "Alice", "challenge Bob octhex146 white") // 1
		as("bob", "Bob", "accept 1")
		as("alice", "Alice", "challenge Bob raumschach") // 2
		as("olga", "Olga", "create roundrobin raumschach everywhere")
		as("olga", "Olga", "tournament 1 open")
		as("alice", "Alice", "join 1")
		as("bob", "Bob", "join 1")
		before := as("bob", "Bob", "game 1")
		as("mallory", name, "challenge Bob octhex146 white") // 3
		as("bob", "Bob", "accept 3")
		as("mallory", name, "join 1")
		const alice, mallory = "Alice (@alice:example.org)", " (@mallory:example.org)"
		if strings.Contains(before, alice) {
			t.Fatalf("%+q: a name that is hers alone: %s", name, before)
		}
		for _, text := range []string{"game 1", "log 1", "export 1", "draw 1", "move 1 a1", "decline 2"} {
			if said := as("bob", "Bob", text); !strings.Contains(said, alice) {
				t.Errorf("%+q: %s: %s", name, text, said)
			}
		}
		for _, text := range []string{"game 3", "log 3", "export 3", "draw 3", "move 3 a1", "profile matrix:@mallory:example.org"} {
			if said := as("bob", "Bob", text); !strings.Contains(said, mallory) {
				t.Errorf("%+q: %s: %s", name, text, said)
			}
		}
		for _, text := range []string{"games", "games all", "tournament 1"} {
			if said := as("bob", "Bob", text); !strings.Contains(said, alice) || !strings.Contains(said, mallory) {
				t.Errorf("%+q: %s: %s", name, text, said)
			}
		}
	}
}

// TestPoses has people take the names that the bot uses for the computer and for forgotten users.
func TestPoses(t *testing.T) {
	for _, name := range []string{"Computer, level 8", "\u0421omputer, level 8", "someone", "Some\u043ene"} {
		s := newStage(t, "")
		from := bot.User{UserID: bot.UserID{Platform: "matrix", ID: "@mallory:example.org"}, Name: name, Handle: "@mallory:example.org"}
		s.last = bot.Request{Event: "seek", From: from, Room: bot.RoomID{Platform: "matrix", ID: "lobby"}, Text: "seek raumschach white"}
		s.request()
		s.said = nil
		s.say("bob/matrix: accept 1")
		if said := strings.Join(s.said, "\n"); !strings.Contains(said, name+" (@mallory:example.org)") {
			t.Errorf("%s", said)
		}
	}
}

// TestLookalikesOfOldRecords starts the bot on records in which nobody has compared the names, and
// has nobody speak: the names that look like others' are shown with handles nevertheless, in games,
// challenges and tournaments, and are not compared again.
func TestLookalikesOfOldRecords(t *testing.T) {
	s := newStage(t, "")
	as := s.sayAs
	as("bob", "Bob", "help")
	as("alice", "Alice", "challenge Bob octhex146 white") // 1
	as("bob", "Bob", "accept 1")
	as("olga", "Olga", "create roundrobin raumschach everywhere")
	as("olga", "Olga", "tournament 1 open")
	as("alice", "Alice", "join 1")
	as("mallory", "Mallory", "challenge Bob octhex146 white") // 2
	as("bob", "Bob", "accept 2")
	as("mallory", "Mallory", "seek raumschach white") // 3
	as("mallory", "Mallory", "join 1")
	const alike = "\u0410lice"
	rename := func(u *bot.User) {
		if u.Name == "Mallory" {
			u.Name = alike
		}
	}
	if err := s.store.Update(t.Context(), func(tx bot.Tx) error {
		p, err := tx.PlayerOf(bot.UserID{Platform: "matrix", ID: "@mallory:example.org"})
		if err != nil {
			return err
		}
		p.Name = alike
		rename(&p.Users[0])
		g, err := tx.Game(2)
		if err != nil {
			return err
		}
		rename(&g.Seats[0].User)
		rename(&g.Seats[1].User)
		ch, err := tx.Challenge(3)
		if err != nil {
			return err
		}
		rename(&ch.From.User)
		tour, err := tx.Tournament(1)
		if err != nil {
			return err
		}
		for i := range tour.Entrants {
			rename(&tour.Entrants[i].User)
		}
		return errors.Join(tx.PutPlayer(p), tx.PutGame(g), tx.PutChallenge(ch), tx.PutTournament(tour))
	}); err != nil {
		t.Fatal(err)
	}
	const alice, mallory = "Alice (@alice:example.org)", alike + " (@mallory:example.org)"
	shows := map[string][]string{"game 1": {alice}, "game 2": {mallory}, "games all": {alice, mallory}, "tournament 1": {alice, mallory}, "accept": {mallory}}
	for text, handles := range shows {
		if said := as("bob", "Bob", text); strings.Contains(said, handles[0]) {
			t.Fatalf("%s: marked already: %s", text, said)
		}
	}
	run := func(until func() bool) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.service.Run(ctx) })
		defer running.Wait()
		defer stop()
		soon(t, "the names are compared", until)
	}
	compared := func() bool {
		rules, err := s.service.Recall(t.Context(), "raumbot", "alike")
		return err == nil && len(rules) > 0
	}
	run(compared)
	for text, handles := range shows {
		said := as("bob", "Bob", text)
		for _, handle := range handles {
			if !strings.Contains(said, handle) {
				t.Errorf("%s: no %s: %s", text, handle, said)
			}
		}
	}
	if said := as("bob", "Bob", "game 1"); strings.Contains(said, "Bob (@") {
		t.Errorf("a name that is his alone: %s", said)
	}
}
