package service_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/storage"
)

// crowd has users talk to a service with limits.
type crowd struct {
	t       *testing.T
	clock   *settableClock
	store   *storage.Store
	service *service.Service
}

func newCrowd(t *testing.T, limits throttle.Limits) *crowd {
	c := &crowd{t: t, clock: &settableClock{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}, store: storage.Memory()}
	c.service = service.New(service.Ports{Store: c.store, Clock: c.clock, Limits: limits})
	t.Cleanup(func() { check(t, c.store) })
	return c
}

// hear makes a request, and returns "" if it was done, "silence" if it was not answered, else the
// refusal.
func (c *crowd) hear(r bot.Request) string {
	c.t.Helper()
	reply, err := c.service.Handle(c.t.Context(), r)
	var p *bot.Problem
	switch {
	case errors.As(err, &p) && p.Kind == bot.TooOften:
		return p.Error()
	case err != nil:
		c.t.Errorf("%s: %q: %v", r.From.Name, r.Text, err)
	case len(reply.Answer)+len(reply.Notices) == 0:
		return "silence"
	}
	return ""
}

// must says texts n times and expects them to be done.
func (c *crowd) must(n int, who string, texts ...string) {
	c.t.Helper()
	for range n {
		for _, text := range texts {
			if got := c.hear(saying(who, text)); got != "" {
				c.t.Errorf("%s: %q is refused: %s", who, text, got)
			}
		}
	}
}

// refused makes a request and expects a refusal that contains want.
func (c *crowd) refused(r bot.Request, want string) {
	c.t.Helper()
	if got := c.hear(r); !strings.Contains(got, want) || want == "" {
		c.t.Errorf("%s: %q is answered with %q, want %q", r.From.Name, r.Text, got, want)
	}
}

func TestUserLimit(t *testing.T) {
	c := newCrowd(t, throttle.Limits{User: 6})
	c.must(6, "alice", "help")
	c.refused(saying("alice", "help"), "Say it again in 10 seconds.")
	c.must(1, "bob", "help")
	c.clock.now = c.clock.now.Add(9 * time.Second)
	c.refused(saying("alice", "help"), "in 1 second.")
	c.clock.now = c.clock.now.Add(time.Second)
	c.must(1, "alice", "help")
	c.refused(saying("alice", "help"), "Your moves are not held up.")
	// A clock that is set back makes nobody wait longer than a minute.
	c.clock.now = c.clock.now.Add(-24 * time.Hour)
	c.refused(saying("alice", "help"), "in 10 seconds")
	c.clock.now = c.clock.now.Add(time.Minute)
	c.must(6, "alice", "help")
	// Texts that are not commands count too.
	if got := c.hear(saying("alice", "nonsense")); !strings.Contains(got, "in 10 seconds") {
		t.Errorf("nonsense is answered with %q", got)
	}
}

// TestCost checks that expensive commands count as several, but never as more than the limit.
func TestCost(t *testing.T) {
	c := newCrowd(t, throttle.Limits{})
	c.must(1, "alice", "challenge bob stockschach216 white")
	c.must(1, "bob", "accept")
	c.must(1, "alice", "vc2-vc3")
	limited := service.New(service.Ports{Store: c.store, Clock: c.clock, Limits: throttle.Limits{User: 8}})
	c.service = limited
	c.must(1, "alice", "replay 1") // it costs 10
	c.refused(saying("alice", "help"), "in 8 seconds")
	c.must(1, "bob", "help", "export 1")
	c.refused(saying("bob", "try 1 vc5-vc4"), "in 8 seconds")
	for _, c := range limited.Commands() {
		if c.Cost < 0 || c.Cost > 10 || c.Needs >= command.NeedSeat && c.Cost != 0 {
			t.Errorf("%s costs %d", c.Name, c.Cost)
		}
	}
}

// TestYesIsCharged answers questions with a yes: that costs what it does, so that nobody has a film
// made for the price of a word.
func TestYesIsCharged(t *testing.T) {
	c := newCrowd(t, throttle.Limits{})
	c.must(1, "alice", "challenge bob stockschach216 white")
	c.must(1, "bob", "accept")
	c.must(1, "alice", "vc2-vc3")
	c.service = service.New(service.Ports{Store: c.store, Clock: c.clock, Limits: throttle.Limits{User: 12, Play: 2}})
	ask := func() {
		t.Helper()
		if reply, err := c.service.Handle(t.Context(), saying("alice", "replya")); err == nil || !strings.Contains(err.Error(), "Did you mean `replay`") {
			t.Fatal(reply, err)
		}
	}
	ask()
	c.must(1, "alice", "yes") // 1 for the question, 10 for the film
	ask()
	c.refused(saying("alice", "yes"), "Say it again in 50 seconds.")
	c.clock.now = c.clock.now.Add(50 * time.Second)
	c.must(1, "alice", "yes") // the question is still open
	c.refused(saying("alice", "help"), "Say it again in 5 seconds.")
	// What is answered about a game is charged as what is done in a game.
	c.clock.now = c.clock.now.Add(time.Minute)
	c.must(1, "alice", "resign", "no", "resign")
	c.refused(saying("alice", "yes"), "That is a lot to do in your games at once.")
}

