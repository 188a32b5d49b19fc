package discord_test

import (
	"testing"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/throttle"
)

// TestEditedMessage edits a move that was refused, which is then played, and the same message once
// more, which changes nothing: its author is told so once, in private.
func TestEditedMessage(t *testing.T) {
	c := newClub(t, nil)
	thread := c.begin("raumschach")
	m := c.Say(c.alice, thread, "ab2-ab5")
	c.said(in(thread), "ab5")
	c.Edit(m, "ab2-cc4")
	c.said(in(thread), "cc4")
	c.Edit(m, "ab2-ab3")
	c.said(in(thread), "alice plays Pawn ab2-ab3")
	c.Edit(m, "ab2-ab3") // Discord repeats the event when it adds a preview
	private := c.Private(c.alice)
	c.Edit(m, "bb1-cc2")
	c.said(in(private), "stays as it is")
	c.Edit(m, "bb1-dd3")
	c.done(c.Slash(c.alice, thread, "board", nil)) // handled after the edit
	c.flush()
	c.Look(func() {
		if n := count(private, "stays as it is"); n != 1 {
			t.Errorf("alice is told %d times: %v", n, c.privateOf(c.alice))
		}
		if n := count(thread, "alice plays"); n != 1 {
			t.Errorf("%d moves are played", n)
		}
	})
	// What was not for the bot is not read again.
	idle := c.Say(c.bob, c.games, "good luck")
	c.Edit(idle, "ab4-ab3")
	c.done(c.Slash(c.bob, c.games, "board", discordtest.Options{"id": 1}))
	c.Look(func() {
		if n := count(thread, "bob plays"); n != 0 {
			t.Error("an edit of something else is a move")
		}
	})
}

// TestEditedInHaste edits a message that was refused because its author asked too much, which the
// author is not told each time. The edit is refused likewise, and the next one, a move, is played.
func TestEditedInHaste(t *testing.T) {
	c := newClub(t, func(c *club) { c.limits = throttle.Limits{User: 3, Room: 120} })
	c.begin("raumschach")
	var m *discordtest.Message
	at := "<@" + c.Bot.ID + "> "
	for range 10 {
		m = c.Say(c.alice, c.games, at+"help")
	}
	c.Edit(m, at+"games")
	c.Edit(m, at+"1 bb1-cc2")
	c.said(c.thread("1"), "alice plays Unicorn bb1-cc2")
	c.Look(func() {
		if n := count(c.games, "Say it again in"); n > 1 {
			t.Errorf("the refusal is said %d times", n)
		}
	})
}
