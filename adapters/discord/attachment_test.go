package discord_test

import (
	"os"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// pond returns the file of a small game.
func pond(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../bot/service/testdata/games/pond.toml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAttachedGame adds a game by a slash command and by a message, plays it, and gets its
// file back.
func TestAttachedGame(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageGuild })
	file := &discordtest.Attached{Name: "pond.toml", Text: pond(t)}
	i := c.Slash(c.bob, c.games, "room variant", discordtest.Options{"what": "add", "attachment": file})
	c.done(i)
	c.Look(func() {
		if c.Downloads > 0 || !strings.Contains(i.Answers[0].Content, "Only those who organise") {
			t.Errorf("who organises nothing: %d downloads, %q", c.Downloads, i.Answers[0].Content)
		}
	})
	c.done(c.Slash(c.alice, c.games, "room variant", discordtest.Options{"what": "add", "attachment": file}))
	m := c.said(in(c.games), "alice has added a game to this place")
	c.Look(func() {
		if len(m.Files) != 1 || c.Downloads != 1 {
			t.Errorf("%d pictures, %d downloads", len(m.Files), c.Downloads)
		}
	})
	typed := c.Type(c.bob, c.games, "challenge", "variant", discordtest.Options{"variant": "pond"})
	c.Wait("proposals", func() bool { return typed.Done })
	c.Look(func() {
		if len(typed.Choices) != 1 || typed.Choices[0].Value != "pondcube" {
			t.Errorf("proposed: %v", typed.Choices)
		}
	})
	// Another channel of the server knows it, another server does not.
	hall := c.guild.AddChannel("hall")
	c.done(c.Slash(c.alice, hall, "challenge", discordtest.Options{"name": c.bob, "variant": "pondcube"}))
	c.said(in(hall), "Pond Cube")
	other := c.AddGuild("Other club").AddChannel("games")
	i = c.Slash(c.bob, other, "rules", discordtest.Options{"variant": "pondcube"})
	c.done(i)
	c.Look(func() {
		if !strings.Contains(i.Answers[0].Content, "There is no game called") {
			t.Errorf("another server is told: %q", i.Answers[0].Content)
		}
	})
	i = c.Slash(c.bob, c.games, "room variant", discordtest.Options{"what": "show", "variant": "pondcube"})
	c.done(i)
	c.Look(func() {
		for _, f := range i.Answers[0].Files {
			if f.Name == "pondcube.toml" && string(f.Data) == file.Text {
				return
			}
		}
		t.Error("the file does not come back")
	})
	// By a message, with another version.
	file.Text = strings.Replace(file.Text, "acht Figuren", "8 Figuren", 1)
	c.Attach(c.alice, c.games, "<@"+c.Bot.ID+"> variant add", file)
	c.said(in(c.games), "by a new version")
}

// TestAttachedElsewhere sends events whose files are on other hosts, redirect, or are too large. No
// request goes to another host, and no game is added.
func TestAttachedElsewhere(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageGuild })
	root := strings.TrimSuffix(c.API, "/api/v10")
	for name, file := range map[string]*discordtest.Attached{
		"another host":    {Name: "a.toml", Text: pond(t), Address: "http://127.0.0.1:1/attachments/1/2/a.toml"},
		"a user":          {Name: "a.toml", Text: pond(t), Address: strings.Replace(root, "://", "://x@", 1) + "/attachments/1/2/a.toml"},
		"another path":    {Name: "a.toml", Text: pond(t), Address: root + "/resume/"},
		"a file":          {Name: "a.toml", Text: pond(t), Address: "file:///etc/passwd"},
		"a redirect":      {Name: "elsewhere.toml", Text: pond(t)},
		"what is too big": {Name: "a.toml", Text: pond(t) + strings.Repeat("#", 64<<10)},
	} {
		i := c.Slash(c.alice, c.games, "room variant", discordtest.Options{"what": "add", "attachment": file})
		c.done(i)
		c.Look(func() {
			if said := i.Answers[0].Content; !strings.Contains(said, "could not be fetched") && !strings.Contains(said, "is too large") {
				t.Errorf("%s: %q", name, said)
			}
		})
	}
	c.Look(func() {
		if c.Downloads != 1 {
			t.Errorf("%d files were asked for, not only the one that redirects", c.Downloads)
		}
	})
}
