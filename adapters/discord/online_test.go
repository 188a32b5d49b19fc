package discord_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"raumbot/adapters/discord"
)

// logBook is a log that can be read while it is written.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// count returns how often the log says something.
func (l *logBook) count(words string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), words)
}

// TestOnline lets the service know when the connection is lost, when it stands again, and at the end.
func TestOnline(t *testing.T) {
	log := &logBook{}
	c := newClub(t, func(c *club) { c.options.Log = slog.New(slog.NewTextHandler(log, nil)) })
	connected := func() bool {
		status, err := c.service.Status(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return status.Gateways[discord.Platform]
	}
	c.Wait("the report of the connection", connected)
	c.Drop()
	c.Wait("the report of the loss", func() bool { return log.count("msg=disconnected platform=discord") > 0 })
	c.Wait("the report of its return", connected)
	c.stop()
	if connected() {
		t.Error("it counts as connected after the end")
	}
}
