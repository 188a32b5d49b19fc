package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestPrivateAnswers asks, by mentioning the bot, for an answer that is for one user alone. The
// answer comes in a direct message, and a note in the channel says only that, once a minute.
func TestPrivateAnswers(t *testing.T) {
	c := newClub(t, nil)
	dora := c.AddUser("dora")
	c.done(c.Slash(c.alice, c.Private(c.alice), "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white", "sight": "private"}))
	c.done(c.Slash(c.bob, c.Private(c.bob), "accept", nil))
	c.said(in(c.Private(c.alice)), "Game 1 begins")
	c.done(c.Slash(c.alice, c.games, "block", discordtest.Options{"name": dora}))
	for n, try := range []struct {
		text  string
		words []string
	}{
		{"board 1", []string{"board-1-"}},
		{"games", []string{"Game 1"}},
		{"export 1", []string{"game-1.txt"}},
		{"challenge <@" + dora.ID + "> raumschach", []string{"blocked"}},
		{"move 1 ab2-ab9", []string{"no cell"}},
	} {
		before := 0
		c.Look(func() { before = len(c.privateOf(c.alice)) })
		c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> "+try.text)
		c.Wait("a private answer to "+try.text, func() bool {
			return contains(strings.ToLower(strings.Join(c.privateOf(c.alice)[before:], "\n")), lower(try.words))
		})
		if n == 0 {
			c.said(in(c.games), "answered you in a direct message")
		}
	}
	c.told(c.games, "raumbot: ", 2) // the greeting, and a note that is not repeated at once
	// A user who accepts no direct messages does not get the answer in the channel either.
	c.Look(func() { c.alice.Closed = true })
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> board 1")
	m := c.said(in(c.games), "you don't accept direct messages from me")
	c.Look(func() {
		if len(m.Files) > 0 || strings.Contains(m.Content, "Game 1") {
			t.Error(m.Screen())
		}
	})
}

func lower(words []string) (all []string) {
	for _, w := range words {
		all = append(all, strings.ToLower(w))
	}
	return all
}
