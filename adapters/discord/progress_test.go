package discord

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"raumbot/bot/service"
	"raumbot/storage"
)

// TestProgressOfEachSession finishes an event of a session after the next session has begun, in
// which an event with the same number is still being handled.
func TestProgressOfEachSession(t *testing.T) {
	svc := service.New(service.Ports{Store: storage.Memory()})
	notes, err := readNotes(t.Context(), svc, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := New(Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	d.shards.expect(1)
	c := &connection{Discord: d, count: 1, notes: notes, handled: newProgress(0)}
	begin := func(session string) {
		c.sessionStarted(frame{Kind: "READY", Sequence: 1, Data: json.RawMessage(fmt.Sprintf(`{"session_id": %q}`, session))})
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
		if note := notes.of(0); note.Session != "second" || note.Sequence != step.want {
			t.Errorf("noted is %+v, not the event %d", note, step.want)
		}
	}
	c.background.Wait()
	again, err := readNotes(t.Context(), svc, 1)
	if err != nil || again.of(0).Session != "second" {
		t.Errorf("the next run reads %+v, %v", again.of(0), err)
	}
}

// TestBrokenEvent dispatches an event whose handler panics. The event counts as handled, so that
// later runs do not resume the session before it.
func TestBrokenEvent(t *testing.T) {
	d := New(Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	handled := false
	d.dispatch("GUILD_CREATE", json.RawMessage(`{"id": "1", "channels": [null]}`), false, func() { handled = true })
	if !handled {
		t.Error("a broken event counts as not handled")
	}
}
