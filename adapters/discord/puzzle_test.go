package discord_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/clocktest"
	"raumbot/bot/puzzle"
)

// TestRoomPuzzle posts the puzzle of the day in a channel. A player solves it where nobody else
// sees it. The solution comes a day later, with the names of those who have found it.
func TestRoomPuzzle(t *testing.T) {
	clock := clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC))
	c := newClub(t, func(c *club) { c.clock = clock })
	c.Change(c.guild, func() { c.guild.Roles[c.alice.ID] = discordtest.ManageChannels })
	c.Say(c.bob, c.games, "<@"+c.Bot.ID+"> room puzzle 18:00 UTC raumschach")
	c.said(in(c.Private(c.bob)), "organiser")
	if said := c.done(c.Slash(c.alice, c.games, "organise settings", discordtest.Options{"puzzle": "18:00 UTC raumschach"})); strings.Contains(said, "organiser") {
		t.Fatal(said)
	}
	later := func(d time.Duration) {
		t.Helper()
		clock.Advance(d)
		if err := c.service.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	later(6*time.Hour + time.Minute)
	m := c.said(in(c.games), "The puzzle of the day is raumschach-")
	id := ""
	c.Look(func() {
		if len(m.Files) != 1 || len(m.Buttons) != 1 || m.Buttons[0].Label != "Solve it" {
			t.Errorf("the puzzle is %s", m.Screen())
		}
		id = regexp.MustCompile(`raumschach-[0-9]+`).FindString(m.Screen())
	})
	p, ok := puzzle.Find(id)
	if !ok || p.Asked() != 1 {
		t.Fatalf("the puzzle %s does not ask for one move", id)
	}
	if said := c.done(c.Press(c.bob, m, "Solve it")); !strings.Contains(said, "Puzzle "+id) {
		t.Errorf("pressed: %s", said)
	}
	if said := c.done(c.Slash(c.bob, c.games, "learn puzzle", discordtest.Options{"answer": p.Line[0]})); !strings.Contains(said, " is the move") {
		t.Errorf("%s is answered by: %s", p.Line[0], said)
	}
	c.Look(func() {
		for _, said := range c.games.Messages {
			if text := said.Screen(); strings.Contains(text, p.Line[0]) || strings.Contains(text, "is the move") {
				t.Errorf("all can read %s", text)
			}
		}
	})
	later(24 * time.Hour)
	c.said(in(c.games), "The solution of "+id+": ||"+p.Line[0]+"||", "Solved at the first try by bob.")
	c.Wait("the next puzzle", func() bool { return count(c.games, "The puzzle of the day is") == 2 })
}
