package matrix

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot"
	"raumbot/bot/clocktest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestLeague has a room of Matrix play a season: people join by reacting to the message about the
// league or by saying so, the room is told once about each beginning, day with results and end, and
// the games are in private.
func TestLeague(t *testing.T) {
	t.Parallel()
	clock, store := clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)), storage.Memory()
	c := newClubWith(t, service.Ports{Store: store, Clock: clock})
	days := func(n int) {
		t.Helper()
		for range n {
			err := store.Update(t.Context(), func(tx bot.Tx) error {
				uptime, err := tx.Uptime()
				clock.Advance(bot.Day)
				uptime.Beat = clock.Now()
				return errors.Join(err, tx.PutUptime(uptime))
			})
			if err = errors.Join(err, c.service.Sweep(context.Background()), c.service.PairRounds(context.Background())); err != nil {
				t.Fatal(err)
			}
		}
	}
	c.bob.Say(c.den, "!league create raumschach 14d weeks 4 days 1 Night Cup")
	c.reads(c.den, "Only organisers of this room")
	c.alice.Say(c.den, "!league create raumschach 14d weeks 4 days 1 Night Cup")
	card := c.reads(c.den, "alice creates league 1, Night Cup")
	c.delivered()
	c.react(c.bob, card, "1️⃣")
	c.reads(nil, "bob enters")
	c.alice.Say(c.den, "!league 1 join")
	c.reads(nil, "alice enters")
	for n := range 4 {
		u := c.server.AddUser(fmt.Sprint("guest", n))
		c.alice.Invite(c.den, u)
		u.Join(c.den)
		u.Say(c.den, "!liga 1 teilnehmen")
	}
	c.server.Wait("six entrants", func() (all bool) {
		err := store.View(t.Context(), func(tx bot.Tx) error {
			r, err := tx.Tournament(1)
			all = len(r.Entrants) == 6
			return err
		})
		return all && err == nil
	})
	days(2)
	once := func(words string) *matrixtest.Event {
		t.Helper()
		e := c.reads(c.den, words)
		c.delivered()
		if n := c.said(c.den, words); n != 1 {
			t.Errorf("the room is told %d times: %s", n, words)
		}
		return e
	}
	once("Season 1 of league 1, Night Cup begins with 6 players in 1 division")
	c.reads(c.chats[c.bob], "begins in tournament 1, Night Cup, season 1, division 1")
	clock.Advance(time.Minute)
	c.bob.Say(c.chats[c.bob], "!leave 1 confirm")
	c.reads(c.chats[c.bob], "bob has left the tournament")
	days(2)
	once("Results of the day in season 1 of league 1, Night Cup")
	days(20)
	once("Registration for season 2 of league 1, Night Cup is open")
	days(7)
	for c.said(c.den, "Night Cup is over.") == 0 { // the engine judges all games before a sweep ends it
		if err := c.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	once("Season 1 of league 1, Night Cup is over.")
	c.alice.Say(c.den, "!league 1")
	c.reads(nil, "Champions: season 1")
}
