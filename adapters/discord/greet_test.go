package discord_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// TestGreetingsQueue adds the bot to many servers before its first start. It greets them one after
// the other, and a game is played long before all are greeted. All are greeted once in the end.
func TestGreetingsQueue(t *testing.T) {
	const servers = 120 // more than Discord allows requests in a second
	var halls []*discordtest.Channel
	c := newClub(t, func(c *club) {
		for n := range servers {
			halls = append(halls, c.AddGuild(fmt.Sprint("club ", n)).AddChannel("hall"))
		}
		c.greetingPause = time.Hour
	})
	greeted := func() (n int) {
		for _, hall := range append(halls, c.games) {
			n += count(hall, "Hello!")
		}
		return n
	}
	c.begin("raumschach")
	c.Say(c.alice, c.thread("1")(), "bb1-cc2")
	c.said(c.thread("1"), "alice plays Unicorn bb1-cc2")
	c.Look(func() {
		if n := greeted(); n != 1 {
			t.Errorf("%d servers are greeted within one pause", n)
		}
	})
	// The next run resumes the session. It greets a server when somebody there uses the bot.
	// Events of the first run may come once more, and with them the server of the game.
	c.stop()
	c.unregistered, c.greetingPause = true, time.Nanosecond
	c.start()
	c.done(c.Slash(c.alice, halls[0], "setup", nil))
	c.said(in(halls[0]), "Hello!")
	c.Look(func() {
		if n := greeted(); n > 3 {
			t.Errorf("%d servers are greeted where one person has used the bot", n)
		}
	})
	c.stop()
	c.expire() // Discord describes the servers of a new session
	c.start()
	c.Wait("all servers to be greeted", func() bool { return greeted() == servers+1 })
	c.stop()
	c.expire()
	c.start()
	c.done(c.Slash(c.alice, c.games, "setup", nil))
	c.Look(func() {
		if n := greeted(); n != servers+1 {
			t.Errorf("%d greetings in %d servers", n, servers+1)
		}
	})
}

// TestGreetingIsRetried has Discord refuse two greetings of a server. It is greeted all the same in
// the same session, once.
func TestGreetingIsRetried(t *testing.T) {
	var hall *discordtest.Channel
	refused := 0
	c := newClub(t, func(c *club) {
		c.greetingPause, c.greetingRetries = time.Nanosecond, []time.Duration{time.Millisecond, 2 * time.Millisecond}
		hall = c.AddGuild("another club").AddChannel("hall")
		c.Fail = func(route string, body []byte) (status, code int) {
			if route == "POST /channels/{channel}/messages" && bytes.Contains(body, []byte("Hello!")) && refused < 2 {
				refused++
				return http.StatusForbidden, 50013
			}
			return 0, 0
		}
	})
	c.said(in(hall), "Hello!")
	c.said(in(c.games), "Hello!")
	c.stop()
	c.Look(func() {
		if n := count(hall, "Hello!") + count(c.games, "Hello!"); n != 2 || refused != 2 {
			t.Errorf("%d greetings after %d refusals", n, refused)
		}
	})
}

// expire makes the session of a bot that has stopped impossible to resume.
func (c *club) expire() {
	c.t.Helper()
	c.Wait("the connection to end", func() bool { return c.Connected() == 0 })
	c.Expire()
}
