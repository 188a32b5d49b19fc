package discord_test

import (
	"slices"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// The routes by which the bot answers.
const (
	posting  = "POST /channels/{channel}/messages"
	looking  = "GET /webhooks/{app}/{token}/messages/{id}"
	fillIn   = "PATCH /webhooks/{app}/{token}/messages/{id}"
	followUp = "POST /webhooks/{app}/{token}"
)

// TestAnswersInWordsOnce kills a process that has answered messages. The next process receives the
// messages again, but no answer appears twice.
func TestAnswersInWordsOnce(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.Wait("all servers to be greeted", func() bool {
		return !slices.ContainsFunc(c.channels, func(channel *discordtest.Channel) bool { return len(channel.Messages) == 0 })
	})
	notes := notesIn(t, c.store)
	ask := func(n int, text string) *discordtest.Message {
		return c.Say(c.alice, c.channels[n], "<@"+c.Bot.ID+"> "+text)
	}
	asked := []*discordtest.Message{ask(0, "rules raumschach"), ask(1, "games"), ask(2, "board 7"), ask(3, "pieces")}
	asked = append(asked, c.Say(c.alice, c.Private(c.alice), "rules gutenschach"))
	answers := func(to *discordtest.Message) (n int) {
		for _, channel := range c.Channels {
			for _, m := range channel.Messages {
				if m.ReplyTo == to.ID {
					n++
				}
			}
		}
		return n
	}
	for _, m := range asked {
		c.Wait("an answer", func() bool { return answers(m) > 0 })
	}
	c.kill(first)
	putNotes(t, c.store, notes) // as if it had been killed before it recorded the answers
	said, posts := map[string]int{}, 0
	c.Look(func() {
		for id, channel := range c.Channels {
			said[id] = len(channel.Messages)
		}
		posts = c.Requests[posting]
	})
	second := c.join()
	c.Wait("the answers to be sent again", func() bool { return c.Requests[posting] >= posts+len(asked) })
	second.stop()
	c.Look(func() {
		for id, channel := range c.Channels {
			if n := len(channel.Messages); n != said[id] {
				t.Errorf("%d messages are %d when they have been answered again, the last %q", said[id], n, channel.Messages[n-1].Screen())
			}
		}
	})
}

// deferred runs a command, waits until its answer is deferred, and calls then before the command
// can change anything.
func (c *crew) deferred(name string, options discordtest.Options, then func(bot.Tx, *discordtest.Interaction) error) (i *discordtest.Interaction) {
	c.t.Helper()
	if err := c.store.Update(c.t.Context(), func(tx bot.Tx) error { // blocks all other changes
		i = c.Slash(c.alice, c.channels[0], name, options)
		c.Wait("the answer to be deferred", func() bool { return i.Type == 5 })
		return then(tx, i)
	}); err != nil {
		c.t.Fatal(err)
	}
	return i
}

// TestLeftToTheNextRun stops a process while it sends an answer that it has deferred, which takes
// long. The process does not wait for that, and the next process sends the answer.
func TestLeftToTheNextRun(t *testing.T) {
	c := newCrew(t)
	first := c.joinWith(func(m *member) { m.Hurry(); m.GiveGrace(50 * time.Millisecond) })
	c.everyShard()
	c.all()
	hangs := true
	c.Look(func() { c.Hang = func(what string, _ []byte) bool { return hangs && what == fillIn } })
	before := 0
	c.Look(func() { before = c.Requests[fillIn] })
	i := c.Slash(c.alice, c.channels[0], "rules", discordtest.Options{"variant": "raumschach"})
	c.Wait("the answer to be on its way", func() bool { return c.Requests[fillIn] == before+1 })
	first.stop()
	c.joinWith((*member).Hurry)
	c.Wait("the next process to give the answer", func() bool { return c.Requests[fillIn] == before+2 })
	c.Look(func() { hangs = false })
	c.Wait("the answer", func() bool { return i.Done })
}

// TestOvertaken replaces a process that has deferred an answer. The new process has answered, or
// has carried out the command and is about to answer. The first process says nothing.
func TestOvertaken(t *testing.T) {
	for _, what := range []string{"answered", "done"} {
		t.Run(what, func(t *testing.T) {
			c := newCrew(t)
			first := c.joinWith((*member).Hurry)
			c.everyShard()
			c.all()
			i := c.deferred("limit", discordtest.Options{"games": 3}, func(tx bot.Tx, i *discordtest.Interaction) error {
				first.replaced.Store(true)
				if what == "done" {
					return tx.MarkApplied("discord", bot.EventID(i.ID), time.Now(), time.Time{})
				}
				c.Look(func() { i.Done, i.Answers = true, []*discordtest.Message{{Author: c.Bot, Content: "said by another"}} })
				return nil
			})
			first.stop()
			c.Look(func() {
				if n := c.Requests[fillIn]; n > 0 {
					t.Errorf("it is answered %d times, at last %q", n, i.Answers[0].Screen())
				}
			})
		})
	}
}
