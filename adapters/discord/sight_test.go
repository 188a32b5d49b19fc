package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestStaffGame plays in a channel that not everybody sees, in a private thread, and in a public
// channel. Other users on the server are shown only the last game; users who see the first channel
// are also shown the games in its threads.
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

// TestChannelBecomesPrivate hides the channel of a game from others on its server. They are no
// longer shown the game by any command or completion, and no longer follow it.
func TestChannelBecomesPrivate(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageGuild })
	eve := c.AddUser("eve")
	hall := c.guild.AddChannel("hall")
	c.begin("raumschach")
	c.done(c.Slash(eve, hall, "watch", discordtest.Options{"id": 1}))
	c.done(c.Slash(c.alice, hall, "watch", discordtest.Options{"id": 1, "where": "here"}))
	asked := func(command string, options discordtest.Options) string {
		t.Helper()
		return c.done(c.Slash(eve, hall, command, options))
	}
	if text := asked("board", discordtest.Options{"id": 1}); !strings.Contains(text, "alice (White)") {
		t.Fatalf("the game is not shown where all see it: %s", text)
	}
	c.Change(c.guild, func() { c.games.Staff = true })
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "ab2-ab3"}))
	c.said(in(thread), "ab2-ab3")
	for _, command := range []string{"board", "game show", "log", "moves", "captured", "attackers", "export", "replay", "analyse", "watch", "try", "publish"} {
		options := discordtest.Options{"id": 1}
		if command == "attackers" {
			options["cell"] = "ab3"
		}
		if command == "try" {
			options["moves"] = "ab4-ab3"
		}
		if text := asked(command, options); strings.Contains(text, "ab2-ab3") || strings.Contains(text, "alice") || strings.Contains(text, ".png") {
			t.Errorf("/%s shows %s", command, text)
		}
	}
	if text := asked("games", discordtest.Options{"whose": "all"}); strings.Contains(text, "alice") {
		t.Errorf("/games whose:all shows %s", text)
	}
	if text := asked("watching", nil); strings.Contains(text, "alice") {
		t.Errorf("/watching shows %s", text)
	}
	for _, command := range []string{"board", "log", "watch"} {
		typed := c.Type(eve, hall, command, "id", nil)
		c.done(typed)
		c.Look(func() {
			if len(typed.Choices) > 0 {
				t.Errorf("/%s proposes %v", command, typed.Choices)
			}
		})
	}
	c.flush()
	private := c.Private(eve)
	c.Look(func() {
		for _, place := range []*discordtest.Channel{hall, private} {
			for _, m := range place.Messages {
				if strings.Contains(m.Screen(), "ab2-ab3") {
					t.Errorf("a spectator is shown %s", m.Screen())
				}
			}
		}
	})
	if text := c.done(c.Slash(eve, c.games, "board", discordtest.Options{"id": 1})); !strings.Contains(text, "alice (White)") {
		t.Errorf("those who still see the channel are shown %s", text)
	}
}

// TestHiddenChannels asks for the channels in which the bot lacks permissions. A channel that not
// everybody sees is named only to those who see it, and not in the greeting: managing one channel
// shows nobody the others.
func TestHiddenChannels(t *testing.T) {
	const manageChannels = 1 << 4
	var eve *discordtest.User
	c := newClub(t, func(c *club) {
		eve = c.AddUser("eve")
		c.guild.Roles[c.alice.ID] = discordtest.Administrator
		c.guild.Roles[c.bob.ID] = discordtest.ManageGuild
		staff := c.guild.AddChannel("layoffs")
		staff.Staff, staff.Deny = true, discordtest.SendMessages
		staff.Grant = map[string]int64{c.bob.ID: discordtest.ViewChannel}
		c.games.Grant = map[string]int64{eve.ID: manageChannels}
		c.guild.AddChannel("hall").Deny = discordtest.SendMessages
	})
	m := c.said(in(c.games), "tells organisers", "[Play the computer]", "[Learn in five minutes]", "[See a game]")
	c.Look(func() {
		if strings.Contains(m.Content, "layoffs") || strings.Contains(m.Content, "#hall") {
			t.Errorf("all read %s", m.Screen())
		}
	})
	if text := c.done(c.Press(c.bob, m, "Learn in five minutes")); !strings.Contains(text, "bob alone") {
		t.Errorf("the button of the greeting answers %s", text)
	}
	for u, told := range map[*discordtest.User]bool{c.alice: true, c.bob: true, eve: false} {
		text := c.done(c.Slash(u, c.games, "setup", nil))
		if !strings.Contains(text, "#hall: Send Messages") || strings.Contains(text, "layoffs") != told {
			t.Errorf("%s is told %s", u.Name, text)
		}
	}
}

// TestSetupHidesChannels asks in one channel which permissions are missing. Whoever may manage that
// channel is not told the name of another that they do not see.
func TestSetupHidesChannels(t *testing.T) {
	c := newClub(t, nil)
	eve, staff := c.AddUser("eve"), c.guild.AddChannel("secret-plans")
	c.Change(c.guild, func() {
		staff.Staff, staff.Deny = true, discordtest.AttachFiles
		c.games.Deny = discordtest.AttachFiles
		c.games.Grant = map[string]int64{eve.ID: discordtest.ManageChannels}
		c.guild.Roles[c.alice.ID] = discordtest.Administrator
	})
	if text := c.done(c.Slash(eve, c.games, "setup", nil)); strings.Contains(text, "secret-plans") || !strings.Contains(text, "#games") {
		t.Errorf("eve is told: %s", text)
	}
	if text := c.done(c.Slash(c.alice, c.games, "setup", nil)); !strings.Contains(text, "#secret-plans") {
		t.Errorf("an administrator is told: %s", text)
	}
}
