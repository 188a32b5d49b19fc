package backup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/storage"
)

// TestRotation simulates three days with a clock that is wrong for a while.
func TestRotation(t *testing.T) {
	dir := t.TempDir()
	store, err := storage.Open(filepath.Join(dir, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder := filepath.Join(dir, "copies")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	r := Rotation{folder, 24 * time.Hour, 3, "games", store, func() time.Time { return now }}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := []string{"games-2026.db", "notes.txt", "other-20260101T000000Z.db"}
	for _, name := range foreign {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		pass time.Duration
		made bool
		left string
	}{
		{0, true, "01T12"}, {23 * time.Hour, false, "01T12"}, {time.Hour, true, "01T12 02T12"},
		{48 * time.Hour, true, "01T12 02T12 04T12"}, {25 * time.Hour, true, "02T12 04T12 05T13"},
		{-80 * time.Hour, true, "02T05 04T12 05T13"}, // clock set back: a copy is still made and kept
	} {
		now = now.Add(step.pass)
		made, next, err := r.copyIfDue(t.Context())
		if err != nil || (made != "") != step.made || next.Before(now) || next.After(now.Add(24*time.Hour)) {
			t.Errorf("after %s: made %q, next %s, %v", step.pass, made, next, err)
		}
		names, _ := r.copies()
		var left []string
		for _, name := range names {
			left = append(left, strings.TrimPrefix(name, "games-202603")[:5])
		}
		if got := strings.Join(left, " "); got != step.left {
			t.Errorf("after %s: left are %s, want %s", step.pass, got, step.left)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	for _, name := range foreign {
		if !slices.Contains(files, filepath.Join(folder, name)) {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
}

// TestCutOffCopies checks which remains of interrupted copies are removed, and that a copy still
// being written is kept.
func TestCutOffCopies(t *testing.T) {
	store, err := storage.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder, now := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	files := map[string]struct {
		age  time.Duration
		left bool
	}{
		Unfinished + "1": {2 * time.Hour, false},
		Unfinished + "2": {10 * time.Minute, true},
		"raumbot-1":      {2 * time.Hour, true},
	}
	for name, f := range files {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, now.Add(-f.age), now.Add(-f.age))); err != nil {
			t.Fatal(err)
		}
	}
	r := Rotation{folder, time.Hour, 1, "games", store, func() time.Time { return now }}
	if _, _, err := r.copyIfDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, f := range files {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != f.left {
			t.Errorf("%s of %s ago: %v", name, f.age, err)
		}
	}
}