// TestReadingAgainIsChargedOnce says what is only understood once it is looked up who says it: it
// costs what the command costs, and no more; and what is refused then, or not understood at all,
// costs something.
func TestReadingAgainIsChargedOnce(t *testing.T) {
	c := newCrowd(t, throttle.Limits{User: 6, Room: 9})
	c.must(3, "alice", "whos #1") // `leaders` costs 2
	c.refused(saying("alice", "help"), "in 10 seconds")
	c.must(3, "bob", "help") // the room has been charged as often
	c.refused(saying("bob", "help"), "This room asks a lot at once.")
	c.clock.now = c.clock.now.Add(10 * time.Second) // enough for the words, not for the command
	c.refused(saying("alice", "whos #1"), "at once")
	c.refused(saying("alice", "help"), "at once")
}

// TestMovesAreNotHeldUp floods the bot with commands, and then moves.
func TestMovesAreNotHeldUp(t *testing.T) {
	c := newCrowd(t, throttle.Limits{User: 6, Room: 10, Play: 4})
	c.must(1, "alice", "challenge bob stockschach216 white")
	c.must(1, "bob", "accept")
	c.must(3, "alice", "help")
	c.refused(saying("alice", "help"), "at once")
	c.must(3, "carol", "help")
	c.refused(saying("carol", "help"), "This room asks a lot at once")
	c.must(1, "alice", "vc2-vc3")
	c.must(1, "bob", "vc5-vc4")
	c.must(1, "alice", "zc2-zc3", "plan", "draw")
	c.must(1, "alice", "plan", "plan 1")
	c.refused(saying("alice", "resign"), "That is a lot to do in your games at once. Your moves are not held up. Say it again in 15 seconds.")
	c.must(1, "bob", "zc5-zc4")
	c.must(1, "alice", "vd2-vd3") // moves have a limit of their own
	c.must(1, "bob", "vd5-vd4")
	c.must(1, "alice", "zd2-zd3")
	c.refused(saying("alice", "zd3-zd4"), "That is too many moves at once.")
}

func TestRoomLimit(t *testing.T) {
	c := newCrowd(t, throttle.Limits{User: 6, Room: 3})
	c.must(1, "alice", "help", "variants")
	c.must(1, "bob", "help")
	c.refused(saying("carol", "help"), "This room asks a lot at once. Moves are not held up, and you can ask in private. Say it again in 20 seconds.")
	unseen := saying("carol", "help")
	unseen.Ephemeral = true
	if got := c.hear(unseen); got != "" {
		t.Errorf("where nobody else sees it: %s", got)
	}
	elsewhere := saying("carol", "help")
	elsewhere.Room.ID = "den"
	for range 3 {
		if got := c.hear(elsewhere); got != "" {
			t.Errorf("in another room: %s", got)
		}
	}
	elsewhere.Room = bot.RoomID{}
	for range 2 { // requests that the room's limit refused have cost carol nothing
		if got := c.hear(elsewhere); got != "" {
			t.Errorf("in private: %s", got)
		}
	}
}

// TestFlood floods the bot: commands are refused, overheard texts are not answered, and nothing is
// stored.
func TestFlood(t *testing.T) {
	c := newCrowd(t, throttle.Limits{User: 3, Play: 3})
	c.must(1, "alice", "challenge bob raumschach")
	before := exported(t, c.store)
	said := 0
	for n := range 100 {
		r := saying("alice", fmt.Sprintf("challenge bob%c raumschach", 'a'+n%26))
		r.Event = bot.EventID(fmt.Sprint(n))
		if c.hear(r) != "silence" {
			said++
		}
	}
	if said != 100 {
		t.Errorf("%d refusals are said", said)
	}
	reply := c.service.Respond(t.Context(), saying("alice", "challenge bob raumschach"))
	if reply.Outcome != bot.Refused || len(reply.Answer) != 1 {
		t.Errorf("a refusal is %s with %d answers", reply.Outcome, len(reply.Answer))
	}
	if after := exported(t, c.store); after != before {
		t.Errorf("what is refused has changed something:\n%s\nwas\n%s", after, before)
	}
	// An event that was refused was not applied, and can be sent again.
	c.clock.now = c.clock.now.Add(time.Minute)
	r := saying("alice", "challenge carol raumschach")
	r.Event = "99"
	if got := c.hear(r); got != "" {
		t.Error(got)
	}
	// Overheard texts are never answered with a refusal.
	overheard := saying("dora", "vc2-vc3")
	overheard.Overheard = true
	for range 10 {
		if got := c.hear(overheard); got != "silence" {
			t.Errorf("overheard: %q", got)
		}
	}
}

func TestNoLimits(t *testing.T) {
	newCrowd(t, throttle.Limits{}).must(500, "alice", "help", "games")
}

// exported returns everything in a store, as text.
func exported(t *testing.T, store *storage.Store) string {
	t.Helper()
	var out strings.Builder
	if err := store.Export(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSuggestionsLimit checks that users who ask faster than anybody types get no more suggestions.
func TestSuggestionsLimit(t *testing.T) {
	c := newCrowd(t, throttle.Limits{User: 2})
	suggested := func() int {
		all, err := c.service.Suggest(t.Context(), saying("alice", "rules"), "variant", "")
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	for n := range 40 {
		if suggested() == 0 {
			t.Fatalf("after %d there are no more", n)
		}
	}
	if n := suggested(); n != 0 {
		t.Errorf("%d are suggested to a flood", n)
	}
	c.must(2, "alice", "help") // suggestions do not count as commands
	c.clock.now = c.clock.now.Add(time.Minute)
	if suggested() == 0 {
		t.Error("a minute later there are none")
	}
}
