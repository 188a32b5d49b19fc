package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestTournamentPages follows the pages of a long list of tournaments to the end: each is listed
// once.
func TestTournamentPages(t *testing.T) {
	e := newEvent(t, 1, 0, "swiss raumschach")
	for n := 2; n <= 60; n++ { // an organiser can have at most 20
		who := fmt.Sprintf("boss%d", n/19)
		for _, text := range []string{"create ladder raumschach 1d", fmt.Sprintf("tournament %d open", n)} {
			r := saying(who, text)
			r.Organiser, r.Event = true, bot.EventID(who+text+fmt.Sprint(n))
			if _, err := e.service.Handle(context.Background(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, n := range []int{1, 30, 60} {
		r := saying("boss", fmt.Sprintf("tournament %d cancel confirm", n))
		r.Organiser, r.Event = true, bot.EventID(fmt.Sprint("cancel", n))
		if _, err := e.service.Handle(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]int{}
	next, pages := "tournaments", 0
	for next != "" {
		r := saying("ann", next)
		m := e.answer(r)
		next = ""
		pages++
		for _, line := range strings.Split(m.Text, "\n") {
			if number, _, ok := strings.Cut(line, ". "); ok && !strings.HasPrefix(line, "…") {
				seen[number]++
			}
		}
		for _, b := range m.Buttons {
			if strings.HasPrefix(b.Command, "tournaments") {
				next = b.Command
			}
		}
	}
	if pages != 3 || len(seen) != 57 {
		t.Errorf("%d pages name %d tournaments", pages, len(seen))
	}
	for number, n := range seen {
		if n != 1 {
			t.Errorf("tournament %s is named %d times", number, n)
		}
	}
	for _, text := range []string{"tournaments page 4", "tournaments over page 2"} {
		if _, err := e.service.Handle(context.Background(), saying("ann", text)); err == nil || !strings.Contains(err.Error(), "`tournaments") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestTournamentOfTheRoom finds the only tournament of a room, ongoing and over, among many newer
// ones elsewhere.
func TestTournamentOfTheRoom(t *testing.T) {
	e := newEvent(t, 1, 0, "swiss raumschach")
	organise := func(text string, n int) {
		r := saying(fmt.Sprint("boss", n/19), text)
		r.Organiser, r.Event, r.Room.ID = true, bot.EventID(fmt.Sprint(text, n)), "attic"
		if _, err := e.service.Handle(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	for n := 2; n <= 40; n++ {
		organise("create ladder raumschach 1d", n)
		organise(fmt.Sprintf("tournament %d open", n), n)
	}
	if m := e.answer(saying("ann", "tournament")); !strings.HasPrefix(m.Text, "Tournament 1, ") {
		t.Errorf("going on: %s", m.Text)
	}
	r := saying("boss", "tournament 1 cancel confirm")
	r.Organiser, r.Event = true, "cancel"
	if _, err := e.service.Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= 40; n++ {
		organise(fmt.Sprintf("tournament %d cancel confirm", n), n)
	}
	if m := e.answer(saying("ann", "tournament")); !strings.HasPrefix(m.Text, "Tournament 1, ") {
		t.Errorf("over: %s", m.Text)
	}
}
