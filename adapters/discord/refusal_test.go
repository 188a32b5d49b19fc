package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// isAnswer reports whether a request has an answer to an interaction, and not a deferral.
func isAnswer(route string, body []byte) bool {
	return strings.Contains(route, "webhooks") || strings.Contains(route, "callback") && !strings.HasPrefix(string(body), `{"type":5`)
}

// TestAnswerFails makes answers fail in every way, or has Discord refuse them. The user gets an
// answer in all cases.
func TestAnswerFails(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	for _, f := range []struct {
		status, code int
		want         string
	}{
		{500, 0, "go?"}, {503, 0, "go?"}, {429, 0, "board-1-"},
		{403, 50013, "I lack the permission Attach Files"}, {413, 40005, "Discord didn't accept"}, {400, 200000, "Discord didn't accept"},
	} {
		left := 1
		c.Look(func() {
			c.Fail = func(route string, body []byte) (int, int) {
				if left == 0 || !isAnswer(route, body) {
					return 0, 0
				}
				left--
				return f.status, f.code
			}
		})
		if text := c.done(c.Slash(c.alice, c.games, "pick", discordtest.Options{"id": 1, "piece": "bb1"})); !strings.Contains(text, f.want) || left > 0 {
			t.Errorf("%d %d: %s", f.status, f.code, text)
		}
	}
}

// TestNoMoreThreads has Discord refuse the thread after the game was announced. The game is
// announced once, and stays in the channel.
func TestNoMoreThreads(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.Fail = func(route string, _ []byte) (int, int) {
			if strings.HasSuffix(route, "/threads") {
				return 400, 160006
			}
			return 0, 0
		}
	})
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept"))
	c.said(in(c.games), "Game 1 begins", "[Move]")
	for i, p := range plies(whole["raumschach"])[:2] {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[i], c.games, "move", discordtest.Options{"id": 1, "move": p.text()}))
	}
	c.said(in(c.games), "bob plays", "[Move]")
	c.flush()
	c.told(c.games, "raumbot: Game 1: Raumschach", 1)
}

// TestThreadRenameAndReply renames the thread to a move, which is not played. A move in a reply to
// the bot's message is played, even if the bot has neither the message content intent nor the
// permission to read the history.
func TestThreadRenameAndReply(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.MessageContent = false })
	c.begin("raumschach")
	card := c.said(c.thread("1"), "Game 1 begins")
	thread := c.gameThread()
	c.Rename(c.alice, thread, "<@"+c.Bot.ID+"> ab2-ab3")
	c.Reply(c.alice, card, "well, well")
	c.Reply(c.alice, card, "bb1-cc2")
	c.said(in(thread), "alice plays Unicorn bb1-cc2")
	c.Change(c.guild, func() { c.guild.BotRole &^= discordtest.ReadHistory })
	c.Say(c.bob, thread, "<@"+c.Bot.ID+"> qwertz")
	c.said(in(c.Private(c.bob)), "qwertz")
	c.said(in(thread), "answered you in a direct message")
	c.flush()
	c.Look(func() {
		if n := count(thread, "raumbot: "); n != 3 || count(thread, "ab2-ab3", "raumbot: ") > 0 {
			t.Errorf("the thread has %d messages of the bot", n)
		}
	})
}

// TestGlobalLimit has Discord apply the global rate limit. The bot sends no requests until it
// is over.
func TestGlobalLimit(t *testing.T) {
	c := newClub(t, nil)
	// Each lane of delivery may have sent a request before the first is refused.
	const sought, lanes = 20, 8
	var all []*discordtest.Interaction
	var until time.Time
	refused := 0 // since the last time to wait was over
	c.Look(func() {
		c.Halt = func() time.Duration {
			answered := len(all) == sought && !slices.ContainsFunc(all, func(i *discordtest.Interaction) bool { return !i.Done })
			if answered && !until.IsZero() { // answers to interactions are outside the global limit
				return 0
			}
			now := time.Now()
			if !now.Before(until) {
				until, refused = now.Add(time.Second), 0
			}
			if refused++; refused > lanes {
				t.Errorf("request %d is refused while the bot has to wait", refused)
			}
			return until.Sub(now)
		}
	})
	for range sought {
		i := c.Slash(c.AddUser("somebody"), c.guild.AddChannel("more"), "seek", discordtest.Options{"variant": "raumschach"})
		c.Look(func() { all = append(all, i) })
	}
	for _, i := range all {
		c.done(i)
	}
	c.flush()
	if until.IsZero() {
		t.Error("nothing was refused")
	}
}

// TestAdministrator makes the bot an administrator and grants it nothing else. It may do everything
// in every channel.
func TestAdministrator(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.guild.Everyone, c.guild.BotRole = 0, discordtest.Administrator
		c.games.Deny = discordtest.CreateThreads | discordtest.SendMessages
	})
	c.begin("raumschach")
	c.said(c.thread("1"), "Game 1 begins", "board-1-")
	if text := c.done(c.Slash(c.alice, c.games, "setup", nil)); !strings.Contains(text, "I have every permission") {
		t.Error(text)
	}
}

// TestTokenDeniedOnce has Discord reject the token once, as happens in outages: the message is
// sent later.
func TestTokenDeniedOnce(t *testing.T) {
	c := newClub(t, nil)
	denied := false
	c.Look(func() {
		c.Fail = func(route string, _ []byte) (int, int) {
			if denied || !strings.HasPrefix(route, "POST /channels") {
				return 0, 0
			}
			denied = true
			return 401, 0
		}
	})
	c.done(c.Slash(c.alice, c.games, "seek", discordtest.Options{"variant": "raumschach"}))
	c.said(in(c.games), "alice seeks an opponent")
	if !denied {
		t.Error("nothing was denied")
	}
}

// fastClock is a clock that is ahead of Discord's.
type fastClock struct{ ahead time.Duration }

func (c fastClock) Now() time.Time { return time.Now().Add(c.ahead) }

// TestCrashAfterSend kills the bot after Discord has accepted a message, but before that is
// recorded. It restarts the bot after the nonce has expired. The message is not sent again, however
// fast the clock of the bot's machine is.
func TestCrashAfterSend(t *testing.T) {
	for _, ahead := range []time.Duration{0, 3 * time.Second, -time.Hour} {
		t.Run(ahead.String(), func(t *testing.T) { crashAfterSend(t, fastClock{ahead}) })
	}
}

func crashAfterSend(t *testing.T, clock bot.Clock) {
	c := newClub(t, func(c *club) { c.clock = clock })
	c.begin("raumschach")
	c.flush()
	c.Look(func() {
		c.After = func(route string) int {
			if route == "POST /channels/{channel}/messages" {
				return 500 // the message is posted, but the bot does not learn that
			}
			return 0
		}
	})
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"}))
	c.said(in(thread), "alice plays Unicorn bb1-cc2")
	c.stop()
	c.Look(func() { c.After = nil })
	c.Age()
	c.start()
	c.flush()
	c.told(thread, "alice plays", 1)
}
