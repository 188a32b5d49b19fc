package discord

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"raumbot/bot"
)

// TestProgressOfEachSession finishes an event of a session when the next one has begun, which has an event of the same number that is still being handled.
func TestProgressOfEachSession(t *testing.T) {
	lease, err := new(bot.LocalLeases).TryHold(t.Context(), shardLease(0, 1))
	if err != nil {
		t.Fatal(err)
	}
	c := &connection{Discord: New(Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil))}), count: 1, lease: lease}
	begin := func(session string) {
		c.sessionStands(frame{Kind: "READY", Sequence: 1, Data: json.RawMessage(fmt.Sprintf(`{"session_id": %q}`, session))})
	}
	begin("first")
	before := c.track(2)
	begin("second")
	handled := c.track(2)
	c.track(3)()
	for _, step := range []struct {
		then func()
		want int64
	}{{before, 1}, {handled, 3}} {
		step.then()
		var note sessionNote
		if err := json.Unmarshal(lease.Note(), &note); err != nil || note.Session != "second" || note.Sequence != step.want {
			t.Errorf("noted is %s, not the event %d", lease.Note(), step.want)
		}
	}
	c.background.Wait()
}

// TestBrokenEvent dispatches an event that cannot be handled: it does not have the session resumed from before it for ever.
func TestBrokenEvent(t *testing.T) {
	d := New(Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	handled := false
	d.dispatch("GUILD_CREATE", json.RawMessage(`{"id": "1", "channels": [null]}`), source{}, func() { handled = true })
	if !handled {
		t.Error("a broken event counts as not handled")
	}
}
