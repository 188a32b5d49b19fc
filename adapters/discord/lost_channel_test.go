package discord_test

import (
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// TestLostPlaces deletes the thread and the channel of a game one after the other. No move is lost,
// and each time the bot says where the game continues.
func TestLostPlaces(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	moves := plies(whole["raumschach"])
	play := func(u *discordtest.User, p ply) { // in private, so that no channel is needed
		t.Helper()
		if text := c.done(c.Slash(u, c.Private(u), "move", discordtest.Options{"id": 1, "move": p.text()})); strings.Contains(text, "wrong") {
			t.Fatal(text)
		}
	}
	var first *discordtest.Channel
	c.Look(func() { first = c.thread("1")() })

	c.Delete(first)
	play(c.alice, moves[0])
	m := c.said(c.thread("1"), "The earlier thread of this game was deleted, so it goes on in this one", "alice plays Unicorn bb1-cc2")
	c.mustPing(m, c.bob)
	c.settled(1)
	play(c.bob, moves[1])
	c.said(c.thread("1"), "bob plays Unicorn dd5-ce4")
	c.told(c.games, "raumbot: Game 1: Raumschach", 2)

	var second *discordtest.Channel
	c.Look(func() { second = c.thread("1")() })
	c.Delete(second)
	c.Delete(c.games)
	play(c.alice, moves[2])
	c.said(in(c.Private(c.bob)), "The channel where this was is gone", "alice plays Queen bc1-de1", "[Move]")
	c.flush()

	// From then on the game continues in direct messages to both players.
	play(c.bob, moves[3])
	c.said(in(c.Private(c.alice)), "Checkmate!")
	c.said(in(c.Private(c.bob)), "Checkmate!")
}

// mustPing makes sure that a message notifies somebody and nobody else.
func (c *club) mustPing(m *discordtest.Message, users ...*discordtest.User) {
	c.t.Helper()
	c.Look(func() {
		same := len(m.Pinged) == len(users)
		for i := range users {
			same = same && m.Pinged[i] == users[i].ID
		}
		if !same {
			c.t.Errorf("%v are notified by %s", m.Pinged, m.Screen())
		}
	})
}

// TestNoOtherThread deletes a thread in a channel in which the bot may not open another. The game
// continues in the channel, and the bot says so.
func TestNoOtherThread(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.Change(c.guild, func() { c.games.Deny = discordtest.CreateThreads })
	thread := c.gameThread()
	c.Delete(thread)
	c.done(c.Slash(c.alice, c.games, "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}))
	c.said(in(c.games), "so it goes on in this channel", "alice plays Unicorn bb1-cc2")
	c.done(c.Slash(c.bob, c.games, "move", discordtest.Options{"id": 1, "move": "dd5-ce4"}))
	c.said(in(c.games), "bob plays Unicorn dd5-ce4")
}

// TestPermissionsWithdrawn revokes permissions for a while. The game waits, and continues in the
// same channel.
func TestPermissionsWithdrawn(t *testing.T) {
	c := newClub(t, func(c *club) { c.grace = time.Hour })
	thread := c.begin("raumschach")
	for n, missing := range []int64{discordtest.SendInThreads, discordtest.ViewChannel} {
		c.flush()
		tries := 0
		c.Change(c.guild, func() {
			c.games.Deny = missing
			tries = c.Requests["POST /channels/{channel}/messages"]
		})
		u, p := []*discordtest.User{c.alice, c.bob}[n], plies(whole["raumschach"])[n]
		c.done(c.Slash(u, c.Private(u), "move", discordtest.Options{"id": 1, "move": p.text()}))
		c.Wait("two tries", func() bool { return c.Requests["POST /channels/{channel}/messages"] >= tries+2 })
		c.Change(c.guild, func() { c.games.Deny = 0 })
		c.said(in(thread), u.Name+" plays")
	}
	c.flush()
	c.Look(func() {
		if m := count(c.games, "goes on"); m > 0 || len(c.privateOf(c.alice)) > 0 {
			t.Error("the game has gone elsewhere")
		}
	})
}

// TestComesHome closes the thread of a game to the bot for one move, in every way, and opens it
// again. In the meantime both players get the messages of the game in private; after that the game
// continues in its thread. All messages in the thread are answered.
func TestComesHome(t *testing.T) {
	for name, try := range map[string]struct {
		close, open func(*club, *discordtest.Channel)
	}{
		"permission": {
			func(c *club, _ *discordtest.Channel) { c.games.Deny = discordtest.SendInThreads },
			func(c *club, _ *discordtest.Channel) { c.games.Deny = 0 },
		},
		"locked": {
			func(_ *club, thread *discordtest.Channel) { thread.Locked = true },
			func(_ *club, thread *discordtest.Channel) { thread.Locked = false },
		},
		"thrown out": {
			func(c *club, _ *discordtest.Channel) { c.guild.Gone = true },
			func(c *club, _ *discordtest.Channel) { c.guild.Gone = false },
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, nil)
			c.begin("raumschach")
			moves := plies(whole["raumschach"])
			thread := c.gameThread()
			c.Change(c.guild, func() { try.close(c, thread) })
			c.done(c.Slash(c.alice, c.Private(c.alice), "move", discordtest.Options{"id": 1, "move": moves[0].text()}))
			c.said(in(c.Private(c.bob)), "at the moment", "alice plays Unicorn bb1-cc2", "[Move]")
			c.said(in(c.Private(c.alice)), "at the moment", "alice plays Unicorn bb1-cc2")
			if name == "permission" { // where the bot still reads
				c.Say(c.bob, thread, "dd5-dd9")
				c.said(in(c.Private(c.bob)), "no cell")
			}
			c.flush()
			c.Change(c.guild, func() { try.open(c, thread) })
			c.Say(c.bob, thread, moves[1].text())
			c.said(in(thread), "bob plays Unicorn dd5-ce4", "[Move]")
			c.flush()
			c.Look(func() {
				if n := count(c.games, "goes on"); n > 0 || count(thread, "alice plays") > 0 {
					t.Error("the game was elsewhere")
				}
			})
		})
	}
}

// TestPrivateThread removes the bot from a private thread in which a game is played. The game
// continues in direct messages, and nothing is posted in the parent channel, which more people
// can read.
func TestPrivateThread(t *testing.T) {
	c := newClub(t, nil)
	thread := c.games.AddThread("for two")
	c.Change(c.guild, func() { thread.Type = 12 })
	c.done(c.Slash(c.alice, thread, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(thread), "alice challenges bob"), "Accept"))
	c.said(in(thread), "Game 1 begins")
	c.flush()
	c.Look(func() { thread.Removed = true })
	c.done(c.Slash(c.alice, c.Private(c.alice), "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}))
	c.said(in(c.Private(c.bob)), "so I'm writing to you", "alice plays Unicorn bb1-cc2")
	c.flush()
	c.told(c.games, "raumbot: ", 1) // the greeting
}

// TestThreadDeletedAndBotRemoved deletes a thread, and removes the bot from a server: nothing
// is retried.
func TestThreadDeletedAndBotRemoved(t *testing.T) {
	c := newClub(t, func(c *club) { c.grace = time.Hour })
	thread := c.begin("raumschach")
	c.Delete(thread)
	c.done(c.Slash(c.alice, c.games, "move", discordtest.Options{"id": 1, "move": "bb1-cc2"}))
	c.said(c.thread("1"), "so it goes on in this one", "alice plays Unicorn bb1-cc2")
	c.flush()
	c.Change(c.guild, func() { c.guild.Gone = true })
	c.done(c.Slash(c.bob, c.Private(c.bob), "move", discordtest.Options{"id": 1, "move": "dd5-ce4"}))
	c.said(in(c.Private(c.alice)), "so I'm writing to you", "bob plays")
}

// TestArchivedThread writes in a thread that was archived when the bot connected. It has the
// settings of its channel and server, and the bot requests it once.
func TestArchivedThread(t *testing.T) {
	var thread *discordtest.Channel
	c := newClub(t, func(c *club) {
		c.guild.Locale = "de"
		c.guild.Roles[c.alice.ID] = discordtest.ManageChannels
		thread = c.games.AddThread("talk")
		thread.Asleep = true
	})
	c.done(c.Slash(c.alice, c.games, "organise settings", discordtest.Options{"variant": "raumschach"}))
	// The settings of the channel determine the variant.
	c.done(c.Slash(c.bob, thread, "challenge", discordtest.Options{"name": c.alice}))
	m := c.said(in(thread), "bob fordert alice heraus", "Raumschach")
	c.Look(func() {
		if m.Buttons[0].Label != "Annehmen" {
			t.Errorf("not in German: %s", m.Screen())
		}
		thread.Asleep = true
	})
	c.stop()
	c.start()
	c.Say(c.alice, thread, "<@"+c.Bot.ID+"> room pace 3d")
	c.said(in(thread), "3 Tage")
	c.flush()
	asked := 0
	c.Look(func() { asked = c.Requests["GET /channels/{channel}"] })
	c.Say(c.alice, thread, "<@"+c.Bot.ID+"> room pace 4d")
	c.said(in(thread), "4 Tage")
	c.Look(func() {
		if n := c.Requests["GET /channels/{channel}"]; n != asked || n == 0 {
			t.Errorf("asked %d times", n)
		}
	})
}

// TestLostPermissions takes one permission after the other away.
func TestLostPermissions(t *testing.T) {
	c := newClub(t, func(c *club) { c.games.Deny = discordtest.CreateThreads })
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept"))
	c.said(in(c.games), "Game 1 begins", "board-1-", "[Move]") // no thread
	moves := plies(whole["raumschach"])

	c.Change(c.guild, func() { c.games.Deny |= discordtest.AttachFiles })
	c.done(c.Slash(c.alice, c.games, "move", discordtest.Options{"move": moves[0].text()}))
	m := c.said(in(c.games), "alice plays", "I lack the permission Attach Files")
	c.Look(func() {
		if len(m.Files) > 0 || len(m.Buttons) != 4 {
			t.Error(m.Screen())
		}
	})
	text := c.done(c.Slash(c.bob, c.games, "setup", nil))
	if !contains(text, []string{"bob alone", "#games: Attach Files (to show pictures of the board), Create Public Threads"}) {
		t.Error(text)
	}

	// Without the bot in the server at all, the game goes on in private.
	c.flush()
	c.Change(c.guild, func() { c.guild.Gone = true })
	c.done(c.Slash(c.bob, c.Private(c.bob), "move", discordtest.Options{"move": moves[1].text()}))
	c.said(in(c.Private(c.alice)), "bob plays Unicorn dd5-ce4")
}

// TestDirectMessagesClosed plays in private with a user who accepts no direct messages. The user is
// told when they next use the bot.
func TestDirectMessagesClosed(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() { c.bob.Closed = true })
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white", "sight": "private"}))
	c.flush()
	i := c.Slash(c.bob, c.games, "games", nil)
	c.Wait("the confession", func() bool { return len(i.Answers) == 2 })
	if text := c.done(i); !contains(text, []string{"Challenge 1 from alice", "you don't accept direct messages", "`/games`"}) {
		t.Error(text)
	}
	c.Look(func() { c.bob.Closed = false })
	if text := c.done(c.Slash(c.bob, c.games, "accept", nil)); strings.Contains(text, "don't accept direct") {
		t.Error(text)
	}
	c.said(in(c.Private(c.alice)), "Game 1 begins")
	c.said(in(c.Private(c.bob)), "Game 1 begins")
}

// TestReadOnly lets the bot read a channel in which it may not write. It answers messages there
// in private.
func TestReadOnly(t *testing.T) {
	c := newClub(t, nil)
	c.Change(c.guild, func() { c.games.Deny = discordtest.SendMessages })
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> qwertz")
	c.said(in(c.Private(c.alice)), "qwertz")
}

// TestModerated has Discord's automatic moderation refuse a message. The players are told that
// there was one, and later messages are delivered.
func TestModerated(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.Look(func() { c.Forbidden = "bb1-cc2" })
	moves := plies(whole["raumschach"])
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": moves[0].text()}))
	c.said(in(thread), "Discord didn't accept what I had to say here", "`/games`")
	c.done(c.Slash(c.bob, thread, "move", discordtest.Options{"move": moves[1].text()}))
	c.said(in(thread), "bob plays")
}
