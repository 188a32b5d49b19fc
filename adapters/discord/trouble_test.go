package discord_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/bot/service"
)

// TestSlowAnswers keeps the database busy. The answer is deferred in time, and sent later.
func TestSlowAnswers(t *testing.T) {
	c := newClub(t, func(c *club) { c.options.Patience = 50 * time.Millisecond })
	free := c.hold()
	i := c.Slash(c.alice, c.games, "seek", discordtest.Options{"variant": "raumschach"})
	const promised = 5
	c.Wait("a promise", func() bool { return i.Type == promised })
	c.Look(func() {
		if i.Done {
			t.Error("answered before there was an answer")
		}
	})
	free()
	if text := c.done(i); text != "" {
		t.Errorf("beside what is posted, there is left: %s", text)
	}
	c.said(in(c.games), "alice seeks an opponent")
}

// hold keeps the database busy until it is freed.
func (c *club) hold() (free func()) {
	held, freed := make(chan struct{}), make(chan struct{})
	var holding sync.WaitGroup
	holding.Go(func() {
		_ = c.store.Update(context.Background(), func(bot.Tx) error {
			close(held)
			<-freed
			return nil
		})
	})
	<-held
	return func() {
		close(freed)
		holding.Wait()
	}
}

// TestFlood sends 500 interactions at once. All are answered. The times until the first response
// are only logged, because they depend on the load of the machine.
func TestFlood(t *testing.T) {
	const crowd = 500
	c := newClub(t, nil)
	thread := c.begin("raumschach")
	var all []*discordtest.Interaction
	for n := range crowd {
		u := c.AddUser(fmt.Sprint("user", n))
		switch n % 5 {
		case 0:
			all = append(all, c.Slash(u, thread, "board", discordtest.Options{"theme": "dark"}))
		case 1:
			all = append(all, c.Slash(u, c.games, "seek", discordtest.Options{"variant": "raumschach"}))
		case 2:
			all = append(all, c.Slash(u, thread, "move", discordtest.Options{"move": "ab2-ab3"}))
		case 3:
			all = append(all, c.Type(u, thread, "challenge", "variant", discordtest.Options{"variant": "stock"}))
		default:
			all = append(all, c.Slash(u, thread, "moves", nil))
		}
	}
	c.Wait("all answers", func() bool {
		return !slices.ContainsFunc(all, func(i *discordtest.Interaction) bool { return !i.Done })
	})
	c.Look(func() {
		slices.Sort(c.Answered)
		late := 0
		for _, waited := range c.Answered {
			if waited > 3*time.Second {
				late++
			}
		}
		t.Logf("first signs of %d interactions: half within %v, all within %v, %d later than 3 s", len(c.Answered), c.Answered[len(c.Answered)/2], c.Answered[len(c.Answered)-1], late)
	})
	// Each of them has been announced once.
	c.Wait("all that was sought", func() bool { return count(c.games, "seeks an opponent") >= crowd/5 })
	c.Look(func() {
		if n := count(c.games, "seeks an opponent"); n != crowd/5 {
			t.Errorf("%d invitations instead of %d", n, crowd/5)
		}
	})
}

// count counts the messages of a channel that have some words.
func count(channel *discordtest.Channel, words ...string) (n int) {
	for _, m := range channel.Messages {
		if contains(m.Screen(), words) {
			n++
		}
	}
	return n
}

// told compares the number of messages in a channel that contain some words.
func (c *club) told(channel *discordtest.Channel, words string, want int) {
	c.t.Helper()
	c.Look(func() {
		if n := count(channel, words); n != want {
			c.t.Errorf("%q is in %d messages of %s, not %d", words, n, channel.Name, want)
		}
	})
}

