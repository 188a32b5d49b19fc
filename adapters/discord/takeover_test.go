package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestPromisedAnswer kills a process after it has deferred some answers and sent another. The next
// process sends the missing answers, and none twice.
func TestPromisedAnswer(t *testing.T) {
	c := newCrew(t)
	first := c.join()
	c.everyShard()
	c.all()
	first.stop()
	var promised []*discordtest.Interaction
	for _, channel := range c.channels {
		promised = append(promised, c.Slash(c.alice, channel, "setup", nil), c.Slash(c.alice, channel, "rules", discordtest.Options{"variant": "raumschach"}))
	}
	answered := c.Slash(c.alice, c.channels[0], "setup", nil)
	given := &discordtest.Message{Author: c.Bot, Content: "said before"}
	c.Look(func() {
		for _, i := range promised {
			i.Type = 5
		}
		answered.Type, answered.Done, answered.Answers = 4, true, []*discordtest.Message{given}
	})
	second := c.join()
	for _, i := range promised {
		c.Wait("a promised answer", func() bool { return i.Done })
	}
	c.Wait("all to be looked at", func() bool {
		// Answers with a picture are deferred first, and therefore looked at twice.
		return c.Requests[looking] > len(promised)+crewShards
	})
	second.stop()
	c.Look(func() {
		if len(answered.Answers) != 1 || answered.Answers[0] != given || given.Content != "said before" {
			t.Errorf("what was answered is answered with %d messages, the first %q", len(answered.Answers), given.Content)
		}
	})
}

// TestLostAnswer kills a process after it has carried out a command and deferred the answer. The
// next process says that the answer is lost.
func TestLostAnswer(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	notes := notesIn(t, c.store)
	i := c.Slash(c.alice, c.channels[0], "limit", discordtest.Options{"games": 3})
	c.Wait("an answer", func() bool { return i.Done })
	c.kill(first)
	putNotes(t, c.store, notes) // as if it had been killed before it recorded the answer
	c.Look(func() { i.Type, i.Done, i.Answers = 5, false, nil })
	c.join()
	c.Wait("a promised answer", func() bool { return i.Done })
	c.Look(func() {
		if text := i.Answers[0].Screen(); !strings.Contains(text, "My answer to this was lost.") {
			t.Errorf("the answer is %q", text)
		}
	})
}
