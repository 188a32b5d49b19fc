package discord_test

import (
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestBoardHere shows a board to the whole room: all see the picture, though drawing it may take longer than Discord waits, and
// only the asker sees the words that they prefer. Without the word only the asker sees the board.
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
