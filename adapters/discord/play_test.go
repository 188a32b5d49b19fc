package discord_test

import (
	"testing"

	"raumbot/adapters/discord/discordtest"
)

func TestFirst(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	m := c.said(c.thread("1"), "Game 1 begins")
	t.Log(m.Screen())
	var channel *discordtest.Channel
	c.Look(func() { channel = c.thread("1")() })
	t.Log(c.done(c.Slash(c.alice, channel, "move", discordtest.Options{"move": "ab2-ab3"})))
	t.Log(c.said(c.thread("1"), "alice plays").Screen())
	t.Log(c.done(c.Press(c.bob, m, "More")))
}
