package discord_test

import (
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/throttle"
)

// TestButtonsOfAStranger lets a user who does not play press every button and choose every option
// that they are shown. The game does not change, and nobody else gets a message.
func TestButtonsOfAStranger(t *testing.T) {
	c := newClub(t, nil)
	eve := c.AddUser("eve")
	c.guild.Allow("organise", eve)
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	invitation := c.said(in(c.games), "alice challenges bob")
	for _, label := range []string{"Accept", "Decline"} {
		if text := c.done(c.Press(eve, invitation, label)); !contains(text, []string{"eve alone", "not for you"}) {
			t.Error(text)
		}
	}
	c.done(c.Press(c.bob, invitation, "Accept"))
	c.settled(1)
	card := c.said(c.thread("1"), "Game 1 begins")
	if text := c.done(c.Press(eve, card, "Move")); !contains(text, []string{"eve alone", "Only alice and bob act in game 1"}) {
		t.Error(text)
	}
	for _, label := range []string{"Legal moves", "Views", "More"} {
		i := c.Press(eve, card, label)
		c.done(i)
		var m *discordtest.Message
		c.Look(func() { m = i.Answers[0] })
		for n := range c.menu(m) {
			again := c.Press(eve, card, label) // because the answer has replaced the menu
			c.done(again)
			c.Look(func() { m = again.Answers[0] })
			if text := c.done(c.Choose(eve, m, c.menu(m)[n])); !strings.Contains(text, "eve alone") {
				t.Errorf("%s: %s", label, text)
			}
		}
	}
	// The commands of other users' buttons, and commands that no button has.
	for name, options := range map[string]discordtest.Options{
		"resign": {"id": 1, "sure": "confirm"}, "draw": {"id": 1}, "move": {"id": 1, "move": "ab2-ab3"}, "takeback": {"id": 1},
		"adjudicate": {"id": 1, "verdict": "black", "reason": "because"}, "abort": {"id": 1}, "accept": {"id": 1}, "cancel": {"id": 1},
	} {
		if text := c.done(c.Slash(eve, c.games, name, options)); !strings.Contains(text, "eve alone") || strings.Contains(text, "Done.") {
			t.Errorf("%s: %s", name, text)
		}
	}
	c.flush()
	c.Look(func() {
		if n := count(c.thread("1")(), "raumbot: "); n != 1 || len(card.Buttons) != 4 {
			t.Errorf("the thread has %d messages of the bot", n)
		}
	})
	// An organiser may decide what a stranger may not.
	c.Change(c.guild, func() { c.guild.Roles[eve.ID] = discordtest.ManageGuild })
	thread := c.gameThread()
	asked := c.Slash(eve, thread, "adjudicate", discordtest.Options{"id": 1, "verdict": "black", "reason": "for the test"})
	if text := c.done(asked); !strings.Contains(text, "Decide game 1") {
		t.Errorf("adjudicate asks %q", text)
	}
	var question *discordtest.Message
	c.Look(func() { question = asked.Answers[0] })
	c.done(c.Press(eve, question, "Decide game 1"))
	c.said(c.thread("1"), "for the test")
}

// menu returns the labels of a menu.
func (c *club) menu(m *discordtest.Message) (labels []string) {
	c.Look(func() {
		for _, o := range m.Menu {
			labels = append(labels, o.Label)
		}
	})
	return labels
}

