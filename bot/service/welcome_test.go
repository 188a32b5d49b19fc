package service_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestCrowdedInbox checks the limit of challenges that can wait for one player.
func TestCrowdedInbox(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	for n := 0; ; n++ {
		_, err := svc.Handle(t.Context(), saying(fmt.Sprintf("from%c%c", 'a'+n/26, 'a'+n%26), "challenge bob raumschach"))
		if err == nil && n < 100 {
			continue
		}
		var p *bot.Problem
		if n != 50 || !errors.As(err, &p) || !strings.Contains(p.Error(), "bob is not accepting challenges") {
			t.Errorf("after %d challenges: %v", n, err)
		}
		break
	}
	// Blocking one of them makes room for another.
	for _, r := range []bot.Request{saying("bob", "block fromaa"), saying("zoe", "challenge bob raumschach")} {
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Errorf("%s: %v", r.Text, err)
		}
	}
}

// TestMostGames gives a player as many games as a player may have.
func TestMostGames(t *testing.T) {
	store := storage.Memory()
	svc := service.New(service.Ports{Store: store})
	say := func(who, text string) string {
		t.Helper()
		_, err := svc.Handle(t.Context(), saying(who, text))
		if err != nil {
			return err.Error()
		}
		return ""
	}
	say("alice", "challenge bob raumschach white")
	say("bob", "accept")
	err := store.Update(t.Context(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		for range 499 {
			if err == nil {
				g.ID, err = tx.NextGame()
			}
			if err == nil {
				err = tx.PutGame(g)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"challenge carol raumschach": "You have 500 games, and more than that nobody has at once.",
		"seek raumschach":            "You have 500 games",
		"study raumschach":           "", // studies have a limit of their own
	} {
		if got := say("alice", text); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := say("carol", "challenge bob raumschach"); !strings.Contains(got, "bob is not accepting challenges") {
		t.Errorf("a challenge to somebody with 500 games: %q", got)
	}
}
