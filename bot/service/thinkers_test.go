package service

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/puzzle"
	"raumbot/storage"
)

// TestThinkersAreFair checks that lines take turns, however many jobs each has waiting.
func TestThinkersAreFair(t *testing.T) {
	pool := newThinkers(1)
	den, inn := bot.RoomID{Platform: "console", ID: "den"}, bot.RoomID{Platform: "console", ID: "inn"}
	var order []int
	add := func(whose any, n int) {
		pool.add(whose, func(context.Context) { order = append(order, n) })
	}
	add(den, 1)
	add(den, 2)
	add(den, 3)
	add(inn, 4)
	add(bot.UserID{Platform: "console", ID: "bob"}, 5)
	if err := pool.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 4, 5, 2, 3}; !slices.Equal(order, want) {
		t.Errorf("done in the order %v, not %v", order, want)
	}
}

// TestComputerAgain asks for the computer's move again while the game waits, and while it is being searched.
func TestComputerAgain(t *testing.T) {
	s := New(Ports{Store: nil, Workers: 1})
	s.computers.ask(1, "den")
	s.computers.ask(1, "inn") // it waits already
	if n := len(s.thinkers.lines); n != 1 {
		t.Fatalf("one game waits in %d lines", n)
	}
	s.thinkers.lines = nil
	s.computers.begin(1)
	s.computers.ask(1, "den")
	if len(s.thinkers.lines) != 0 {
		t.Error("one game is thought about twice at once")
	}
	s.computers.finish(1)
	if len(s.thinkers.lines) != 1 || s.computers.games[1] == nil {
		t.Error("a game that was asked for meanwhile is not thought about again")
	}
	s.computers.begin(1)
	s.computers.finish(1)
	if len(s.computers.games) != 0 {
		t.Errorf("%d games are left", len(s.computers.games))
	}
}

// TestComputerPauses checks that a game in which the computer always fails costs less and less, until it succeeds.
func TestComputerPauses(t *testing.T) {
	c := New(Ports{Store: nil, Workers: 1}).computers
	for _, want := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second} {
		if pause := c.pause(1); pause != want {
			t.Errorf("the pause is %s, not %s", pause, want)
		}
	}
	if pause := c.pause(2); pause != engineRetry {
		t.Errorf("another game pauses for %s", pause)
	}
	for range 20 {
		c.pause(1)
	}
	if pause := c.pause(1); pause != longestRetry {
		t.Errorf("the longest pause is %s", pause)
	}
	c.forgive(1)
	if pause := c.pause(1); pause != engineRetry {
		t.Errorf("after a success the pause is %s", pause)
	}
}

// TestEngineOutOfTime asks an engine that is always out of time: that is what people are told, and an answer to a puzzle that may be as good as
// the solution does not count before that is known.
func TestEngineOutOfTime(t *testing.T) {
	s := New(Ports{Store: storage.Memory(), Advice: 1})
	mustHandle(t, s, "study raumschach")
	ask := func(text string) string {
		alice := bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
		reply, err := s.Handle(t.Context(), bot.Request{From: alice, Text: text})
		if err != nil {
			return err.Error()
		}
		return reply.Answer[0].Text
	}
	for _, text := range []string{"hint", "evaluate"} {
		if said := ask(text); said != "The engine ran out of time. Try again in a minute." {
			t.Errorf("%s: %s", text, said)
		}
	}
	mustHandle(t, s, "puzzle blocschach")
	var id string
	err := s.store.View(t.Context(), func(tx bot.Tx) error {
		p, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: "alice"})
		id = p.Puzzles.Current
		return err
	})
	open, ok := puzzle.Find(id)
	if err != nil || !ok {
		t.Fatal(id, err)
	}
	position, err := open.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range position.Legal() {
		if text := position.Text(m); text != open.Line[0] {
			if said := ask("puzzle " + text); said != "The engine ran out of time. Try again in a minute." {
				t.Errorf("an answer that may be as good: %s", said)
			}
			if err := s.store.View(t.Context(), func(tx bot.Tx) error {
				p, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: "alice"})
				if p.Puzzles.Missed || p.Puzzles.Failed > 0 {
					t.Error("it counts as wrong")
				}
				return err
			}); err != nil {
				t.Error(err)
			}
			return
		}
	}
}

// TestHintsWaitInLine asks for hints while all workers are busy: users wait in line, may give up, and are
// refused if too many wait.
func TestHintsWaitInLine(t *testing.T) {
	pool := newThinkers(1)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		pool.run(ctx)
		close(stopped)
	}()
	release, began := make(chan struct{}), make(chan struct{})
	pool.add("den", func(context.Context) {
		close(began)
		<-release
	})
	<-began
	hurried, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		gaveUp <- pool.think(hurried, "inn", func(context.Context) { t.Error("thought after giving up") })
	}()
	for waiting := 0; waiting == 0; time.Sleep(time.Millisecond) {
		pool.mu.Lock()
		waiting = pool.asking
		pool.mu.Unlock()
	}
	cancel()
	if err := <-gaveUp; !errors.Is(err, context.Canceled) {
		t.Errorf("giving up: %v", err)
	}
	answers := make(chan error, maxAsking)
	for range maxAsking {
		go func() { answers <- pool.think(t.Context(), "inn", func(context.Context) {}) }()
	}
	for waiting := 0; waiting < maxAsking; time.Sleep(time.Millisecond) {
		pool.mu.Lock()
		waiting = pool.asking
		pool.mu.Unlock()
	}
	if err := pool.think(t.Context(), "bar", func(context.Context) {}); !errors.Is(err, errManyAsking) {
		t.Errorf("one more than may wait: %v", err)
	}
	close(release)
	for range maxAsking {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	if err := pool.think(t.Context(), "bar", func(searching context.Context) {
		stop()
		<-searching.Done() // stopping the pool ends the search
	}); err != nil {
		t.Error(err)
	}
	<-stopped
	if !pool.idle() {
		t.Error("a place is still taken")
	}
}
