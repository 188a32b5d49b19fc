package discord_test

import (
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestBoardHere shows a board to the whole room with the word "here". Everybody sees the picture,
// although drawing it may take longer than Discord waits, and only the user who asked sees a text
// in the language that they prefer. Without "here" only that user sees the board.
func TestBoardHere(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	thread := c.thread("1")
	var in *discordtest.Channel
	c.Look(func() { in = thread() })
	c.done(c.Slash(c.alice, c.games, "settings prefer", discordtest.Options{"form": "text"}))
	for _, show := range []bool{true, false} {
		options := discordtest.Options{"id": 1}
		if show {
			options["show"] = "here"
		}
		i := c.Slash(c.alice, in, "board", options)
		c.done(i)
		c.Wait("the answers", func() bool { return !show || len(i.Answers) == 2 })
		c.Look(func() {
			first, last := i.Answers[0], i.Answers[len(i.Answers)-1]
			if (first.Alone == nil) != show || (len(first.Files) == 1) != show {
				t.Errorf("shown to all %v: %s", show, first.Screen())
			}
			if last.Alone != c.alice || len(last.Files) > 0 {
				t.Errorf("the words are %s", last.Screen())
			}
		})
	}
}

// TestBoardHereInGroup shows boards in a group and on a server, of which the bot is no member, to
// people who have installed it for themselves. With "here" everybody there sees the board of a game
// of the asker's. Somebody else sees nothing of it.
func TestBoardHereInGroup(t *testing.T) {
	c := newClub(t, nil)
	eve, other := c.AddUser("eve"), c.AddGuild("elsewhere")
	places := []*discordtest.Channel{c.AddGroup(), other.AddChannel("hall")}
	c.Change(other, func() { other.Gone = true })
	c.done(c.Slash(c.alice, places[0], "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	c.done(c.Press(c.bob, c.said(in(c.Private(c.bob)), "alice challenges bob"), "Accept"))
	c.said(in(c.Private(c.alice)), "Game 1 begins")
	for _, place := range places {
		for _, show := range []bool{true, false} {
			options := discordtest.Options{"id": 1}
			if show {
				options["show"] = "here"
			}
			i, hers := c.Slash(c.alice, place, "board", options), c.Slash(eve, place, "board", options)
			c.done(i)
			c.done(hers)
			c.Look(func() {
				if m := i.Answers[0]; (m.Alone == nil) != show || len(m.Files) != 1 {
					t.Errorf("shown to all %v: %s", show, m.Screen())
				}
				if m := hers.Answers[0]; m.Alone != eve || len(m.Files) > 0 {
					t.Errorf("somebody else sees %s", m.Screen())
				}
			})
		}
	}
}
