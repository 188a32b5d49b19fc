package discord_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// isPromise reports whether a request promises an answer to an interaction.
func isPromise(route string, body []byte) bool {
	return strings.Contains(route, "callback") && strings.HasPrefix(string(body), `{"type":5`)
}

// promised lets alice ask something that takes long, and has Discord fail over the promise of an answer.
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

// TestDeferFails has deferring fail: within the three seconds the answer itself is sent instead.
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

// TestInteractionExpired answers after the interaction has expired: the user gets the answer as a direct message, or is told at their next command.
func TestInteractionExpired(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	c.Look(func() { c.Grace = 0 })
	c.promised(404, 10062)
	c.said(in(c.Private(c.alice)), "3 games")
	c.Look(func() { c.Fail = nil })

	// A move says itself, and needs no answer.
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
		return posted > 0 && c.memo("missed/"+c.alice.ID)
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

// TestTwiceSlowly delivers an interaction twice while the database is busy: the answer stays what it was.
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

// TestHungFollowUp has one follow-up hang: nobody else waits for it.
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

// TestTwiceAcrossRestart delivers an interaction again after the bot has been started anew: the answer stays what it was.
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
