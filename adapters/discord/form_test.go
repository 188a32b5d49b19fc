package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestForms fills in the forms of commands that need long texts or several things, and asks what came of it.
func TestForms(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageGuild })
	c.begin("raumschach")
	var thread *discordtest.Channel
	c.Look(func() { thread = c.thread("1")() })

	i := c.Slash(c.alice, thread, "note", discordtest.Options{"id": 1})
	if text := c.done(c.Submit(i, map[string]string{"text": "watch\nthe Unicorn"})); !contains(text, []string{"alice alone", "Noted on game 1"}) {
		t.Error(text)
	}
	if text := c.done(c.Slash(c.alice, thread, "notes", nil)); !strings.Contains(text, "the Unicorn") {
		t.Error(text)
	}
	i = c.Slash(c.alice, c.games, "create", nil)
	if text := c.done(c.Submit(i, map[string]string{"format": "swiss", "variant": "raumschach", "name": "Summer Cup"})); !contains(text, []string{"alice alone", "Summer Cup"}) {
		t.Error(text)
	}
	i = c.Slash(c.alice, c.games, "import", nil)
	if text := c.done(c.Submit(i, map[string]string{"record": `[Variant "raumschach"] [White "Ada"] [Black "Ben"] 1. bb1-cc2 1-0`})); !contains(text, []string{"alice alone", "Game 2"}) {
		t.Error(text)
	}
	// What the form says is checked like everything else.
	eve := c.AddUser("eve")
	i = c.Slash(eve, thread, "adjudicate", discordtest.Options{"id": 1})
	if text := c.done(c.Submit(i, map[string]string{"verdict": "black", "reason": "because"})); !strings.Contains(text, "eve alone") || strings.Contains(text, "Done") {
		t.Error(text)
	}
	c.flush()
	c.Look(func() {
		if n := count(thread, "because"); n > 0 {
			t.Error("a stranger has decided the game")
		}
	})
	// Whoever gives everything at once sees no form.
	if text := c.done(c.Slash(c.alice, thread, "note", discordtest.Options{"text": "at once"})); !strings.Contains(text, "Noted on game 1") {
		t.Error(text)
	}
}

// TestContextMenus uses the commands in the context menus of users and messages.
func TestContextMenus(t *testing.T) {
	c := newClub(t, nil)
	i := c.Menu(c.alice, c.games, "Challenge to 3D chess", c.bob)
	if text := c.done(c.Submit(i, map[string]string{"variant": "raumschach", "colour": "white", "pace": "3d"})); strings.Contains(text, "wrong") {
		t.Error(text)
	}
	m := c.said(in(c.games), "alice challenges bob", "Raumschach", "3 days")
	c.mustPing(m, c.bob)
	c.done(c.Press(c.bob, m, "Accept"))
	c.settled(1)
	var thread *discordtest.Channel
	c.Look(func() { thread = c.thread("1")() })
	for n, p := range plies(whole["raumschach"])[:2] {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[n], thread, "move", discordtest.Options{"move": p.text()}))
	}
	first := c.said(in(thread), "Game 1 begins")
	moved := c.said(in(thread), "alice plays")
	c.said(in(thread), "bob plays")

	picture := func(i *discordtest.Interaction) (name string) {
		text := c.done(i)
		c.Look(func() {
			if len(i.Answers[0].Files) > 0 {
				name = i.Answers[0].Files[0].Name
			}
		})
		if name == "" {
			t.Error(text)
		}
		return name
	}
	if name := picture(c.Menu(c.bob, thread, "Board at this move", moved)); name != "board-1-1.png" {
		t.Errorf("the board after the first move is %s", name)
	}
	if name := picture(c.Menu(c.bob, thread, "Board at this move", first)); name != "board-1-2.png" {
		t.Errorf("the start is not a move, so the board is as it stands: %s", name)
	}
	if text := c.done(c.Menu(c.alice, thread, "Legal moves", moved)); !contains(text, []string{"alice alone", "legal moves in game 1"}) {
		t.Error(text)
	}
	if text := c.done(c.Menu(c.alice, c.games, "Profile", c.bob)); !strings.Contains(text, "bob") || strings.Contains(text, "wrong") {
		t.Error(text)
	}
	// Other messages and bots have no games.
	said := c.Say(c.alice, thread, "board-1-1.png")
	for _, target := range []*discordtest.Message{said, m} {
		if text := c.done(c.Menu(c.alice, thread, "Legal moves", target)); target == said && !contains(text, []string{"alice alone", "isn't about a game"}) {
			t.Error(text)
		}
	}
	if text := c.done(c.Menu(c.alice, c.games, "Profile", c.Bot)); !contains(text, []string{"alice alone", "That is a bot"}) {
		t.Error(text)
	}
}
