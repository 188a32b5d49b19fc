package service_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// ofTheMove reports whether a statement belongs to what somebody does, and not to what a process does now and then.
func ofTheMove(sql string) bool {
	return !strings.Contains(sql, "lease")
}

// TestCutsInAMove plays a game whose white moves are made by a service whose connection is cut at each statement of a move in turn, from reading it to the message
// that was delivered: once before the statement reaches the server, and once after it. The black moves are made by another service. Nobody
// learns of it: each move is made once, each message delivered once, and all is as without.
func TestCutsInAMove(t *testing.T) {
	url := storagetest.Postgres(t)
	proxy := storagetest.NewProxy(t, url)
	to := newPost()
	white := startProcess(t, proxy.URL, "white", to)
	soon(t, "white delivers", func() bool {
		held, err := white.store.Leases().Held(t.Context())
		return err == nil && slices.ContainsFunc(held, func(h bot.Holding) bool { return h.Task == "courier/console" && h.Mine })
	})
	black := startProcess(t, url, "black", to)
	calmTo := newPost()
	calm := service.New(service.Ports{Store: storage.Memory()})
	if err := calm.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	say := func(s *service.Service, who, text string) {
		t.Helper()
		for _, each := range []*service.Service{s, calm} {
			if _, err := each.Handle(t.Context(), saying(who, text)); err != nil {
				t.Fatalf("%s: %s: %v", who, text, err)
			}
		}
		if err := calm.Deliver(t.Context(), courier{calmTo, "calm"}); err != nil {
			t.Fatal(err)
		}
		soon(t, "everything is delivered", func() bool {
			to.mu.Lock()
			defer to.mu.Unlock()
			return len(to.texts) >= len(calmTo.texts)
		})
		soon(t, "everything that was delivered is taken out", func() bool { return waiting(t, white.store) == 0 })
	}
	say(white.service, "alice", "challenge bob raumschach white")
	say(black.service, "bob", "accept 1")
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	position, random, moves := v.Start(), rand.New(rand.NewPCG(3, 3)), []string{}
	move := func(p *process) {
		t.Helper()
		legal := position.Legal()
		if len(legal) == 0 {
			t.Fatal("the game has ended")
		}
		m := legal[random.IntN(len(legal))]
		moves = append(moves, position.Text(m))
		say(p.service, []string{"alice", "bob"}[(len(moves)-1)%2], "move "+position.Text(m))
		if position, err = position.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, how := range []storagetest.Cut{storagetest.Undelivered, storagetest.Unanswered} {
		var at []string
		for n := 1; ; n++ {
			proxy.Arm(n, how, ofTheMove)
			move(white)
			sql, cut := proxy.Disarm()
			move(black)
			if !cut {
				break
			}
			at = append(at, strings.Join(strings.Fields(sql)[:min(3, len(strings.Fields(sql)))], " "))
		}
		t.Logf("%s: cut at %d statements: %q", how, len(at), at)
		if len(at) < 7 { // two transactions, and their ends
			t.Errorf("a move has only %d statements", len(at))
		}
	}
	err = black.store.View(t.Context(), func(tx bot.Tx) error {
		entries, err := tx.Log(1)
		var made []string
		for _, e := range entries {
			if e.What == bot.Moved {
				made = append(made, e.Move)
			}
		}
		if !slices.Equal(made, moves) {
			t.Errorf("kept are %q, made were %q", made, moves)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for id, by := range to.heard {
		if len(by) != 1 {
			t.Errorf("message %d was delivered by %v", id, by)
		}
	}
	if !slices.Equal(to.texts, calmTo.texts) {
		t.Errorf("said is\n%s\nwithout cuts\n%s", strings.Join(to.texts, "\n"), strings.Join(calmTo.texts, "\n"))
	}
	check(t, black.store)
}

// waiting returns how many messages wait to be delivered.
func waiting(t *testing.T, store *storage.Store) (depth int) {
	t.Helper()
	err := store.View(context.Background(), func(tx bot.Tx) (err error) {
		depth, err = tx.Depth("console")
		return err
	})
	if err != nil {
		t.Fatal(fmt.Errorf("the outbox: %w", err))
	}
	return depth
}
