package discord_test

import (
	"context"
	"log/slog"
	"testing"

	"raumbot/bot"
	"raumbot/bot/logtest"
	"raumbot/bot/service"
)

// TestOnline reports to the service when the connection is lost, restored and closed.
func TestOnline(t *testing.T) {
	log := &logtest.Buffer{}
	c := newClub(t, func(c *club) { c.options.Log = slog.New(slog.NewTextHandler(log, nil)) })
	c.Wait("the report of the connection", c.online)
	c.Drop()
	c.Wait("the report of the loss", func() bool { return log.Count("msg=disconnected platform=discord") > 0 })
	c.Wait("the report of its return", c.online)
	c.stop()
	if c.online() {
		t.Error("it counts as connected after the end")
	}
}

// TestServersUnknownAtStart starts with a message to deliver while Discord is slow to describe the
// servers. The message waits until its language is known.
func TestServersUnknownAtStart(t *testing.T) {
	log := &logtest.Buffer{}
	c := newClub(t, func(c *club) {
		c.guild.Locale = "de"
		c.options.Log = slog.New(slog.NewTextHandler(log, nil))
	})
	c.begin("raumschach")
	c.flush()
	c.stop()
	putNotes(t, c.store, nil) // so that the bot begins a new session
	service := service.New(service.Ports{Store: c.store})
	alice := bot.User{UserID: bot.UserID{Platform: "discord", ID: c.alice.ID}, Name: "alice"}
	if _, err := service.Handle(context.Background(), bot.Request{From: alice, Event: "1", Text: "move 1 bb1-cc2"}); err != nil {
		t.Fatal(err)
	}
	c.Look(func() { c.Slow = true })
	c.start()
	c.Wait("a message that waits", func() bool { return log.Count("has not described all servers yet") > 0 })
	c.Describe()
	c.said(c.thread("1"), "alice spielt Einhorn bb1-cc2", "[Ziehen]")
}
