package discord_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/bot/clocktest"
)

// TestInvalidSession has Discord declare sessions invalid repeatedly. Each time the bot begins a
// session on a new connection, after the pause that Discord requires.
func TestInvalidSession(t *testing.T) {
	c := newClub(t, func(c *club) { c.InvalidSessions = 3 })
	c.mustRest(3, time.Second, 2*time.Minute)
	c.Look(func() { c.InvalidSessions, c.rests = 2, nil })
	c.Invalidate()
	c.Wait("two refusals and a new session", func() bool { return c.Begun == 6 && c.Connected() == 1 })
	c.mustRest(2, time.Second, 2*time.Minute)
	c.done(c.Slash(c.alice, c.games, "help", nil))
}

// online reports whether the service knows that all shards are connected.
func (c *club) online() bool {
	status, err := c.service.Status(context.Background())
	if err != nil {
		c.t.Error(err)
	}
	return status.Gateways[discord.Platform]
}

// mustRest makes sure that the bot has waited at least a number of times, each time for the
// given duration.
func (c *club) mustRest(times int, least, most time.Duration) {
	c.t.Helper()
	c.Look(func() {
		fit := 0
		for _, long := range c.rests {
			if least <= long && long <= most {
				fit++
			}
		}
		if fit < times {
			c.t.Errorf("the bot waited for %v", c.rests)
		}
	})
}

// TestNoSessionsLeft starts with no sessions left for the day: the bot waits until Discord
// grants some.
func TestNoSessionsLeft(t *testing.T) {
	c := newClub(t, func(c *club) { c.Exhausted = 3 })
	c.mustRest(2, time.Hour, time.Hour)
}

// TestManyLost loses many connections at once whose sessions cannot be resumed. The new sessions
// begin one after the other.
func TestManyLost(t *testing.T) {
	// The clock stands still, so that waits are not shortened.
	clock := clocktest.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	c := newClub(t, func(c *club) { c.Shards, c.AtOnce, c.now = 4, 1, clock.Now })
	c.Wait("all connections", c.online)
	c.Look(func() { c.rests = nil })
	c.Invalidate()
	c.Wait("all connections again", func() bool { return c.Begun == 8 && c.online() })
	c.mustRest(3, 5500*time.Millisecond, 5500*time.Millisecond)
	c.Drop()
	c.Wait("all of them resumed", func() bool { return c.Resumed() >= 4 && c.online() })
	c.Look(func() {
		if c.Begun != 8 {
			t.Errorf("%d sessions were begun", c.Begun)
		}
	})
}

// TestHeartbeatsUnanswered leaves heartbeats unanswered. The bot considers the connection lost and
// resumes the session.
func TestHeartbeatsUnanswered(t *testing.T) {
	c := newClub(t, func(c *club) { c.Heartbeats = 300 * time.Millisecond })
	c.Look(func() { c.NoHeartbeatACK = true })
	c.Wait("another connection", func() bool { return c.Resumed() > 0 })
	c.Look(func() { c.NoHeartbeatACK = false })
	c.done(c.Slash(c.alice, c.games, "help", nil))
}

// TestMute makes the gateway for resuming unresponsive. The bot resumes the session at
// another gateway.
func TestMute(t *testing.T) {
	c := newClub(t, func(c *club) { c.Mute = true })
	c.Drop()
	c.Wait("the session again", func() bool { return c.Resumed() > 0 })
	c.Look(func() {
		if c.Begun != 1 {
			t.Errorf("%d sessions were begun", c.Begun)
		}
	})
}

// TestResumeRefused refuses every RESUME: the bot identifies instead.
func TestResumeRefused(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() { c.RefuseResume = true })
	c.Drop()
	c.Wait("another session", func() bool { return c.Begun == 2 && c.Connected() == 1 })
	c.done(c.Slash(c.alice, c.games, "help", nil))
}

// TestResumeAtOnce cuts the connection every minute, as some proxies do. The bot spends less than a
// hundredth of the time reconnecting, and begins no other session. The minutes are simulated by the
// adapter's clock and its waits are added up, but it really reconnects.
func TestResumeAtOnce(t *testing.T) {
	const cuts, minute = 30, time.Minute
	clock := clocktest.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	c := newClub(t, func(c *club) { c.now = clock.Now })
	c.Look(func() { c.rests = nil })
	for n := range cuts {
		clock.Advance(minute)
		c.Drop()
		c.Wait("the session again", func() bool { return c.Resumed() > n && c.online() })
	}
	c.Look(func() {
		var waited time.Duration
		for _, long := range c.rests {
			waited += long
		}
		if most := cuts * minute / 100; waited > most || c.Begun != 1 {
			t.Errorf("the bot waited for %v in %v, and began %d sessions", waited, cuts*minute, c.Begun)
		}
	})
	c.done(c.Slash(c.alice, c.games, "help", nil))
}

// TestFlapping cuts each connection as soon as its session is resumed. The waits grow to some
// seconds at most, and no other session begins.
func TestFlapping(t *testing.T) {
	clock := clocktest.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	c := newClub(t, func(c *club) { c.now = clock.Now })
	c.Look(func() { c.rests = nil })
	for n := range 30 {
		c.Drop()
		c.Wait("the session again", func() bool { return c.Resumed() > n && c.online() })
	}
	c.mustRest(1, time.Second, 5*time.Second)
	c.Look(func() {
		if longest := slices.Max(c.rests); longest > 5*time.Second || c.Begun != 1 {
			t.Errorf("the bot waited for up to %v, and began %d sessions", longest, c.Begun)
		}
	})
}

// malformed is the data of an event in which nothing has the right form.
const malformed = `{"id":"1","guild_id":"1","roles":[null],"channels":[null],"threads":[null],"members":[null],"author":{},"member":{"roles":null},"data":[],"type":2}`

// TestInvalidFrames sends invalid frames, which are skipped.
func TestInvalidFrames(t *testing.T) {
	c := newClub(t, nil)
	for _, text := range []string{"{", `"hello"`, "null", `{"op":"0"}`, `{"op":0,"s":"5","t":5,"d":{}}`, `{"op":0,"t":"MESSAGE_CREATE","s":null}`} {
		c.SendRaw(text)
	}
	for kind := range discord.Events {
		for _, data := range []string{"null", "[]", "{}", `{"id":5}`, `"x"`, malformed} {
			if kind != "READY" { // which would begin another session
				c.SendRaw(`{"op":0,"t":"` + kind + `","d":` + data + `}`)
			}
		}
	}
	c.done(c.Slash(c.alice, c.games, "help", nil))
	c.Drop()
	c.Wait("the session again", func() bool { return c.Resumed() > 0 })
	c.begin("raumschach")
	c.Look(func() {
		if c.Begun != 1 {
			t.Errorf("%d sessions were begun", c.Begun)
		}
	})
}

// TestStopWhileConnecting stops a bot while it waits for Discord to accept its connection.
func TestStopWhileConnecting(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() { c.InvalidSessions = 1 << 30 })
	c.Invalidate()
	c.Wait("refusals", func() bool { return c.Begun > 3 })
	c.stop()
	if err := <-c.failed; err != nil {
		t.Error(err)
	}
}
