package discord_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/bot/clocktest"
)

// days lets days pass while the bot runs, and does what is due after each.
func (c *club) days(n int) {
	c.t.Helper()
	for range n {
		err := c.store.Update(context.Background(), func(tx bot.Tx) error {
			uptime, err := tx.Uptime()
			c.clock.(*clocktest.Clock).Advance(bot.Day)
			uptime.Beat = c.clock.Now()
			return errors.Join(err, tx.PutUptime(uptime))
		})
		if err = errors.Join(err, c.service.Sweep(context.Background()), c.service.PairRounds(context.Background())); err != nil {
			c.t.Fatal(err)
		}
	}
}

// TestLeague creates a league with a form. Six people join with the button, and play in private until
// the season ends. The channel gets a message at the beginning and the end and one on a day with
// results, each without a sound and without naming anybody so that they are notified.
func TestLeague(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.clock, c.analysis = clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)), 200
		c.guild.Roles[c.alice.ID] = discordtest.ManageChannels
	})
	i := c.Slash(c.bob, c.games, "tournament newleague", nil)
	if text := c.done(c.Submit(i, map[string]string{"variant": "raumschach"})); !contains(text, []string{"bob alone", "Only organisers"}) {
		t.Error(text)
	}
	i = c.Slash(c.alice, c.games, "tournament newleague", nil)
	c.done(c.Submit(i, map[string]string{"variant": "raumschach", "pace": "14d", "weeks": "4", "name": "Night Cup"}))
	card := c.said(in(c.games), "alice creates league 1, Night Cup", "A season lasts 4 weeks")
	users := []*discordtest.User{c.bob}
	for _, name := range []string{"carol", "dave", "eve", "fay", "gus"} {
		users = append(users, c.AddUser(name))
	}
	for _, u := range users {
		if text := c.done(c.Press(u, card, "Join")); !contains(text, []string{u.Name + " alone", "enters"}) {
			t.Errorf("joining answers %s", text)
		}
	}
	if text := c.done(c.Press(c.bob, card, "Join")); !contains(text, []string{"bob alone", "already"}) {
		t.Errorf("joining again answers %s", text)
	}
	if text := c.done(c.Slash(c.bob, c.games, "tournament league", discordtest.Options{"id": 1, "what": "start"})); !contains(text, []string{"bob alone", "Only its organisers"}) {
		t.Errorf("a player begins the season: %s", text)
	}
	c.days(8)
	quiet := func(words ...string) *discordtest.Message {
		t.Helper()
		m := c.said(in(c.games), words...)
		c.Look(func() {
			if !m.Silent || len(m.Pinged) > 0 || count(c.games, words...) != 1 {
				t.Errorf("silent: %t, it notifies %v, and is said %d times: %s", m.Silent, m.Pinged, count(c.games, words...), m.Screen())
			}
		})
		return m
	}
	quiet("Season 1 of league 1, Night Cup begins with 6 players in 1 division")
	c.said(in(c.Private(c.bob)), "begins in tournament 1, Night Cup, season 1, division 1")
	var game string
	private := c.Private(c.bob)
	c.Look(func() {
		for _, m := range private.Messages {
			if _, after, ok := strings.Cut(m.Screen(), "Game "); ok && game == "" {
				game, _, _ = strings.Cut(after, " ")
			}
		}
	})
	c.later(time.Minute)
	c.Say(c.bob, private, fmt.Sprintf("resign %s confirm", game))
	c.said(in(private), "Game "+game+": bob resigns")
	c.days(2)
	quiet("Results of the day in season 1", "bob", "In front: 1. ")
	if text := c.done(c.Slash(c.bob, c.games, "tournament league", discordtest.Options{"id": 1})); !contains(text, []string{"Your division:", "can still finish"}) {
		t.Errorf("the league is %s", text)
	}
	c.days(20)
	quiet("Registration for season 2 of league 1, Night Cup is open")
	c.days(6)
	for over := false; !over; time.Sleep(10 * time.Millisecond) { // the engine judges all games before a sweep ends it
		if err := c.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.Look(func() { over = count(c.games, "Season 1 of league 1, Night Cup is over.") > 0 })
	}
	end := quiet("Season 1 of league 1, Night Cup is over.")
	if text := c.done(c.Press(c.bob, end, "The league")); !contains(text, []string{"bob alone", "Champions: season 1"}) {
		t.Errorf("The league answers %s", text)
	}
	c.flush()
	c.Look(func() {
		for _, m := range c.games.Messages {
			if m != card && m.Alone == nil && contains(m.Screen(), []string{"Night Cup"}) && !m.Silent {
				t.Errorf("with a sound: %s", m.Screen())
			}
		}
	})
}
