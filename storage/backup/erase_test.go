package backup

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

// TestEraseWeekly checks the weekly erasing, including after the clock was wrong.
func TestEraseWeekly(t *testing.T) {
	s, err := storage.Open(filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		pass time.Duration
		done bool
	}{{0, true}, {6 * 24 * time.Hour, false}, {24 * time.Hour, true}, {-100 * 24 * time.Hour, true}, {time.Hour, false}} {
		now = now.Add(step.pass)
		for _, text := range []string{strings.Repeat("x", 100_000), ""} { // leaves something to overwrite
			err := s.Update(t.Context(), func(tx bot.Tx) error { return tx.PutRoom(bot.Room{ID: bot.RoomID{ID: "a"}, Variant: text}) })
			if err != nil {
				t.Fatal(err)
			}
		}
		if pages, err := eraseIfDue(t.Context(), s, now); err != nil || (pages > 0) != step.done {
			t.Errorf("after %s: %d pages, %v", step.pass, pages, err)
		}
	}
}
