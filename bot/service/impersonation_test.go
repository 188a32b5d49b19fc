package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestImpersonation lets mallory take the name of alice: an invitation says whose it is by the handle, and who is
// suggested is chosen by identity.
func TestImpersonation(t *testing.T) {
	s := newStage(t, "")
	as := func(id, name, text string) string {
		s.said = nil
		s.last = bot.Request{From: bot.User{UserID: bot.UserID{Platform: "matrix", ID: "@" + id + ":example.org"}, Name: name, Handle: "@" + id + ":example.org"},
			Room: bot.RoomID{Platform: "matrix", ID: "lobby"}, Text: text}
		s.request()
		return strings.Join(s.said, "\n")
	}
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
