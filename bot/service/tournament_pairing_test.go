package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestPairingIsShown asks about a Swiss tournament while its rounds are being paired.
func TestPairingIsShown(t *testing.T) {
	e := newEvent(t, 1, 4, "swiss raumschach 1d")
	said := func(who, text string) string {
		r := saying(who, text)
		r.Organiser = who == "boss"
		e.events++
		r.Event = bot.EventID(fmt.Sprint(e.events))
		reply, err := e.service.Handle(context.Background(), r)
		if err != nil {
			return err.Error()
		}
		var all []string
		for _, m := range reply.Answer {
			all = append(all, m.Text)
		}
		return strings.Join(all, "\n")
	}
	expect := func(who, text, want string) {
		t.Helper()
		if got := said(who, text); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	said("boss", "tournament 1 start")
	expect("p01", "tournament 1", "is about to begin, and the first round is being paired.")
	expect("p01", "pairings 1", "is being paired: there are no games to show")
	if err := e.service.PairRounds(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect("p01", "standings 1", "in round 1 of 3.")
	for _, g := range e.open() {
		white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
		said(white, fmt.Sprintf("move %d ab2-ab3", g.ID))
		said(black, fmt.Sprintf("move %d eb4-eb3", g.ID))
		said(white, fmt.Sprintf("resign %d confirm", g.ID))
	}
	expect("p01", "standings 1", "in round 1 of 3, and the next round is being paired.")
	expect("p01", "pairings 1 2", "Round 2 of tournament 1, Swiss system of Raumschach is being paired.")
	if err := e.service.PairRounds(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect("p01", "standings 1", "in round 2 of 3.")
	expect("p01", "pairings 1 2", "Round 2 of 3 of tournament 1")
}
