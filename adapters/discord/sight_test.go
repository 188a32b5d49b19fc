package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestStaffGame plays in a channel that not everybody sees, in a private thread, and in a channel for all: others on the server are shown
// the last alone, while those who see the channel are shown what is in its threads.
func TestStaffGame(t *testing.T) {
	c := newClub(t, nil)
	eve := c.AddUser("eve")
	staff, hall := c.guild.AddChannel("staff"), c.guild.AddChannel("hall")
	c.Change(c.guild, func() { staff.Staff = true })
	private := c.games.AddThread("for two")
	c.Change(c.guild, func() { private.Type = 12 })
	for _, place := range []*discordtest.Channel{staff, private, c.games} {
		c.done(c.Slash(c.alice, place, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
		c.done(c.Press(c.bob, c.said(in(place), "alice challenges bob"), "Accept"))
		c.flush()
	}
	for _, try := range []struct {
		where *discordtest.Channel
		shown []bool
	}{
		{hall, []bool{false, false, true}}, {c.games, []bool{false, false, true}}, {staff, []bool{true, false, true}}, {private, []bool{false, true, true}},
	} {
		text := c.done(c.Slash(eve, try.where, "games", discordtest.Options{"whose": "all"}))
		for n, shown := range try.shown {
			number := []string{"1", "2", "3"}[n]
			if strings.Contains(text, "Game "+number+", Raumschach") != shown {
				t.Errorf("in %s game %s is listed: %v: %s", try.where.Name, number, !shown, text)
			}
			if text := c.done(c.Slash(eve, try.where, "board", discordtest.Options{"id": n + 1})); strings.Contains(text, "alice (White)") != shown {
				t.Errorf("in %s game %s is shown: %v: %s", try.where.Name, number, !shown, text)
			}
		}
	}
}

// TestHiddenChannels asks where the bot lacks permissions: a channel that not everybody sees is named to organisers alone, and not in
// the greeting that all read.
func TestHiddenChannels(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.guild.Roles[c.alice.ID] = discordtest.ManageGuild
		staff := c.guild.AddChannel("layoffs")
		staff.Staff, staff.Deny = true, discordtest.SendMessages
		c.guild.AddChannel("hall").Deny = discordtest.SendMessages
	})
	m := c.said(in(c.games), "#hall: Send Messages")
	c.Look(func() {
		if strings.Contains(m.Content, "layoffs") {
			t.Errorf("all read %s", m.Screen())
		}
	})
	for u, told := range map[*discordtest.User]bool{c.alice: true, c.bob: false} {
		text := c.done(c.Slash(u, c.games, "setup", nil))
		if !strings.Contains(text, "#hall: Send Messages") || strings.Contains(text, "layoffs") != told {
			t.Errorf("%s is told %s", u.Name, text)
		}
	}
}
