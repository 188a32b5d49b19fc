package discord_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
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
	c.Wait("the report of the connection", c.online)
	c.Drop()
	c.Wait("the report of the loss", func() bool { return log.count("msg=disconnected platform=discord") > 0 })
	c.Wait("the report of its return", c.online)
	c.stop()
	if c.online() {
		t.Error("it counts as connected after the end")
	}
}
