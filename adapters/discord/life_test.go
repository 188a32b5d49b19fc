package discord_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// listen runs a bot until Listen returns, and returns its log and its error.
func listen(t *testing.T, o discord.Options) (string, error) {
	t.Helper()
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	store := storage.Memory()
	defer store.Close()
	err := discord.New(o).Listen(context.Background(), service.New(service.Ports{Store: store}))
	return log.String(), err
}

// TestRefused starts with options that Discord refuses. The operator gets an explanation, and never
// the token.
func TestRefused(t *testing.T) {
	s := discordtest.New(t)
	s.ContentIntent = false
	for _, c := range []struct {
		options discord.Options
		want    string
	}{
		{discord.Options{Token: "not-the-token", API: s.API}, "Reset Token"},
		{discord.Options{Token: s.Token, API: s.API, MessageContent: true}, "Privileged Gateway Intents"},
	} {
		log, err := listen(t, c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v", err)
		}
		if strings.Contains(log, c.options.Token) || err != nil && strings.Contains(err.Error(), c.options.Token) {
			t.Error("the token is told")
		}
	}
}

// TestInvitation compares the number of the permissions in the documentation's link with what the
// bot checks for.
func TestInvitation(t *testing.T) {
	page, err := os.ReadFile("../../docs/discord.md")
	if err != nil {
		t.Fatal(err)
	}
	if link := fmt.Sprintf("permissions=%d\n", discord.Permissions()); !strings.Contains(string(page), link) {
		t.Errorf("docs/discord.md has no link with %s", link)
	}
	if discord.Permissions() != discordtest.Usual {
		t.Errorf("the tests grant %d", discordtest.Usual)
	}
}

// TestTokenLost revokes the token while the bot runs. The bot stops, and says why.
func TestTokenLost(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() { c.Token = "another" })
	c.Drop()
	if err := <-c.failed; err == nil || !strings.Contains(err.Error(), "Reset Token") {
		t.Errorf("the error is %v", err)
	}
}

// TestStop stops the bot in the middle of an answer, which is finished.
func TestStop(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	free := c.hold()
	i := c.Slash(c.alice, c.games, "limit", discordtest.Options{"games": 3})
	const promised = 5
	c.Wait("a promise", func() bool { return i.Type == promised })
	stopped := make(chan struct{})
	go func() { c.stop(); close(stopped) }()
	free()
	<-stopped
	c.Look(func() {
		if !i.Done || !strings.Contains(i.Answers[0].Content, "3 games") {
			t.Errorf("the answer was not finished: %v", i.Answers)
		}
	})
}

// TestShards looks after all servers in as many connections as Discord advises.
func TestShards(t *testing.T) {
	c := newClub(t, func(c *club) { c.Shards = 2 })
	c.Wait("two connections", func() bool { return c.Connected() == 2 })
	c.begin("raumschach")
	dora := c.AddUser("dora")
	if text := c.done(c.Slash(dora, c.Private(dora), "variants", nil)); !strings.Contains(text, "Raumschach") {
		t.Error(text)
	}
}

// TestRegistration registers the commands for all servers, then for a test server alone. The
// former are removed, and commands that have not changed are not registered again.
func TestRegistration(t *testing.T) {
	c := newClub(t, nil)
	everywhere := "applications/" + c.App + "/commands"
	there := "applications/" + c.App + "/guilds/" + c.guild.ID + "/commands"
	names := func(scope string) (n int) {
		c.Look(func() {
			for _, command := range c.Commands[scope] {
				n += len(command.Leaves())
			}
		})
		return n
	}
	if names(everywhere) < 50 {
		t.Errorf("%d commands", names(everywhere))
	}
	c.stop()
	c.options.Guild = c.guild.ID
	c.start()
	c.Wait("the others to be removed", func() bool { return len(c.Commands[everywhere]) == 0 })
	if names(everywhere) != 0 || names(there) < 50 {
		t.Errorf("%d and %d commands", names(everywhere), names(there))
	}
	c.stop()
	c.start()
	c.Look(func() {
		if n := c.Requests["PUT /applications/{app}/guilds/{id}/commands"]; n != 1 {
			t.Errorf("registered %d times", n)
		}
	})
	c.done(c.Slash(c.alice, c.games, "help", nil))

	// If the bot is not in the test server, everything else works.
	c.stop()
	c.options.Guild, c.unregistered = "1", true
	c.start()
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> seek raumschach")
	c.said(in(c.games), "alice seeks an opponent")
}

// TestDeletedCommands deletes the commands on Discord's side while the bot is stopped. The bot
// notices at its start and registers them again.
func TestDeletedCommands(t *testing.T) {
	c := newClub(t, nil)
	c.stop()
	c.DeleteCommands("applications/" + c.App + "/commands")
	c.start() // which waits for them
	c.done(c.Slash(c.alice, c.games, "help", nil))
}

