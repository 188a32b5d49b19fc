package service_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/storage/storagetest"
)

// crowded is a stage on which two things happen at the same moment.
type crowded struct {
	*stage
	heard map[string]int // the messages that were delivered, and how often
}

func newCrowded(t *testing.T) *crowded {
	c := &crowded{newStage(t, storagetest.Postgres(t)), map[string]int{}}
	c.stage.heard = func(m bot.RenderedMessage) { c.heard[m.Text]++ }
	return c
}

// twice calls do twice at once, and returns the errors.
func twice(do func(n int) error) (errs [2]error) {
	var running sync.WaitGroup
	for n := range errs {
		running.Go(func() { errs[n] = do(n) })
	}
	running.Wait()
	return errs
}

// ask has somebody say a text. The answer is not delivered.
func (c *crowded) ask(event, who, text string) (bot.RenderedReply, error) {
	r := saying(who, text)
	r.Event = bot.EventID(event)
	r.Organiser = who == "olga"
	return c.service.Handle(context.Background(), r)
}

// must has somebody say a text that is accepted.
func (c *crowded) must(who, text string) {
	c.t.Helper()
	c.events++
	c.now = c.now.Add(time.Second)
	if _, err := c.ask(fmt.Sprint("must ", c.events), who, text); err != nil {
		c.t.Fatalf("%s: %s: %v", who, text, err)
	}
	c.deliver()
}

// said returns how many messages were delivered that contain a text.
func (c *crowded) said(text string) (count int) {
	for m, n := range c.heard {
		if strings.Contains(m, text) {
			count += n
		}
	}
	return count
}

// refused reports whether an error is a refusal that is the asker's own fault.
func refused(err error) bool {
	var p *bot.Problem
	return errors.As(err, &p) && p.Kind != bot.Internal
}

// TestPressedTwice has a button pressed twice at the same moment, and one press arrive twice. What
// it does is done once.
func TestPressedTwice(t *testing.T) {
	c := newCrowded(t)
	for round := range 8 {
		c.must("alice", "challenge bob raumschach white")
		var replies [2]bot.RenderedReply
		presses := round%2 == 0
		errs := twice(func(n int) (err error) {
			event := fmt.Sprintf("press %d", round)
			if presses {
				event += fmt.Sprint(" ", n)
			}
			replies[n], err = c.ask(event, "bob", fmt.Sprint("accept ", round+1))
			return err
		})
		if failed := cmp.Or(errs[0], errs[1]); presses && (!refused(failed) || errs[0] != nil && errs[1] != nil) {
			t.Errorf("pressed twice: %v, %v", errs[0], errs[1])
		}
		if !presses && (errs[0] != nil || errs[1] != nil || (replies[0].Outcome == bot.Repeated) == (replies[1].Outcome == bot.Repeated)) {
			t.Errorf("arrived twice: %v, %v, %v and %v", errs[0], errs[1], replies[0].Outcome, replies[1].Outcome)
		}
		c.deliver()
		if n := c.said(fmt.Sprintf("Game %d begins", round+1)); n != 1 {
			t.Errorf("the beginning of game %d was told %d times: %v", round+1, n, c.heard)
		}
	}
}

// TestTwoMovesAtOnce has a player make two different moves at the same moment: one is played.
func TestTwoMovesAtOnce(t *testing.T) {
	c := newCrowded(t)
	c.must("alice", "challenge bob raumschach white")
	c.must("bob", "accept 1")
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	position := v.Start()
	for ply := range 16 {
		legal := position.Legal()
		tried := [2]rules.Move{legal[0], legal[len(legal)/2]}
		errs := twice(func(n int) error {
			_, err := c.ask(fmt.Sprint("move ", ply, n), []string{"alice", "bob"}[ply%2], "move "+position.Text(tried[n]))
			return err
		})
		made := 0
		switch {
		case errs[0] == nil && refused(errs[1]):
		case refused(errs[0]) && errs[1] == nil:
			made = 1
		default:
			t.Fatalf("ply %d: %v, %v", ply, errs[0], errs[1])
		}
		if position, err = position.Play(tried[made]); err != nil {
			t.Fatal(err)
		}
		c.deliver()
	}
	err = c.store.View(t.Context(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		if g.Moves != 16 {
			t.Errorf("%d moves were made", g.Moves)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if n := c.said("Game 1: alice plays") + c.said("Game 1: bob plays"); n != 16 {
		t.Errorf("%d moves were told", n)
	}
}

// TestDueTwice has the same things found due twice at the same moment: a round to be paired, a
// clock that has run out, and the puzzle of the day. Each is done once.
func TestDueTwice(t *testing.T) {
	c := newCrowded(t)
	noError := func(errs [2]error) {
		t.Helper()
		if err := errors.Join(errs[0], errs[1]); err != nil {
			t.Error(err)
		}
	}
	sweep := func(int) error { return c.service.Sweep(context.Background()) }

	c.must("alice", "challenge bob raumschach white 3d")
	c.must("bob", "accept 1")
	for ply, move := range []string{"ab2-ab3", "ec4-ec3", "bb2-bb3", "dc4-dc3"} {
		c.must([]string{"alice", "bob"}[ply%2], "move "+move)
	}
	c.must("olga", "room puzzle 18:00")
	c.now = c.now.Add(4 * 24 * time.Hour)
	err := c.store.Update(t.Context(), func(tx bot.Tx) error { // the bot has run all that time
		uptime, err := tx.Uptime()
		if err != nil {
			return err
		}
		uptime.Beat = c.now
		return tx.PutUptime(uptime)
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		noError(twice(sweep))
	}
	c.deliver()
	if n := c.said("time of alice is up"); n != 1 {
		t.Errorf("the end of a game on time was told %d times: %v", n, c.heard)
	}
	if n := c.said("puzzle of the day"); n != 1 {
		t.Errorf("the puzzle of the day was posted %d times: %v", n, c.heard)
	}

	c.must("olga", "create swiss raumschach rounds 2")
	c.must("olga", "tournament 1 open")
	for _, who := range []string{"ada", "ben", "cleo", "dan", "eve", "finn"} {
		c.must(who, "join 1")
	}
	if _, err := c.ask("begin", "olga", "tournament 1 start"); err != nil {
		t.Fatal(err)
	}
	noError(twice(func(int) error { return c.service.PairRounds(context.Background()) }))
	c.deliver()
	begun := 0
	err = c.store.View(t.Context(), func(tx bot.Tx) error {
		for id := bot.GameID(2); ; id++ {
			if _, err := tx.Game(id); errors.Is(err, bot.ErrNotFound) {
				return nil
			} else if err != nil {
				return err
			}
			begun++
		}
	})
	if err != nil || begun != 3 {
		t.Errorf("%d games of six players were begun: %v", begun, err)
	}
}
