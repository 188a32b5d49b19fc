package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestThreadShowsResult plays a game to its end. Its thread then shows the result in its name, and
// Discord archives it after an hour. A move costs no request for that, and a message after the end
// changes nothing. A thread that somebody else has opened keeps its name.
func TestThreadShowsResult(t *testing.T) {
	c := newClub(t, nil)
	thread := c.begin("raumschach")
	for n, p := range plies(whole["raumschach"]) {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[n%2], thread, "move", discordtest.Options{"move": p.text()}))
	}
	c.said(in(thread), "Checkmate!")
	c.Wait("the result in the name", func() bool { return thread.Name == "0-1 · Game 1: Raumschach, alice – bob" && thread.Archives == 60 })
	c.done(c.Slash(c.alice, thread, "rematch", nil))
	c.said(in(thread), "alice challenges bob")
	c.flush()
	own := c.games.AddThread("chat")
	c.done(c.Slash(c.alice, own, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach"}))
	c.done(c.Press(c.bob, c.said(in(own), "alice challenges bob"), "Accept"))
	c.said(in(own), "Game 3 begins")
	c.done(c.Slash(c.alice, own, "resign", discordtest.Options{"id": 3, "sure": "confirm"}))
	c.said(in(own), "alice resigns")
	c.flush()
	c.Look(func() {
		if n := c.Requests["PATCH /channels/{channel}"]; n != 1 || own.Name != "chat" {
			t.Errorf("%d changes of threads; that of others is %q", n, own.Name)
		}
	})
}

// TestThreadRefusesResult has Discord refuse to rename a thread. The game ends as ever, once.
func TestThreadRefusesResult(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.Fail = func(route string, _ []byte) (int, int) {
			if route == "PATCH /channels/{channel}" {
				return 403, 50013
			}
			return 0, 0
		}
	})
	thread := c.begin("raumschach")
	c.done(c.Slash(c.alice, thread, "resign", discordtest.Options{"id": 1, "sure": "confirm"}))
	c.said(in(thread), "alice resigns")
	c.Wait("the attempt", func() bool { return c.Requests["PATCH /channels/{channel}"] == 1 })
	c.flush()
	c.Look(func() {
		if n := count(thread, "alice resigns"); n != 1 || thread.Name != "Game 1: Raumschach, alice – bob" {
			t.Errorf("%s: the end is told %d times", thread.Name, n)
		}
	})
}

// TestThreadShowsResultLater stops the bot while the result of a game waits for Discord's limit.
// The next run shows it, once.
func TestThreadShowsResultLater(t *testing.T) {
	c := newClub(t, nil)
	thread := c.begin("raumschach")
	limited, tried := true, 0
	c.Look(func() {
		c.Fail = func(route string, _ []byte) (int, int) {
			if route != "PATCH /channels/{channel}" {
				return 0, 0
			}
			tried++
			if limited {
				return http.StatusTooManyRequests, 0
			}
			return 0, 0
		}
	})
	c.done(c.Slash(c.alice, thread, "resign", discordtest.Options{"id": 1, "sure": "confirm"}))
	c.said(in(thread), "alice resigns")
	c.Wait("an attempt", func() bool { return tried > 0 })
	c.stop()
	c.Look(func() { limited, tried = false, 0 })
	c.start()
	c.Wait("the result", func() bool { return strings.HasPrefix(thread.Name, "0-1 · Game 1") && thread.Archives == 60 })
	for range 2 {
		c.stop()
		c.start()
	}
	c.Look(func() {
		if tried != 1 {
			t.Errorf("the thread was renamed %d times", tried)
		}
	})
}

// forum makes the channel a forum with tags, and returns a post in it.
func (c *club) forum(tags ...string) (post *discordtest.Channel) {
	c.t.Helper()
	c.Change(c.guild, func() { c.games.Type, c.games.Tags = 15, tags })
	return c.games.AddThread("play here")
}

// beginIn lets alice challenge bob as White in a channel, and bob accept.
func (c *club) beginIn(where *discordtest.Channel) {
	c.t.Helper()
	c.done(c.Slash(c.alice, where, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(where), "alice challenges bob"), "Accept"))
}

