package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// isPromise reports whether a request defers the answer to an interaction.
func isPromise(route string, body []byte) bool {
	return strings.Contains(route, "callback") && strings.HasPrefix(string(body), `{"type":5`)
}

// promised lets alice run a command that takes long, and makes the deferral of its answer fail.
func (c *club) promised(status, code int) *discordtest.Interaction {
	c.t.Helper()
	free := c.hold()
	tried := false
	c.Look(func() {
		c.Fail = func(route string, body []byte) (int, int) {
			if !isPromise(route, body) {
				return 0, 0
			}
			tried = true
			return status, code
		}
	})
	i := c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3})
	c.Wait("the promise", func() bool { return tried })
	free()
	return i
}

// TestDeferFails makes deferrals fail. Within three seconds the answer itself is sent instead.
func TestDeferFails(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	for _, f := range []struct{ status, code int }{{500, 0}, {502, 0}, {404, 10062}, {404, 0}} {
		if text := c.done(c.promised(f.status, f.code)); !contains(text, []string{"alice alone", "3 games"}) {
			t.Errorf("%v: %s", f, text)
		}
	}
	c.Look(func() {
		if said := c.privateOf(c.alice); len(said) > 0 {
			t.Errorf("said in private, too: %q", said)
		}
	})
}

// TestInteractionExpired answers after the interaction has expired. The user gets the answer in a
// direct message, or is told about it at their next command.
func TestInteractionExpired(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	c.Look(func() { c.Grace = 0 })
	c.promised(404, 10062)
	c.said(in(c.Private(c.alice)), "3 games")
	c.Look(func() { c.Fail = nil })

	// A move is posted, and needs no answer.
	c.Look(func() { c.Grace = time.Hour })
	c.begin("raumschach")
	var thread *discordtest.Channel
	c.Look(func() { thread, c.Grace = c.thread("1")(), 0 })
	c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"})
	c.said(in(thread), "alice plays")

	c.Look(func() { c.alice.Closed = true })
	late := len(c.Late)
	c.promised(404, 10062)
	c.Wait("an answer that is too late", func() bool { return len(c.Late) > late })
	c.Wait("another try", func() bool {
		posted := c.Requests["POST /channels/{channel}/messages"]
		return posted > 0 && c.memo("user/"+c.alice.ID+"/missed")
	})
	c.Look(func() { c.Grace, c.Fail, c.alice.Closed = time.Hour, nil, false })
	i := c.Slash(c.alice, c.games, "games", nil)
	c.Wait("the confession", func() bool { return len(i.Answers) == 2 })
	if text := c.done(i); !strings.Contains(text, "don't accept direct messages") {
		t.Error(text)
	}
	c.Look(func() {
		if said := c.privateOf(c.alice); len(said) != 1 {
			t.Errorf("said in private: %q", said)
		}
	})
}

// TestDeferUnconfirmed has Discord accept a deferral without confirming it: the answer follows.
func TestDeferUnconfirmed(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	free := c.hold()
	c.Look(func() {
		c.After = func(route string) int {
			if strings.Contains(route, "callback") {
				return http.StatusServiceUnavailable
			}
			return 0
		}
	})
	i := c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3})
	const promised = 5
	c.Wait("a promise", func() bool { return i.Type == promised })
	free()
	if text := c.done(i); !contains(text, []string{"alice alone", "3 games"}) {
		t.Error(text)
	}
}

// TestTwiceSlowly delivers an interaction twice while the database is busy. The answer does
// not change.
func TestTwiceSlowly(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	free := c.hold()
	i := c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3})
	c.Again(i)
	const promised = 5
	c.Wait("a promise", func() bool { return i.Type == promised })
	free()
	c.done(i)
	c.stop() // which finishes what has begun
	if text := c.done(i); !contains(text, []string{"alice alone", "3 games"}) {
		t.Error(text)
	}
	c.Look(func() {
		if n := c.Requests["POST /interactions/{id}/{token}/callback"]; n != 1 {
			t.Errorf("promised %d times", n)
		}
		if n := c.Requests["PATCH /webhooks/{app}/{token}/messages/{id}"]; n != 1 {
			t.Errorf("answered %d times", n)
		}
	})
}

// TestHungFollowUp makes a follow-up hang. No other answer waits for it.
func TestHungFollowUp(t *testing.T) {
	c := newClub(t, nil)
	first := c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3})
	c.done(first)
	hanging := 0
	c.Look(func() {
		c.Hang = func(route string, body []byte) bool {
			if !strings.Contains(string(body), "4 games") {
				return false
			}
			hanging++
			return true
		}
	})
	c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 4})
	c.Wait("an answer that hangs", func() bool { return hanging > 0 })
	for range 300 {
		c.done(c.Slash(c.AddUser("somebody"), c.games, "limit", discordtest.Options{"games": 5}))
	}
	c.Look(func() { c.Hang = nil })
}

// TestTwiceAcrossRestart delivers an interaction again after a restart of the bot. The answer does
// not change.
func TestTwiceAcrossRestart(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	i := c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3})
	c.done(i)
	c.stop()
	c.start()
	free := c.hold()
	c.Again(i)
	c.Wait("a second promise", func() bool { return c.Requests["POST /interactions/{id}/{token}/callback"] == 2 })
	free()
	c.stop() // which finishes what has begun
	if text := c.done(i); !contains(text, []string{"alice alone", "3 games"}) || strings.Contains(text, "Done") {
		t.Error(text)
	}
}

// TestLateForMany has 40 users ask at a time when Discord takes no answer any more, because the bot
// is late, and opens no channel for direct messages either. The bot stops then. The next run gives
// each their answer, once.
func TestLateForMany(t *testing.T) {
	c := newClub(t, func(c *club) { c.hurry = true })
	var all []*discordtest.User
	hangs := true
	c.Look(func() {
		c.Grace = 0
		c.GlobalLimit = 0 // two runs follow each other within a second
		c.Hang = func(route string, _ []byte) bool { return hangs && route == "POST /users/@me/channels" }
	})
	for n := range 40 {
		u := c.AddUser(fmt.Sprint("user", n))
		all = append(all, u)
		c.Slash(u, c.games, "rules", discordtest.Options{"variant": "raumschach"})
	}
	c.Wait("the answers to wait", func() bool { return c.waiting() == len(all) })
	c.stop()
	c.Look(func() { hangs, c.Grace = false, time.Hour })
	c.start()
	c.flush()
	for _, u := range all {
		var said []string
		c.Look(func() { said = c.privateOf(u) })
		if len(said) != 1 || !strings.Contains(said[0], "Raumschach") {
			t.Errorf("%s is told %q", u.Name, said)
		}
	}
}

// waiting returns how many messages wait in the outbox.
func (c *club) waiting() (n int) {
	err := c.store.View(context.Background(), func(tx bot.Tx) (err error) {
		n, err = tx.Depth(discord.Platform)
		return err
	})
	if err != nil {
		c.t.Error(err)
	}
	return n
}