// TestRegistrationFails has Discord refuse to register the commands, for a moment or for an hour.
// The bot works in the meantime.
func TestRegistrationFails(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"limited for an hour": 429, "broken": 500, "forbidden": 403} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, func(c *club) {
				c.unregistered, c.RetryAfter = true, 3600
				c.Fail = func(route string, _ []byte) (int, int) {
					if strings.HasSuffix(route, "/commands") || strings.HasSuffix(route, "@me") {
						return status, 0
					}
					return 0, 0
				}
			})
			c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> seek raumschach")
			c.said(in(c.games), "alice seeks an opponent")
			if status == 429 {
				c.mustRest(1, time.Hour, time.Hour)
			}
			if status != 403 {
				c.Look(func() { c.Fail = nil })
				c.Wait("the slash commands after all", c.registered)
			}
		})
	}
}

// TestInstalledAlone uses the bot in a server that it is not a member of. It answers, and games are
// in private.
func TestInstalledAlone(t *testing.T) {
	c := newClub(t, nil)
	other := c.AddGuild("elsewhere")
	hall := other.AddChannel("hall")
	c.Change(other, func() { other.Gone = true })
	c.done(c.Slash(c.alice, hall, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	m := c.said(in(c.Private(c.bob)), "alice challenges bob")
	c.done(c.Press(c.bob, m, "Accept"))
	card := c.said(in(c.Private(c.alice)), "Game 1 begins", "[Move]")
	i := c.Press(c.alice, card, "Legal moves")
	if text := c.done(i); !strings.Contains(text, "legal moves in game 1") {
		t.Error(text)
	}
	if text := c.done(c.Slash(c.alice, hall, "setup", nil)); !strings.Contains(text, "not a member of this server") {
		t.Error(text)
	}
	c.Say(c.alice, c.Private(c.alice), "move ab2-ab3")
	c.said(in(c.Private(c.bob)), "alice plays Pawn ab2-ab3")
	c.Look(func() {
		if len(hall.Messages) > 0 {
			t.Errorf("something is said where the bot is not: %s", hall.Messages[0].Screen())
		}
	})
}

// TestMentions speaks to a bot that may not read all messages.
func TestMentions(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.MessageContent = false })
	me := "<@" + c.Bot.ID + ">"
	c.Say(c.alice, c.games, me+" challenge <@"+c.bob.ID+"> raumschach white")
	c.said(in(c.games), "alice challenges bob")
	c.Say(c.bob, c.games, me+" accept")
	c.settled(1)
	thread := c.gameThread()
	c.Say(c.alice, thread, "ab2-ab3") // unread
	said := c.Say(c.alice, thread, "ab2-ab9 "+me)
	c.said(in(c.Private(c.alice)), "has no cell")
	note := c.said(in(thread), "answered you in a direct message")
	c.mustPing(note)
	c.Look(func() {
		if note.ReplyTo != said.ID || count(thread, "alice plays") != 0 || count(thread, "has no cell") != 0 {
			t.Error(note.Screen())
		}
	})
	c.Say(c.alice, thread, me+" /move ab2-ab3")
	c.said(in(thread), "alice plays Pawn ab2-ab3")
	// An answer for one user is sent to them alone.
	c.Say(c.bob, thread, me+" try ab4-ab3")
	c.Say(c.bob, thread, me+" plan")
	c.Wait("a private answer", func() bool { return len(c.privateOf(c.bob)) > 0 })
}

// privateOf returns the messages that a user has received in private.
func (c *club) privateOf(u *discordtest.User) (all []string) {
	for _, channel := range c.Channels {
		if channel.With == u {
			for _, m := range channel.Messages {
				all = append(all, m.Screen())
			}
		}
	}
	return all
}

// TestGerman checks that users who prefer German get German texts.
func TestGerman(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.guild.Locale = "de"
		c.alice.Locale = "de"
	})
	c.said(in(c.games), "Hallo! Ich bin Schiedsrichter", "[Gegen den Computer spielen]")
	c.begin("raumschach")
	card := c.said(c.thread("1"), "Partie 1 beginnt")
	c.Look(func() {
		if card.Buttons[0].Label != "Ziehen" || card.Buttons[3].Label != "Mehr" {
			t.Error(card.Screen())
		}
	})
	if text := c.done(c.Press(c.alice, card, "Mehr")); !strings.Contains(text, "> Aufgeben") {
		t.Error(text)
	}
	if text := c.done(c.Press(c.bob, card, "Mehr")); !strings.Contains(text, "> Resign") {
		t.Error(text)
	}
	c.Look(func() {
		for _, command := range c.Commands["applications/"+c.App+"/commands"] {
			if command.Name == "move" && (command.NameLocalizations["de"] != "zug" || command.Options[0].NameLocalizations["de"] != "zug") {
				t.Errorf("%+v", command)
			}
		}
	})
}