// TestForum plays in a post of its own, which has the tags that fit. When the post is locked, the
// game continues in private, because the forum itself accepts no messages.
func TestForum(t *testing.T) {
	c := newClub(t, nil)
	post := c.forum("chatter", "raumschach", "finished")
	c.beginIn(post)
	card := c.said(c.thread("1"), "Game 1 begins", "[Move]")
	c.settled(1)
	thread := c.gameThread()
	c.Look(func() {
		if thread == post || thread.Parent != c.games || !slices.Equal(thread.Tagged, []string{"raumschach"}) || count(post, "Game 1 begins") > 0 {
			t.Errorf("the game is in %q with the tags %q", thread.Name, thread.Tagged)
		}
		if m := thread.Messages[0]; len(m.Pinged) > 0 || !strings.Contains(m.Content, "Game 1") {
			t.Errorf("the post begins with %s", m.Screen())
		}
	})
	c.Say(c.alice, thread, "bb1-cc2")
	c.next(card)
	c.flush()
	c.Look(func() { thread.Locked = true })
	c.done(c.Slash(c.bob, c.Private(c.bob), "move", discordtest.Options{"id": 1, "move": "dd5-ce4"}))
	c.said(in(c.Private(c.alice)), "at the moment", "bob plays Unicorn dd5-ce4", "[Move]")
	c.Look(func() {
		thread.Locked = false
		thread.Tagged = append(thread.Tagged, "chatter") // by a moderator
	})
	c.Change(c.guild, func() {})
	c.done(c.Slash(c.alice, thread, "resign", discordtest.Options{"id": 1, "sure": "confirm"}))
	c.said(in(thread), "alice resigns")
	c.Wait("the result", func() bool { return strings.HasPrefix(thread.Name, "0-1 · Game 1") && len(thread.Tagged) == 3 })
}

// TestForumDeleted deletes the post of a game. The game goes on in another one.
func TestForumDeleted(t *testing.T) {
	c := newClub(t, nil)
	c.beginIn(c.forum())
	c.said(c.thread("1"), "Game 1 begins", "[Move]")
	c.settled(1)
	first := c.gameThread()
	c.Delete(first)
	c.done(c.Slash(c.alice, c.Private(c.alice), "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}))
	c.said(c.thread("1"), "earlier thread of this game was deleted", "alice plays")
	c.Look(func() {
		if again := c.thread("1")(); again == first || again.Parent != c.games {
			t.Errorf("the game goes on in %q", again.Name)
		}
	})
}

// TestForumRefuses plays in the post where the challenge was made if the forum wants a tag that the
// bot does not know, or does not let the bot post.
func TestForumRefuses(t *testing.T) {
	for _, change := range []func(c *club){
		func(c *club) { c.games.NeedsTag = true },
		func(c *club) { c.games.Deny = discordtest.SendMessages },
	} {
		t.Run("", func(t *testing.T) {
			c := newClub(t, nil)
			post := c.forum("chatter")
			c.Change(c.guild, func() { change(c) })
			c.beginIn(post)
			c.said(in(post), "Game 1 begins", "[Move]")
			c.flush()
			c.told(post, "Game 1 begins", 1)
		})
	}
}

// TestThreadTakesResultBack decides a game as an organiser, and undoes that. The name of the thread
// follows. If the undoing has to wait for Discord's limit and the game is decided again meanwhile,
// the name keeps its result.
func TestThreadTakesResultBack(t *testing.T) {
	c := newClub(t, nil)
	carol := c.AddUser("carol")
	c.Change(c.guild, func() { c.guild.Roles[carol.ID] = discordtest.ManageChannels })
	thread := c.begin("raumschach")
	usual := thread.Name
	decide := func(verdict string) {
		t.Helper()
		c.done(c.Slash(carol, thread, "organise adjudicate", discordtest.Options{"id": 1, "verdict": verdict, "sure": "confirm", "reason": "for the test"}))
	}
	shows := func(name string, minutes int) {
		t.Helper()
		c.Wait("the name "+name, func() bool { return thread.Name == name && thread.Archives == minutes })
	}
	decide("draw")
	shows("½-½ · "+usual, 60)
	decide("undo")
	shows(usual, 7*24*60)
	decide("draw")
	shows("½-½ · "+usual, 60)
	limited := true
	var asked []string
	c.Look(func() {
		c.Fail = func(route string, body []byte) (int, int) {
			if route != "PATCH /channels/{channel}" {
				return 0, 0
			}
			asked = append(asked, string(body))
			if limited {
				return http.StatusTooManyRequests, 0
			}
			return 0, 0
		}
	})
	decide("undo")
	c.Wait("an attempt", func() bool { return len(asked) > 0 })
	decide("draw")
	c.Wait("another attempt", func() bool { return strings.Contains(asked[len(asked)-1], "½") })
	c.Look(func() { asked, limited = nil, false })
	c.Wait("a change", func() bool { return len(asked) > 0 })
	c.flush()
	c.Look(func() {
		if len(asked) != 1 || !strings.Contains(asked[0], "½") || thread.Name != "½-½ · "+usual {
			t.Errorf("the thread %q was changed by %q", thread.Name, asked)
		}
	})
}