// TestHostileWords plays with hostile names and texts. They notify
// nobody, are not formatted, and are not too long to be sent.
func TestHostileWords(t *testing.T) {
	c := newClub(t, nil)
	for i, name := range []string{
		"@everyone", "<@&1> <@1>", "**bold** `code` ||x||", "# heading\n> quote", "[click](https://evil.example)", strings.Repeat("😀", 32),
		"\u202eevil\u202c", "`", "   ", strings.Repeat("\\", 32), "discord.gg/evil", "\u3164\u2800",
	} {
		eve := c.AddUser(name)
		c.done(c.Slash(eve, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
		c.Wait("the challenge", func() bool { return count(c.games, "challenges bob") == i+1 })
		m := c.said(in(c.games), "challenges bob")
		c.mustPing(m, c.bob)
		c.Look(func() {
			text := escaped.ReplaceAllString(strings.TrimPrefix(m.Content, "<@"+c.bob.ID+"> "), "")
			for _, bad := range []string{"@everyone", "<@", "*", "|", "\n", "[", "]", "https://", "\u202e", "gg/"} {
				if strings.Contains(text, bad) {
					t.Errorf("%q says %q", bad, text)
				}
			}
		})
		c.done(c.Press(c.bob, m, "Decline"))
	}
}

// TestFloodedInteractions sends more commands than a user may, and presses more buttons. Every
// interaction is acknowledged. The user is told once a minute that it is too much; what was not
// carried out is not answered otherwise, and leaves nothing behind.
func TestFloodedInteractions(t *testing.T) {
	var later atomic.Int64 // by how much the adapter's clock is ahead
	c := newClub(t, func(c *club) {
		c.limits = throttle.Limits{User: 4, Room: 1000, Play: 1000}
		c.now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	c.done(c.Slash(c.bob, c.games, "challenge", discordtest.Options{"name": c.alice, "variant": "raumschach"}))
	hello := c.said(in(c.games), "Hello!")
	ask := func(n int, want string) {
		t.Helper()
		text := c.done(c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3}))
		if want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%d: %q, want %q", n, text, want)
		}
	}
	for n := range 12 {
		want := ""
		switch {
		case n < 4:
			want = "3 games"
		case n == 4:
			want = "That is a lot to ask at once"
		}
		ask(n, want)
	}
	if text := c.done(c.Press(c.alice, hello, "See a game")); text != "" {
		t.Errorf("a button is answered with %q", text)
	}
	c.Look(func() {
		if len(hello.Buttons) != 3 {
			t.Errorf("the message is now %s", hello.Screen())
		}
	})
	later.Store(int64(time.Minute))
	ask(13, "That is a lot to ask at once")
	ask(14, "")
}

// escaped matches escaped characters.
var escaped = regexp.MustCompile(`\\[^a-zA-Z0-9 ]`)

// TestHostileOptions fills options with hostile texts.
func TestHostileOptions(t *testing.T) {
	c := newClub(t, nil)
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept"))
	c.settled(1)
	long := strings.Repeat("@everyone ", 590)
	for _, try := range []struct {
		name    string
		options discordtest.Options
		want    string
	}{
		{"challenge", discordtest.Options{"name": c.bob, "variant": "raumschach rated private"}, "There is no game called"},
		{"challenge", discordtest.Options{"by-name": "bob raumschach", "variant": "raumschach"}, "Nobody is known here as"},
		{"challenge", discordtest.Options{"name": c.Bot, "variant": "raumschach"}, "At which level should the computer play"},
		{"note", discordtest.Options{"text": "999 is a number"}, "Noted on game 1"},
		{"note", discordtest.Options{"text": long}, "too long"},
		{"move", discordtest.Options{"move": "1 ab2-ab3"}, "alone"},
		{"move", discordtest.Options{"move": "`<@" + c.bob.ID + ">` ||@here||"}, "alone"},
		{"import", discordtest.Options{"record": long}, "alone"},
		{"board", discordtest.Options{"id": 999999999}, "There is no game 999999999"},
	} {
		text := c.done(c.Slash(c.alice, c.games, try.name, try.options))
		if !strings.Contains(text, try.want) || strings.Contains(text, "@everyone") || strings.Contains(text, "went wrong") {
			t.Errorf("/%s %v: %s", try.name, try.options, text)
		}
	}
	c.flush()
	c.Look(func() {
		for _, channel := range c.Channels {
			for _, m := range channel.Messages {
				if len(m.Pinged) > 2 || strings.Contains(m.Content, "@everyone") {
					t.Error(m.Screen())
				}
			}
		}
	})
}

// TestCharactersAreKept checks that names and notes are shown with their original characters, none
// of which Discord interprets.
func TestCharactersAreKept(t *testing.T) {
	const words = "<b>Zoë</b> <3 👨\u200d👩\u200d👧\u200d👦 <@1> #1"
	c := newClub(t, nil)
	zoe := c.AddUser(words)
	c.done(c.Slash(zoe, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	m := c.said(in(c.games), "challenges bob")
	c.done(c.Press(c.bob, m, "Accept"))
	c.settled(1)
	thread := c.gameThread()
	c.done(c.Slash(zoe, thread, "note", discordtest.Options{"text": words}))
	i := c.Slash(zoe, thread, "notes", nil)
	c.done(i)
	c.Look(func() {
		for what, said := range map[string]string{"name": m.Content, "note": i.Answers[0].Content} {
			if !strings.Contains(asRead(said), words) {
				t.Errorf("the %s is shown as %q", what, said)
			}
			if bare := escaped.ReplaceAllString(said, ""); strings.Contains(bare, "<b") || strings.Contains(bare, "<@1>") {
				t.Errorf("the %s can be taken for markup: %q", what, said)
			}
		}
	})
}

// asRead writes a text as Discord shows it to its reader.
func asRead(text string) string {
	return strings.ReplaceAll(signEscaped.ReplaceAllString(text, "$1"), "\u200b", "")
}

// TestServerOrganisers has a user who manages channels, but not the server, make decisions for the
// whole server. They are refused, although the user organises each channel.
func TestServerOrganisers(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.guild.Roles[c.alice.ID] = discordtest.ManageGuild | discordtest.ManageChannels
		c.guild.Roles[c.bob.ID] = discordtest.ManageChannels
	})
	eve := c.AddUser("eve")
	c.guild.Allow("organise", eve)
	c.done(c.Slash(eve, c.games, "games", nil))
	bar := func(who *discordtest.User, scope bool) string {
		options := discordtest.Options{"name": eve}
		if scope {
			options["scope"] = "server"
		}
		return c.done(c.Slash(who, c.games, "bar", options))
	}
	if text := bar(c.bob, false); !strings.Contains(text, "Bar eve from this room?") {
		t.Errorf("who organises a channel: %s", text)
	}
	if text := bar(c.bob, true); !strings.Contains(text, "Only those who organise the whole server") {
		t.Errorf("who organises a channel, for the server: %s", text)
	}
	if text := bar(eve, true); !strings.Contains(text, "Only those who organise the whole server") {
		t.Errorf("who organises nothing: %s", text)
	}
	if text := c.done(c.Slash(c.bob, c.games, "room variant", discordtest.Options{"what": "remove", "variant": "raumschach"})); !strings.Contains(text, "Only those who organise the whole server") {
		t.Errorf("who organises a channel removes a game: %s", text)
	}
	if text := bar(c.alice, true); !strings.Contains(text, "Bar eve from this whole server?") {
		t.Errorf("who organises the server: %s", text)
	}
	// The same is true of messages.
	c.Say(c.bob, c.games, "<@"+c.Bot.ID+"> bar <@"+eve.ID+"> server")
	c.said(in(c.Private(c.bob)), "Only those who organise the whole server")
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> bar <@"+eve.ID+"> server")
	c.said(in(c.Private(c.alice)), "from this whole server?")
}

// TestOrganisersCommands has Discord show the organisers' commands to those who manage channels.
// Who organises the server without that permission says them in words. Everybody sees the rest.
func TestOrganisersCommands(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.guild.Roles[c.alice.ID] = discordtest.ManageGuild
		c.guild.Roles[c.bob.ID] = discordtest.ManageChannels
	})
	eve := c.AddUser("eve")
	c.done(c.Slash(eve, c.games, "games", nil))
	for _, name := range []string{"organise settings", "organise bar", "organise unbar", "organise adjudicate"} {
		for who, want := range map[*discordtest.User]bool{c.alice: false, c.bob: true, eve: false, c.Admin: true} {
			if c.Sees(who, c.games, name) != want {
				t.Errorf("%s sees /%s: %t", who.Name, name, !want)
			}
		}
	}
	for _, name := range []string{"room complain", "room players", "room watch", "room setup", "tournament create", "tournament manage", "game show", "challenge"} {
		if !c.Sees(eve, c.games, name) {
			t.Errorf("eve does not see /%s", name)
		}
	}
	c.done(c.Slash(c.bob, c.games, "organise settings", discordtest.Options{"pace": "3d"}))
	c.said(in(c.games), "bob has changed", "3 days")
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> bar <@"+eve.ID+">")
	c.said(in(c.Private(c.alice)), "Bar eve from this room?")
	// What names such a command names it in words, which all can say.
	c.Say(eve, c.games, "<@"+c.Bot.ID+"> room")
	c.said(in(c.Private(eve)), "<@"+c.Bot.ID+"> `room variant raumschach pace 3d`")
	// An administrator may show them to others. Who may give them is still the bot's to check.
	c.guild.Allow("organise", eve)
	if text := c.done(c.Slash(eve, c.games, "organise settings", discordtest.Options{"pace": "1d"})); !strings.Contains(text, "organiser") {
		t.Error(text)
	}
}
