package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestCannotAnnounce challenges, seeks and opens a tournament in a channel in which the bot cannot
// write. Only the user who asked is told so, at once, and nothing has happened.
func TestCannotAnnounce(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageGuild })
	c.done(c.Slash(c.alice, c.games, "create", discordtest.Options{"format": "swiss", "variant": "raumschach", "name": "Cup"}))
	thread := c.games.AddThread("talk")
	c.Change(c.guild, func() { c.games.Deny = discordtest.SendMessages | discordtest.SendInThreads })
	for _, channel := range []*discordtest.Channel{c.games, thread} {
		for _, try := range []struct {
			command string
			options discordtest.Options
		}{
			{"challenge", discordtest.Options{"name": c.bob, "variant": "raumschach"}},
			{"seek", discordtest.Options{"variant": "raumschach"}},
			{"manage", discordtest.Options{"id": 1, "verb": "open"}},
		} {
			want := []string{"alice alone", "I can't write in this channel", "Send Messages", "setup"}
			if text := c.done(c.Slash(c.alice, channel, try.command, try.options)); !contains(text, want) || strings.Contains(text, "Done") {
				t.Errorf("/%s: %s", try.command, text)
			}
		}
	}
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> invite <@"+c.bob.ID+"> raumschach")
	c.said(in(c.Private(c.alice)), "I can't write in this channel")
	if text := c.done(c.Slash(c.alice, c.games, "games", nil)); strings.Contains(text, "Challenge") {
		t.Errorf("something has happened: %s", text)
	}
	c.flush()
	c.Look(func() {
		if len(c.privateOf(c.bob)) > 0 {
			t.Errorf("bob has been told: %v", c.privateOf(c.bob))
		}
	})
	// Commands that post nothing in the channel work there.
	for name, options := range map[string]discordtest.Options{
		"challenge": {"name": c.bob, "variant": "raumschach", "sight": "private"}, "seek": nil, "manage": {"id": 1, "verb": "pause"},
	} {
		if text := c.done(c.Slash(c.alice, c.games, name, options)); strings.Contains(text, "can't write") {
			t.Errorf("/%s: %s", name, text)
		}
	}
}
