package discord_test

import (
	"context"
	"testing"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// TestNoticesInLanguageOfMessage sets German for a channel of an English server, then makes
// deliveries fail. Notices about a message are in its language wherever they are sent.
func TestNoticesInLanguageOfMessage(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	moves := plies(whole["raumschach"])
	play := func(u *discordtest.User, p ply) {
		c.done(c.Slash(u, c.Private(u), "move", discordtest.Options{"id": 1, "move": p.text()}))
	}
	decide := bot.Request{
		From: bot.User{UserID: bot.UserID{Platform: discord.Platform, ID: c.alice.ID}, Name: "alice"}, Organiser: true,
		Room: bot.RoomID{Platform: discord.Platform, ID: c.games.ID}, Text: "room language deutsch",
	}
	if _, err := c.service.Handle(context.Background(), decide); err != nil {
		t.Fatal(err)
	}
	thread := c.gameThread()

	c.Change(c.guild, func() { c.games.Deny |= discordtest.AttachFiles })
	play(c.alice, moves[0])
	c.said(in(thread), "alice spielt Einhorn bb1-cc2", "Ich kann hier keine Bilder anhängen")
	c.Look(func() { c.Forbidden = "spielt" })
	play(c.bob, moves[1])
	c.said(in(thread), "Discord hat meine Nachricht hier nicht angenommen")
	c.Look(func() { c.Forbidden = "" })
	c.Look(func() { c.thread("1")().Locked = true })
	c.Delete(c.games)
	play(c.alice, moves[2])
	c.said(in(c.Private(c.bob)), "gerade nicht schreiben", "alice spielt", "[Ziehen]")
}
