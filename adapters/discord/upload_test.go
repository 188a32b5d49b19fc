package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestStopInUpload stops the bot while it uploads a picture and Discord is slow. The bot stops in
// time, and the move is posted once, whether Discord has received the upload or not.
func TestStopInUpload(t *testing.T) {
	for name, taken := range map[string]bool{"taken": true, "not taken": false} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, nil)
			thread := c.begin("raumschach")
			c.flush()
			uploading := 0
			c.Look(func() {
				c.Hang = func(route string, body []byte) bool {
					if route != "POST /channels/{channel}/messages" || !strings.Contains(string(body), "alice plays") {
						return false
					}
					uploading++
					return true
				}
				if !taken {
					c.Fail = func(route string, body []byte) (int, int) {
						if strings.Contains(string(body), "alice plays") {
							return 503, 0
						}
						return 0, 0
					}
				}
			})
			c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"}))
			c.Wait("an upload", func() bool { return uploading > 0 })
			c.stop()
			if err := <-c.failed; err != nil {
				t.Error(err)
			}
			c.Look(func() { c.Hang = nil })
			if taken {
				c.Wait("the message", func() bool { return count(thread, "alice plays") == 1 })
			}
			c.Look(func() { c.Fail = nil })
			c.start()
			c.said(in(thread), "alice plays Unicorn bb1-cc2", "board-1-", "[Move]")
			c.flush()
			c.told(thread, "alice plays", 1)
		})
	}
}

// TestStopInAnswer stops the bot while it uploads the picture of an answer. The upload is finished.
func TestStopInAnswer(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	uploading := 0
	c.Look(func() {
		c.Hang = func(route string, body []byte) bool {
			if !isAnswer(route, body) {
				return false
			}
			uploading++
			return true
		}
	})
	i := c.Slash(c.alice, c.games, "board", discordtest.Options{"id": 1})
	c.Wait("an upload", func() bool { return uploading > 0 })
	stopped := make(chan struct{})
	go func() { c.stop(); close(stopped) }()
	c.Look(func() { c.Hang = nil })
	<-stopped
	c.Look(func() {
		if !i.Done || len(i.Answers[0].Files) != 1 {
			t.Errorf("the answer was not finished: %v", i.Answers)
		}
	})
}

// TestUnknownErrorCodes has Discord refuse messages with unknown error codes. Each message is still
// delivered somewhere.
func TestUnknownErrorCodes(t *testing.T) {
	for _, f := range []struct {
		name         string
		status, code int
		want         string
	}{
		{"forbidden", 403, 29999, "at the moment"},
		{"not found", 404, 0, "The earlier thread of this game was deleted"},
		{"a bad request", 400, 29999, "Discord didn't accept"},
		{"too large", 413, 0, "Discord didn't accept"},
		{"once a conflict", 409, 0, "alice plays"},
	} {
		t.Run(f.name, func(t *testing.T) {
			c := newClub(t, nil)
			c.begin("raumschach")
			var first *discordtest.Channel
			c.Look(func() { first = c.thread("1")() })
			once := false
			c.Look(func() {
				c.Fail = func(route string, body []byte) (int, int) {
					if once || !strings.Contains(string(body), "alice plays") || strings.Contains(string(body), "at the moment") || strings.Contains(string(body), "was deleted") {
						return 0, 0
					}
					once = f.status == 409
					return f.status, f.code
				}
			})
			c.done(c.Slash(c.alice, c.Private(c.alice), "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}))
			c.Wait("the move, or why not", func() bool {
				for _, channel := range c.Channels {
					if (channel == first || channel.Parent != nil || channel.With != nil) && count(channel, f.want) > 0 {
						return true
					}
				}
				return false
			})
		})
	}
}

// TestDirectChannelRefused has Discord refuse a direct channel with an unrelated error code. Later
// messages are delivered.
func TestDirectChannelRefused(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() {
		c.Fail = func(route string, _ []byte) (int, int) {
			if route == "POST /users/@me/channels" {
				return 400, 50033
			}
			return 0, 0
		}
	})
	c.done(c.Slash(c.alice, c.Private(c.alice), "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach"}))
	c.Wait("a message that is given up", func() bool { return c.memo("user/" + c.bob.ID + "/missed") })
}

// TestUnknownChannel plays in a channel that the state lacks and the bot may not read. The game
// stays there.
func TestUnknownChannel(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.Tamper = leaveOut("GUILD_CREATE", "channels", "threads")
		c.Fail = func(route string, _ []byte) (int, int) {
			if route == "GET /channels/{channel}" {
				return 404, 0
			}
			return 0, 0
		}
	})
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept"))
	c.said(in(c.games), "Game 1 begins", "[Move]")
}

// TestNoSuchChannel seeks in a channel that is deleted in the meantime. The user is told
// in private.
func TestNoSuchChannel(t *testing.T) {
	c := newClub(t, nil)
	c.Delete(c.games)
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach"}))
	c.said(in(c.Private(c.bob)), "The channel where this was is gone", "alice challenges bob")
}
