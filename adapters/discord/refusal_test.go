package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// isAnswer reports whether a request holds an answer to an interaction, and not the promise of one.
func isAnswer(route string, body []byte) bool {
	return strings.Contains(route, "webhooks") || strings.Contains(route, "callback") && !strings.HasPrefix(string(body), `{"type":5`)
}

// TestAnswerFails has Discord fail over answers in every manner, or refuse them: the user is answered all the same.
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

// TestForum plays in a post of a forum. When it is locked, the forum itself takes no messages, and the game goes
// on in private.
func TestForum(t *testing.T) {
	c := newClub(t, func(c *club) { c.games.Type = 15 })
	post := c.games.AddThread("play here")
	c.done(c.Slash(c.alice, post, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(post), "alice challenges bob"), "Accept"))
	c.said(in(post), "Game 1 begins", "[Move]")
	c.flush()
	c.Look(func() { post.Locked = true })
	c.done(c.Slash(c.alice, c.Private(c.alice), "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}))
	c.said(in(c.Private(c.bob)), "at the moment", "alice plays Unicorn bb1-cc2", "[Move]")
}

// TestNoMoreThreads has Discord refuse the thread after the game is announced: it is announced once, and stays in the channel.
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
	c.Look(func() {
		if n := count(c.games, "raumbot: Game 1: Raumschach"); n != 1 {
			t.Errorf("announced %d times", n)
		}
	})
}

// TestThreadRenameAndReply renames the thread to a move, which plays nothing; a move in a reply to the bot's message is
// played, even where the bot has neither the message content intent nor the history.
func TestThreadRenameAndReply(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.MessageContent = false })
	c.begin("raumschach")
	card := c.said(c.thread("1"), "Game 1 begins")
	var thread *discordtest.Channel
	c.Look(func() { thread = c.thread("1")() })
	c.Rename(c.alice, thread, "<@"+c.Bot.ID+"> ab2-ab3")
	c.Reply(c.alice, card, "well, well")
	c.Reply(c.alice, card, "bb1-cc2")
	c.said(in(thread), "alice plays Unicorn bb1-cc2")
	c.Change(c.guild, func() { c.guild.BotRole &^= discordtest.ReadHistory })
	c.Say(c.bob, thread, "<@"+c.Bot.ID+"> rubbish")
	c.said(in(c.Private(c.bob)), "rubbish")
	c.said(in(thread), "answered you in a direct message")
	c.flush()
	c.Look(func() {
		if n := count(thread, "raumbot: "); n != 3 || count(thread, "ab2-ab3", "raumbot: ") > 0 {
			t.Errorf("the thread has %d messages of the bot", n)
		}
	})
}

// TestGlobalLimit has Discord limit everything together: nothing is asked for until that is over.
func TestGlobalLimit(t *testing.T) {
	c := newClub(t, nil)
	const sought, lanes = 20, 8 // who delivers in another lane may have asked before the first is refused
	var all []*discordtest.Interaction
	var until time.Time
	refused := 0 // since the last time to wait was over
	c.Look(func() {
		c.Halt = func() time.Duration {
			answered := len(all) == sought && !slices.ContainsFunc(all, func(i *discordtest.Interaction) bool { return !i.Done })
			if answered && !until.IsZero() { // answers are no concern of that limit: they do not wait for its end
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

// TestAdministrator makes the bot an administrator and grants it nothing else: it may do everything, whatever a channel says.
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

// TestTokenDeniedOnce has Discord reject the token once, as happens in outages: the message is sent later.
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

// TestCrashAfterSend kills the bot after Discord has accepted a message and before that is recorded, and restarts it when the nonce
// has expired: the message is not sent again.
func TestCrashAfterSend(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.flush()
	c.Look(func() {
		c.After = func(route string) int {
			if route == "POST /channels/{channel}/messages" {
				return 500 // the message is there, and the bot does not hear of it
			}
			return 0
		}
	})
	var thread *discordtest.Channel
	c.Look(func() { thread = c.thread("1")() })
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"}))
	c.said(in(thread), "alice plays Unicorn bb1-cc2")
	c.stop()
	c.Look(func() { c.After = nil })
	c.Age()
	c.start()
	c.flush()
	c.Look(func() {
		if n := count(thread, "alice plays"); n != 1 {
			t.Errorf("said %d times", n)
		}
	})
}
