package storage_test

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

// TestCheckReadsRecords damages a record of every table, and moves one to a wrong key.
func TestCheckReadsRecords(t *testing.T) {
	for name, c := range map[string]struct {
		bucket, key, value, say string
		sealed                  bool
	}{
		"a game elsewhere":   {"games", "\x00\x00\x00\x00\x00\x00\x00\x07", `{"ID":8,"Seats":[{"Player":1},{"Player":2}]}`, "belongs under 0000000000000008", true},
		"a player elsewhere": {"players", "\x00\x00\x00\x00\x00\x00\x00\x01", `{"ID":2}`, "belongs under", true},
		"an entry, emptied":  {"logs", "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01", "", "logs: record", false},
		"an entry, mislaid":  {"logs", "\x00\x00\x00\x00\x00\x00\x00\x01\x00", "{}", "logs: record", true},
		"a plan":             {"plans", "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01", `{"Lines":7}`, "plans: record", true},
		"notes":              {"notes", "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01", `{`, "notes: record", true},
		"a room":             {"rooms", "console\x00lobby\x00", `[]`, "rooms: record", true},
		"a memo":             {"memos", "matrix\x00next\x00", `{}`, "memos: record", true},
		"a memo, mislaid":    {"memos", "matrix", `""`, "memos: record", true},
		"a message":          {"outbox", "console\x00\x00\x00\x00\x00\x00\x00\x00\x01", `"`, "outbox: record", true},
		"an event":           {"events", "console\x00e1\x00", `"yesterday"`, "events: record", true},
		"a tournament":       {"tournaments", "\x00\x00\x00\x00\x00\x00\x00\x01", `{"ID":"x"}`, "tournaments: record", true},
		"a number":           {"meta", "last game", `-1`, "meta: record", true},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			s, err := storage.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
			value := c.value
			if c.sealed {
				value = storage.Sealed(c.bucket, c.key, value)
			}
			raw(t, path, c.bucket, c.key, value)
			if s, err = storage.Open(path); err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if faults, err := s.Check(ctx); err != nil || len(faults) != 1 || !strings.Contains(faults[0], c.say) {
				t.Errorf("got %q, %v, want %q", faults, err, c.say)
			}
			if err := s.Export(io.Discard); !json.Valid([]byte(c.value)) && !errors.As(err, new(*bot.Damage)) {
				t.Errorf("exported with %v", err)
			}
		})
	}
	// A log entry beyond the last number would be overwritten.
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	const last = "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05"
	raw(t, path, "logs", last, storage.SealedEntry(last, `{}`))
	if s, err = storage.Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if faults, err := s.CheckNumbers(); err != nil || len(faults) != 1 || !strings.Contains(faults[0], "last entry") {
		t.Errorf("got %q, %v", faults, err)
	}
}
