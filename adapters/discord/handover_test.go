package discord_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// The requests that answer.
const (
	posting  = "POST /channels/{channel}/messages"
	looking  = "GET /webhooks/{app}/{token}/messages/{id}"
	fillIn   = "PATCH /webhooks/{app}/{token}/messages/{id}"
	followUp = "POST /webhooks/{app}/{token}"
)

// TestAnswersInWordsOnce has a process die that has answered messages: the next one has them again, and nobody reads an answer twice.
func TestAnswersInWordsOnce(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
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

// hanging has every request of a route wait until it is called.
func (c *crew) hanging(route string) (goOn func()) {
	hang := true
	c.Look(func() {
		c.Hang = func(what string, _ []byte) bool { return hang && what == route }
	})
	return func() { c.Look(func() { hang = false }) }
}

// deferred gives a command, waits until its answer is deferred, and calls then before the command can change anything.
func (c *crew) deferred(name string, options discordtest.Options, then func(bot.Tx, *discordtest.Interaction) error) (i *discordtest.Interaction) {
	c.t.Helper()
	if err := c.store.Update(c.t.Context(), func(tx bot.Tx) error { // until it ends, nothing else is changed
		i = c.Slash(c.alice, c.channels[0], name, options)
		c.Wait("the answer to be deferred", func() bool { return i.Type == 5 })
		return then(tx, i)
	}); err != nil {
		c.t.Fatal(err)
	}
	return i
}

// TestLeftWithAnAnswer gives up the shards of a process that is about to send an answer that it has deferred. The next one has the interaction,
// too, and leaves the answer to it.
func TestLeftWithAnAnswer(t *testing.T) {
	for _, command := range []struct {
		name    string
		options discordtest.Options
		says    string
	}{
		{"rules", discordtest.Options{"variant": "raumschach"}, "Raumschach"},
		{"limit", discordtest.Options{"games": 3}, "3"},
	} {
		t.Run(command.name, func(t *testing.T) {
			c := newCrew(t)
			first := c.joinWith(func(m *member) { m.Hurry(); m.NeverGiveUp() })
			c.everyShard()
			c.all()
			goOn := c.hanging(fillIn)
			i := c.deferred(command.name, command.options, func(bot.Tx, *discordtest.Interaction) error { return nil })
			c.Wait("the answer to be on its way", func() bool { return c.Requests[fillIn] == 1 })
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				first.stop()
			}()
			c.Wait("the shards to be given up", func() bool { return len(first.Mine()) == 0 })
			second := c.joinWith(func(m *member) { m.Hurry(); m.NeverGiveUp() })
			c.Wait("the next owner to look whether it is answered", func() bool { return c.Requests[looking] >= 2 })
			goOn()
			<-ended
			c.Wait("the answer", func() bool { return i.Done })
			second.stop()
			c.Look(func() {
				if n := c.Requests[fillIn] + c.Requests[followUp]; n != 1 || len(i.Answers) != 1 || !strings.Contains(i.Answers[0].Screen(), command.says) {
					t.Errorf("it is answered %d times, at last %q", n, i.Answers[0].Screen())
				}
			})
		})
	}
}

// TestOvertaken has a process go on with what it has deferred when its shards are gone, and another has answered, or done it and is about to answer: it says nothing.
func TestOvertaken(t *testing.T) {
	for _, what := range []string{"answered", "done"} {
		t.Run(what, func(t *testing.T) {
			c := newCrew(t)
			first := c.joinWith((*member).Hurry)
			c.everyShard()
			c.all()
			ended := make(chan struct{})
			i := c.deferred("limit", discordtest.Options{"games": 3}, func(tx bot.Tx, i *discordtest.Interaction) error {
				go func() {
					defer close(ended)
					first.stop()
				}()
				c.Wait("the shards to be given up", func() bool { return len(first.Mine()) == 0 })
				if what == "done" {
					return tx.MarkApplied("discord", bot.EventID(i.ID), time.Now(), time.Time{})
				}
				c.Look(func() { i.Done, i.Answers = true, []*discordtest.Message{{Author: c.Bot, Content: "said by another"}} })
				return nil
			})
			<-ended
			c.Look(func() {
				if n := c.Requests[fillIn]; n > 0 {
					t.Errorf("it is answered %d times, at last %q", n, i.Answers[0].Screen())
				}
			})
		})
	}
}

// TestReached looks at the note of a process that is stopped while it handles something: it says up to where events had come to it, and that of one that was
// killed does not.
func TestReached(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.all()
	reached := func() (n int64) {
		c.leases.mu.Lock()
		defer c.leases.mu.Unlock()
		for task, text := range c.leases.notes {
			var note struct{ Reached, Sequence int64 }
			if strings.HasPrefix(task, "discord/shard/") && json.Unmarshal(text, &note) == nil && note.Reached >= note.Sequence {
				n++
			}
		}
		return n
	}
	c.kill(first)
	if n := reached(); n > 0 {
		t.Errorf("%d notes of a process that was killed tell that it goes on", n)
	}
	second := c.join()
	c.Wait("the shards to be taken over", func() bool { return len(second.Mine()) == crewShards })
	second.stop()
	if n := reached(); n != crewShards {
		t.Errorf("%d notes of a process that has left tell how far it was", n)
	}
}
