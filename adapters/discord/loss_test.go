package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestLostPlaces takes away where a game is played, one thing after the other: no move is lost, and each time the
// bot says where it goes on.
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
	m := c.said(in(c.games), "The thread of this game is gone", "alice plays Unicorn bb1-cc2")
	c.mustPing(m, c.bob)
	c.flush()

	// The next opens another thread.
	play(c.bob, moves[1])
	c.said(c.thread("1"), "bob plays Unicorn dd5-ce4")
	c.settled(1)

	c.Look(func() { c.thread("1")().Locked = true })
	c.Delete(c.games)
	play(c.alice, moves[2])
	c.said(in(c.Private(c.bob)), "I can no longer write where this game was", "alice plays Queen bc1-de1", "[Move]")
	c.flush()

	// From then on the game is in private, with both players.
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

// TestLostPermissions takes one permission after the other away.
func TestLostPermissions(t *testing.T) {
	c := newClub(t, func(c *club) { c.games.Deny = discordtest.CreateThreads })
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept"))
	c.said(in(c.games), "Game 1 begins", "board.png", "[Move]") // no thread
	moves := plies(whole["raumschach"])

	c.Change(c.guild, func() { c.games.Deny |= discordtest.AttachFiles })
	c.done(c.Slash(c.alice, c.games, "move", discordtest.Options{"move": moves[0].text()}))
	m := c.said(in(c.games), "alice plays", "Attach Files is missing")
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

// TestClosedEars plays in private with somebody who lets nobody write to them: they are
// told when they come back.
func TestClosedEars(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() { c.bob.Closed = true })
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white", "sight": "private"}))
	c.flush()
	i := c.Slash(c.bob, c.games, "games", nil)
	c.Wait("the confession", func() bool { return len(i.Answers) == 2 })
	if text := c.done(i); !contains(text, []string{"Challenge 1 from alice", "Discord did not let me write to you", "`/games`"}) {
		t.Error(text)
	}
	c.Look(func() { c.bob.Closed = false })
	if text := c.done(c.Slash(c.bob, c.games, "accept", nil)); strings.Contains(text, "did not let me") {
		t.Error(text)
	}
	c.said(in(c.Private(c.alice)), "Game 1 begins")
	c.said(in(c.Private(c.bob)), "Game 1 begins")
}

// TestModerated has Discord's automatic moderation refuse a message: the players hear that there was one,
// and what comes behind it is said.
func TestModerated(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.Look(func() { c.Forbidden = "bb1-cc2" })
	moves := plies(whole["raumschach"])
	var thread *discordtest.Channel
	c.Look(func() { thread = c.thread("1")() })
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": moves[0].text()}))
	c.said(in(thread), "Discord did not take what I had to say here", "`/games`")
	c.done(c.Slash(c.bob, thread, "move", discordtest.Options{"move": moves[1].text()}))
	c.said(in(thread), "bob plays")
}
