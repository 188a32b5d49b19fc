package discord_test

import (
	"fmt"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestEveryFailure makes each kind of request fail in every way, repeatedly while a game is played.
// In the end no message waits for delivery, and no message was posted twice in a place.
func TestEveryFailure(t *testing.T) {
	t.Parallel()
	for _, route := range []string{
		"GET /gateway/bot", "GET /applications/@me", "POST /users/@me/channels", "GET /channels/{channel}", "POST /channels/{channel}/messages",
		"PATCH /channels/{channel}/messages/{message}", "POST /channels/{channel}/messages/{id}/threads", "PUT /applications/{app}/commands",
		"POST /interactions/{id}/{token}/callback", "POST /webhooks/{app}/{token}", "PATCH /webhooks/{app}/{token}/messages/{id}",
	} {
		for _, f := range []struct{ status, code int }{
			{500, 0}, {502, 0}, {503, 0}, {504, 0}, {520, 0}, {429, 0}, {405, 0}, {403, 50013}, {403, 0}, {404, 10003}, {404, 0}, {400, 50035},
		} {
			if strings.HasPrefix(route, "PUT") && f.status/100 == 4 && f.status != 429 {
				continue // without commands nothing can be asked
			}
			t.Run(fmt.Sprintf("%s/%d-%d", route, f.status, f.code), func(t *testing.T) {
				times := 2
				if f.status/100 == 4 && f.status != 429 {
					times = 1 // a second failure would hit the message that replaces the first
				}
				left, begun := times, false
				c := newClub(t, func(c *club) {
					c.Tamper = leaveOut("GUILD_CREATE", "channels", "threads") // the bot has to request them
					c.Fail = func(r string, _ []byte) (int, int) {
						if r != route || left == 0 || !begun && strings.HasPrefix(r, "POST") { // which greets
							return 0, 0
						}
						left--
						return f.status, f.code
					}
				})
				c.Look(func() { begun = true })
				for _, step := range []struct {
					who     *discordtest.User
					command string
					options discordtest.Options
					then    string
				}{
					{c.alice, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}, "alice challenges bob"},
					{c.bob, "accept", nil, "Game 1 begins"},
					{c.alice, "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}, "alice plays Unicorn bb1-cc2"},
				} {
					c.Look(func() { left = times })
					c.Slash(step.who, c.games, step.command, step.options)
					c.mustSayOnce(step.then)
				}
				c.Look(func() { left = times })
				c.Slash(c.bob, c.games, "board", discordtest.Options{"id": 1})
				c.Look(func() { left = 0 })
				c.done(c.Slash(c.bob, c.games, "games", nil))
			})
		}
	}
}

// mustSayOnce waits until a message with some words, or the remark that Discord refused it, has
// been posted somewhere. It makes sure that no channel has it twice.
func (c *club) mustSayOnce(words string) {
	c.t.Helper()
	c.Wait(words, func() bool {
		said := false
		for _, channel := range c.Channels {
			said = said || count(channel, words) > 0 || count(channel, "Discord didn't accept") > 0
		}
		return said
	})
	c.flush()
	c.Look(func() {
		for _, channel := range c.Channels {
			if n := count(channel, words); n > 1 {
				c.t.Errorf("%q is said %d times", words, n)
			}
		}
	})
}
