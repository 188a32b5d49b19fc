//go:build unix

package main

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// TestSeveralConsoles plays a game whose moves are made in three processes by turns, while they are killed and started again, and one is
// suspended for longer than its leases: each move that was answered is in the log once, and nobody waits for the one that is suspended.
func TestSeveralConsoles(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for leases of processes that are gone")
	}
	url := storagetest.Postgres(t)
	said := make(chan string, 1000) // by any of them: what one has caused may be delivered by another
	start := func() *consoleProcess {
		p := startConsole(t, url, "RAUMBOT_SHARE_DATABASE=true")
		go func() {
			for line := range p.lines {
				said <- line
			}
		}()
		return p
	}
	hear := func(texts ...string) (heard string) {
		t.Helper()
		for limit := time.After(hangs); ; {
			select {
			case line := <-said:
				heard += line + "\n"
				all := true
				for _, text := range texts {
					all = all && strings.Contains(line, text)
				}
				if all {
					return heard
				}
			case <-limit:
				t.Fatalf("%q is not in what was said:\n%s", texts, heard)
			}
		}
	}
	all := []*consoleProcess{start(), start(), start()}
	all[0].say("ada: challenge ben raumschach white\n")
	hear("challenges ben")
	all[1].say("ben: accept\n")
	hear("Game 1 begins")
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	game := rules.NewGame(v)
	var moves []string
	move := func(p *consoleProcess) {
		t.Helper()
		legal := game.Position().Legal()
		m := legal[len(moves)*7%len(legal)]
		text := game.Position().Text(m)
		who := []string{"ada", "ben"}[len(moves)%2]
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, text)
		p.say(fmt.Sprintf("%s: move %s\n", who, text))
		hear(who+" plays", text[len(text)-3:]) // a capture is written in another way
	}
	for n := range 2 {
		for i := range 6 {
			move(all[(n+i)%3])
		}
		gone := n % 3
		if err := all[gone].cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		move(all[(gone+1)%3]) // delivering what it has caused may wait for the lease of the one that was killed
		move(all[(gone+1)%3])
		all[gone] = start()
	}

	signal := func(s syscall.Signal) {
		t.Helper()
		if err := all[0].cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	defer all[0].cmd.Process.Signal(syscall.SIGCONT) // or it could not end
	for begun := time.Now(); time.Since(begun) < 20*time.Second; time.Sleep(2 * time.Second) {
		move(all[1])
		move(all[2])
	}
	signal(syscall.SIGCONT)
	move(all[0])
	move(all[1])
	store, err := storage.ConnectAsIs(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.View(t.Context(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		if g.Moves != len(moves) {
			t.Errorf("%d moves are kept, not %d", g.Moves, len(moves))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if faults, err := store.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}
