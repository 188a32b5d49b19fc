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
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/rules"
	"raumbot/storage/storagetest"
)

// pair is a stage of two services, at both of which things happen at the same moment.
type pair struct {
	*stage
	heard map[string]int // the messages that were delivered, and how often
}

func newPair(t *testing.T, limits throttle.Limits) *pair {
	c := &pair{newStages(t, storagetest.Postgres(t), 2, limits), map[string]int{}}
	c.stage.heard = func(m bot.Message) { c.heard[m.Text]++ }
	return c
}

// both calls do for each service at once, and returns the errors.
func (c *pair) both(do func(n int, s *service.Service) error) (errs [2]error) {
	var running sync.WaitGroup
	for n, s := range []*service.Service{c.service, c.others[0].service} {
		running.Go(func() { errs[n] = do(n, s) })
	}
	running.Wait()
	return errs
}

// ask has somebody say a text to a service. The answer is not delivered.
func (c *pair) ask(s *service.Service, event, who, text string) (bot.Reply, error) {
	r := saying(who, text)
	r.Event = bot.EventID(event)
	r.Organiser = who == "olga"
	return s.Handle(context.Background(), r)
}

// must has somebody say a text that is accepted.
func (c *pair) must(who, text string) {
	c.t.Helper()
	c.events++
	c.now = c.now.Add(time.Second)
	c.next()
	if _, err := c.ask(c.service, fmt.Sprint("must ", c.events), who, text); err != nil {
		c.t.Fatalf("%s: %s: %v", who, text, err)
	}
	c.deliver()
}

// said returns how many messages were delivered that contain a text.
func (c *pair) said(text string) (count int) {
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

// TestPressedTwice has a button pressed twice at the same moment, and one press arrive at two services. What it does is done once.
func TestPressedTwice(t *testing.T) {
	c := newPair(t, throttle.Limits{})
	for round := range 8 {
		c.must("alice", "challenge bob raumschach white")
		var replies [2]bot.Reply
		twice := round%2 == 0
		errs := c.both(func(n int, s *service.Service) (err error) {
			event := fmt.Sprintf("press %d", round)
			if twice {
				event += fmt.Sprint(" ", n)
			}
			replies[n], err = c.ask(s, event, "bob", fmt.Sprint("accept ", round+1))
			return err
		})
		if failed := cmp.Or(errs[0], errs[1]); twice && (!refused(failed) || errs[0] != nil && errs[1] != nil) {
			t.Errorf("pressed twice: %v, %v", errs[0], errs[1])
		}
		if !twice && (errs[0] != nil || errs[1] != nil || (replies[0].Outcome == bot.Repeated) == (replies[1].Outcome == bot.Repeated)) {
			t.Errorf("arrived twice: %v, %v, %v and %v", errs[0], errs[1], replies[0].Outcome, replies[1].Outcome)
		}
		c.deliver()
		if n := c.said(fmt.Sprintf("Game %d begins", round+1)); n != 1 {
			t.Errorf("the beginning of game %d was told %d times: %v", round+1, n, c.heard)
		}
	}
}

// TestAccountAtBoth has a player make two different moves at the same moment, at two services: one is played.
func TestAccountAtBoth(t *testing.T) {
	c := newPair(t, throttle.Limits{})
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
		errs := c.both(func(n int, s *service.Service) error {
			_, err := c.ask(s, fmt.Sprint("move ", ply, n), []string{"alice", "bob"}[ply%2], "move "+position.Text(tried[n]))
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

// TestDueAtBoth has two services find the same things due at the same moment, as two may when one wakes that was suspended: a round to be paired, a clock that has
// run out, and the puzzle of the day. Each is done once.
func TestDueAtBoth(t *testing.T) {
	c := newPair(t, throttle.Limits{})
	noError := func(errs [2]error) {
		t.Helper()
		if err := errors.Join(errs[0], errs[1]); err != nil {
			t.Error(err)
		}
	}
	sweep := func(_ int, s *service.Service) error { return s.Sweep(context.Background()) }

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
	c.next() // the others know
	for range 4 {
		noError(c.both(sweep))
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
	c.next()
	if _, err := c.ask(c.service, "begin", "olga", "tournament 1 start"); err != nil {
		t.Fatal(err)
	}
	noError(c.both(func(_ int, s *service.Service) error { return s.PairRounds(context.Background()) }))
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

// TestLimitsAtBoth has a user spam two services in turn: they are not allowed more than at one.
func TestLimitsAtBoth(t *testing.T) {
	const limit = 20
	c := newPair(t, throttle.Limits{User: limit, Play: limit})
	for _, text := range []string{"variants", "move ab2-ab3"} {
		admitted := 0
		for n := range 4 * limit {
			c.next()
			_, err := c.ask(c.service, fmt.Sprint(text, n), "mallory", text)
			heard := c.spent.Load()
			told, failed := service.TellSpent(t.Context(), c.service)
			if failed != nil {
				t.Fatal(failed)
			}
			soon(t, "the other has heard", func() bool { return int(c.spent.Load()-heard) == told })
			var p *bot.Problem
			if !errors.As(err, &p) || p.Kind != bot.TooOften {
				admitted++
			}
		}
		if admitted != limit {
			t.Errorf("%s: %d were admitted at once, where %d a minute are allowed", text, admitted, limit)
		}
	}
	if _, err := c.ask(c.service, "other", "alice", "variants"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
}