// TestConnectionDrops breaks the connection in every way in the middle of moves.
func TestConnectionDrops(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	card := c.said(c.thread("1"), "Game 1 begins")
	for i, p := range plies(whole["raumschach"]) {
		player := []*discordtest.User{c.alice, c.bob}[i%2]
		thread := c.gameThread()
		switch i {
		case 0: // the move is made without a connection, and comes with the resumed session
			c.Drop()
			c.Say(player, thread, p.text())
		case 1: // the answer is being sent
			c.Say(player, thread, p.text())
			c.Drop()
		case 2:
			c.Reconnect()
			c.Say(player, thread, p.text())
		case 3: // events in between are lost with the session, and a button pressed afterwards works
			c.Invalidate()
			c.Wait("a new session", func() bool { return c.Connected() > 0 })
			c.Say(player, thread, p.text())
		}
		before := card
		card = c.next(before)
		c.mustBeCard(t, before, card, i == 3)
	}
	c.Look(func() {
		if !strings.Contains(card.Content, "Checkmate!") || c.Resumed() == 0 {
			t.Errorf("resumed %d times, and at last %s", c.Resumed(), card.Screen())
		}
	})
}

// TestEverythingDeliveredTwice delivers every event twice. Each is applied and answered once.
func TestEverythingDeliveredTwice(t *testing.T) {
	c := newClub(t, nil)
	i := c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"})
	c.Again(i)
	c.done(i)
	i = c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept")
	c.Again(i)
	c.done(i)
	c.settled(1)
	card := c.said(c.thread("1"), "Game 1 begins")
	i = c.Press(c.alice, card, "Move")
	m := c.preview(i, ply{kind: "Unicorn", from: "bb1", to: "cc2"})
	i = c.Press(c.alice, m, "Play it")
	c.Again(i)
	c.done(i)
	c.next(card)
	c.flush()
	c.Look(func() {
		if a, b, p := count(c.games, "alice challenges"), count(c.thread("1")(), "Game 1 begins"), count(c.thread("1")(), "alice plays"); a != 1 || b != 1 || p != 1 {
			t.Errorf("said %d, %d and %d times", a, b, p)
		}
	})
}

// flush waits until the outbox is empty.
func (c *club) flush() {
	c.t.Helper()
	c.Wait("an empty outbox", func() bool {
		var waiting []bot.Message
		err := c.store.View(context.Background(), func(tx bot.Tx) (err error) {
			waiting, err = tx.Waiting("discord", 0, 1)
			return err
		})
		return err == nil && len(waiting) == 0
	})
}

// TestLimits plays with very low rate limits. All messages are posted once and in order.
func TestLimits(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.Look(func() { c.Limit, c.Window, c.Busy = 2, 400*time.Millisecond, 3 })
	thread := c.gameThread()
	for i, p := range plies(whole["raumschach"]) {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[i%2], thread, "move", discordtest.Options{"id": 1, "move": p.text()}))
	}
	c.said(c.thread("1"), "Checkmate!")
	c.flush()
	c.Look(func() {
		want := []string{"Game 1 begins", "alice plays Unicorn bb1-cc2", "bob plays Unicorn dd5-ce4", "alice plays Queen bc1-de1", "Checkmate!"}
		for i, m := range thread.Messages {
			if i >= len(want) || !strings.Contains(m.Content, want[i]) {
				t.Errorf("message %d is %s", i, m.Screen())
			}
		}
		if len(thread.Messages) != len(want) || c.Requests["429"] < 3 {
			t.Errorf("%d messages, and %d requests refused", len(thread.Messages), c.Requests["429"])
		}
	})
}

// TestRestart stops the bot while messages wait, and starts it again.
func TestRestart(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.flush()
	c.Change(c.guild, func() { c.guild.Gone = true }) // nothing can be delivered
	c.stop()
	registrations := c.Requests["PUT /applications/{app}/commands"]
	c.Look(func() { c.guild.Gone = false })
	service := service.New(service.Ports{Store: c.store})
	alice := bot.User{UserID: bot.UserID{Platform: "discord", ID: c.alice.ID}, Name: "alice"}
	if _, err := service.Handle(context.Background(), bot.Request{From: alice, Event: "1", Text: "move 1 bb1-cc2"}); err != nil {
		t.Fatal(err)
	}
	c.start()
	c.said(c.thread("1"), "alice plays Unicorn bb1-cc2")
	c.flush()
	c.Look(func() {
		if n := count(c.thread("1")(), "alice plays"); n != 1 {
			t.Errorf("said %d times", n)
		}
		if c.Requests["PUT /applications/{app}/commands"] != registrations {
			t.Error("the commands were registered again, and nothing in them had changed")
		}
	})
}
