package service_test

import (
	"context"
	"testing"

	"raumbot/bot"
)

// TestWatch checks that a watcher receives every game that changes and no other, and that one that
// does not receive blocks nobody.
func TestWatch(t *testing.T) {
	s := newStage(t, "")
	ctx, cancel := context.WithCancel(context.Background())
	heard, deaf := s.service.Watch(ctx), s.service.Watch(ctx)
	next := func() bot.GameID { return <-heard }
	s.say("alice@lobby: challenge bob raumschach white")
	s.say("bob@lobby: accept 1")
	for len(heard) > 0 {
		if id := next(); id != 1 {
			t.Errorf("game %d is heard", id)
		}
	}
	for _, line := range []string{"alice@lobby: move 1 ab2-ab3", "alice@lobby: draw 1"} {
		if s.say(line); next() != 1 {
			t.Errorf("%s: another game is heard", line)
		}
	}
	for _, line := range []string{"bob@lobby: move 1 zz9-zz8", "bob@lobby: games", "alice@lobby: move 1 ab3-ab4"} {
		if s.say(line); len(heard) > 0 {
			t.Errorf("%s: game %d is heard", line, next())
		}
	}
	s.say("alice@lobby: study raumschach")
	for range 150 { // more than the channel holds
		for _, line := range []string{"alice@lobby: move 2 ab2-ab3", "alice@lobby: takeback 2"} {
			for s.say(line); next() != 2; {
			}
		}
	}
	last := bot.GameID(2)
	for len(deaf) > 0 {
		last = <-deaf
	}
	if last != 0 {
		t.Errorf("whoever does not listen is told of %d, and not that there was more", last)
	}
	for len(heard) > 0 {
		next()
	}
	cancel()
	for id := range heard { // until it is closed
		t.Errorf("game %d is heard at the end", id)
	}
}
