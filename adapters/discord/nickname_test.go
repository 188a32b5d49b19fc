package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// call gives a user a name of their own on the club's server, or none.
func (c *club) call(u *discordtest.User, name string) {
	c.Look(func() { c.guild.Nicknames[u.ID] = name })
}

// TestNickname calls a player in the messages of a server by their name there, and follows its
// changes. The name notifies nobody, is not used elsewhere, and is forgotten with the player.
func TestNickname(t *testing.T) {
	c := newClub(t, nil)
	abroad := c.AddGuild("Abroad").AddChannel("games")
	c.call(c.alice, "Zoë <@&"+c.guild.ID+"> @everyone")
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	m := c.said(in(c.games), "Zoë", "(alice) challenges bob")
	c.mustPing(m, c.bob)
	if text := m.Shown(); strings.Contains(text, "@everyone") || strings.Contains(text, " <@&") {
		t.Errorf("the name is markup: %s", text)
	}
	c.call(c.alice, "Zoë")
	c.done(c.Press(c.bob, m, "Accept"))
	c.settled(1)
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "ab2-ab3"}))
	moved := c.said(in(thread), "Zoë", "ab2-ab3")
	if strings.Contains(moved.Shown(), "alice") || !strings.Contains(thread.Name, "Zoë") {
		t.Errorf("in %s: %s", thread.Name, moved.Screen())
	}
	c.call(c.alice, "")
	c.done(c.Slash(c.alice, thread, "draw", discordtest.Options{}))
	c.said(in(thread), "alice offers")

	c.call(c.alice, "Zoë")
	c.done(c.Slash(c.alice, thread, "note", discordtest.Options{"text": "a plan"}))
	if text := c.done(c.Slash(c.alice, abroad, "board", discordtest.Options{"id": 1})); strings.Contains(text, "Zoë") || !strings.Contains(text, "alice (White)") {
		t.Errorf("on another server: %s", text)
	}
	if text := c.done(c.Slash(c.bob, c.games, "board", discordtest.Options{"id": 1})); !strings.Contains(text, "Zoë (White)") {
		t.Errorf("on the server itself: %s", text)
	}

	again := discordtest.Options{"name": c.alice, "variant": "raumschach"}
	c.done(c.Slash(c.bob, c.games, "challenge", again))
	if text := c.done(c.Slash(c.bob, c.games, "challenge", again)); !strings.Contains(text, "asked Zoë for that already") {
		t.Errorf("a refusal on the server: %s", text)
	}

	key := "user/" + c.alice.ID + "/name/server/" + c.guild.ID
	if !c.memo(key) {
		t.Fatal("the name is not stored under " + key)
	}
	private := c.Private(c.alice)
	c.Say(c.alice, private, "forget me")
	c.done(c.Press(c.alice, c.said(in(private), "This forgets"), "Forget me"))
	if c.memo(key) {
		t.Error("the name on the server outlives the player")
	}
}

// TestNicknameOfAnother lets somebody take the name of another player on a server. They are shown
// with their user name there.
func TestNicknameOfAnother(t *testing.T) {
	c := newClub(t, nil)
	mallory := c.AddUser("mallory")
	c.begin("raumschach")
	c.call(mallory, "B\u043eb") // with a Cyrillic letter
	c.done(c.Slash(mallory, c.games, "seek", discordtest.Options{"variant": "raumschach"}))
	c.said(in(c.games), "B\u043eb (mallory) seeks an opponent")
}
