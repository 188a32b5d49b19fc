package discord_test

import (
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestVote has a channel play against the computer: a move is proposed by a slash command and with
// the button Move, and voted for with a button. What anybody votes is told to them alone.
func TestVote(t *testing.T) {
	c := newClub(t, nil)
	c.done(c.Slash(c.alice, c.games, "room teamgame", discordtest.Options{"level": 1, "variant": "raumschach", "colour": "white", "pace": "1d", "known": 0, "quorum": 3}))
	c.said(c.thread("1"), "Everybody here plays as Team 1")
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "room vote", discordtest.Options{"move": "ab2-ab3"}))
	c.said(in(thread), "alice proposes", "ab2-ab3")
	if text := c.done(c.Press(c.bob, c.onlyCard(), "Move")); !contains(text, []string{"bob alone", "Which piece"}) {
		t.Errorf("Move answers %s", text)
	}
	if text := c.done(c.Slash(c.bob, thread, "room vote", discordtest.Options{"move": "ac2-ac3"})); contains(text, []string{"ab2-ab3"}) {
		t.Errorf("a proposal answers %s", text)
	}
	c.said(in(thread), "bob proposes", "ac2-ac3")
	if text := c.done(c.Press(c.alice, c.onlyCard(), "Vote for ab2-ab3")); !contains(text, []string{"alice alone", "Your vote in game 1 is for"}) {
		t.Errorf("a vote answers %s", text)
	}
	c.done(c.Press(c.bob, c.onlyCard(), "Vote for ab2-ab3"))
	c.said(in(thread), "The votes", "ab2-ab3` 2")
	c.said(in(thread), "Computer, level 1", "plays")
	if text := c.done(c.Slash(c.bob, thread, "room team", nil)); !contains(text, []string{"bob alone", "alice is the captain", "2 people have voted"}) {
		t.Errorf("the team is told as %s", text)
	}
}
