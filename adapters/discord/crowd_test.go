package discord_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/throttle"
)

// usual are the limits of a bot whose operator has set none.
var usual = throttle.Limits{User: 30, Room: 120, Play: 60}

// TestMoveBesideACrowd has five users ask so much in a game's thread that Discord's limit for the
// channel is used up, and never renewed. Moves are shown all the same, because answers leave room
// for them, and are neither read nor sent after the answers.
func TestMoveBesideACrowd(t *testing.T) {
	c := newClub(t, func(c *club) { c.limits, c.hurry = usual, true })
	c.begin("raumschach")
	c.flush()
	thread := c.gameThread()
	c.Look(func() { c.Limit, c.Window = 5, time.Hour })
	var crowd []*discordtest.User
	for n := range 5 {
		crowd = append(crowd, c.AddUser(fmt.Sprint("user", n)))
	}
	crowd = append(crowd, c.alice)
	for range 40 {
		for _, u := range crowd {
			c.Say(u, thread, "<@"+c.Bot.ID+"> help")
		}
	}
	c.Wait("what the channel has room for", func() bool { return count(thread, "answered you")+count(thread, "Say it again in") == 3 })
	c.Say(c.alice, thread, "bb1-cc2")
	c.said(in(thread), "alice plays Unicorn bb1-cc2")
	c.Say(c.bob, thread, "dd5-ce4")
	c.said(in(thread), "bob plays Unicorn dd5-ce4")
	c.Look(func() {
		if n := c.Requests["429"]; n > 0 {
			t.Errorf("%d requests exceed a limit", n)
		}
	})
}

// TestHasteIsToldOnce has a user ask far more than the limit allows. The refusal is one message, in
// the channel, until a minute has passed.
func TestHasteIsToldOnce(t *testing.T) {
	var later atomic.Int64 // by how much the adapter's clock is ahead
	c := newClub(t, func(c *club) {
		c.limits, c.now = throttle.Limits{User: 3, Room: 120}, func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	ask := func() {
		for range 10 {
			c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> help")
		}
	}
	ask()
	c.said(in(c.games), "Say it again in")
	c.said(in(c.games), "answered you in a direct message")
	later.Store(int64(time.Minute))
	ask()
	c.Wait("the refusal to be said again", func() bool { return count(c.games, "Say it again in") == 2 })
	c.stop() // once all is answered
	c.told(c.games, "Say it again in", 2)
}

// TestCrowdedChannel has Discord take no more messages in a channel for a while. Of many answers
// that are for everybody, some wait for it, and the others come in direct messages.
func TestCrowdedChannel(t *testing.T) {
	c := newClub(t, func(c *club) { c.hurry = true })
	c.begin("raumschach")
	c.flush()
	thread := c.gameThread()
	c.Look(func() { c.Limit, c.Window = 1, time.Hour })
	ask := func(u *discordtest.User) { c.Say(u, thread, "<@"+c.Bot.ID+"> board here") }
	ask(c.alice)
	c.Wait("an answer", func() bool { return count(thread, "board-1-0") == 2 })
	for n := range 20 {
		u := c.AddUser(fmt.Sprint("user", n))
		ask(u)
		ask(u)
	}
	c.Wait("an answer in private", func() bool {
		for _, channel := range c.Channels {
			if channel.With != nil && count(channel, "board-1-0") > 0 {
				return true
			}
		}
		return false
	})
}
