package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestProposals types into options that are completed.
func TestProposals(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	dora := c.AddUser("dora the explorer")
	c.done(c.Slash(dora, c.games, "help", nil))
	for _, try := range []struct {
		command, option string
		typed           any
		want            string
	}{
		{"challenge", "variant", "raum", "raumschach"},
		{"challenge", "by-name", "dora the explorer", "discord:" + dora.ID}, // who has not played here
		{"challenge", "by-name", "comp", "computer"},
		{"board", "id", "", "1"},
		{"help", "command", "takeb", "takeback"},
		{"move", "move", "Unicorn", "bb1-cc2"},
	} {
		i := c.Type(c.alice, c.games, try.command, try.option, discordtest.Options{try.option: try.typed})
		c.Wait("proposals", func() bool { return i.Done })
		c.Look(func() {
			if !slices.ContainsFunc(i.Choices, func(p discordtest.Choice) bool { return p.Value == try.want || p.Value == 1.0 && try.want == "1" }) {
				t.Errorf("%v: %v", try, i.Choices)
			}
		})
	}
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"by-name": "dora the explorer", "variant": "raumschach"}))
	c.mustPing(c.said(in(c.games), "alice challenges dora the explorer"), dora)
}

// TestChallengeComputer names the computer as an opponent by its name, by a level alone, and by the
// bot itself.
func TestChallengeComputer(t *testing.T) {
	c := newClub(t, nil)
	me := c.Bot
	for n, options := range []discordtest.Options{
		{"by-name": "computer", "variant": "raumschach", "level": 1, "colour": "white"},
		{"level": 2, "variant": "raumschach", "colour": "white"},
		{"name": me, "level": 3, "variant": "raumschach", "colour": "white"},
	} {
		c.done(c.Slash(c.alice, c.games, "challenge", options))
		c.said(in(c.games), fmt.Sprintf("Game %d: Raumschach, alice – Computer, level %d", n+1, n+1))
	}
}

// TestLongAnswers asks for answers that do not fit into one message, for files and for animations.
func TestLongAnswers(t *testing.T) {
	c := newClub(t, nil)
	thread := c.begin("raumschach")
	for i, p := range plies(whole["raumschach"]) {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[i%2], thread, "move", discordtest.Options{"move": p.text()}))
	}
	files := func(i *discordtest.Interaction) (names []string) {
		c.done(i)
		c.Look(func() {
			for _, m := range i.Answers {
				for _, f := range m.Files {
					names = append(names, f.Name+" "+string(f.Data[:min(len(f.Data), 4)]))
				}
			}
		})
		return names
	}
	if got := files(c.Slash(c.alice, thread, "replay", discordtest.Options{"id": 1})); !slices.Equal(got, []string{"game.gif GIF8"}) {
		t.Errorf("replay: %q", got)
	}
	i := c.Slash(c.alice, thread, "rules", discordtest.Options{"variant": "blocschach"})
	c.done(i)
	c.Wait("all of it", func() bool {
		var text string
		for _, m := range i.Answers {
			text += m.Screen()
		}
		return strings.Contains(text, "Blocschach") && strings.Contains(text, "Source: ") || strings.Contains(text, "raumbot.txt")
	})
}
