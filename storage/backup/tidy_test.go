package backup

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

// TestRestoreLeftovers checks that the remains of a killed restoration are removed.
func TestRestoreLeftovers(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	place, link := filepath.Join(folder, "a.db"), filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(place, link); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"a.db": 0, "a.db.restoring": 0, "a.db.compacting": 0, "b.db.restoring": 0, Unfinished + "1": 2 * time.Hour, Unfinished + "2": time.Minute} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, now.Add(-age), now.Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if err := Tidy(link, now); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	var left []string
	for _, f := range files {
		left = append(left, f.Name())
	}
	if got := strings.Join(left, " "); err != nil || got != ".raumbot-2 a.db b.db.restoring" {
		t.Errorf("left are %s, %v", got, err)
	}
}

// TestRestoreAgain restores a database three times within a second. Each time the previous one is
// kept under a name of its own.
func TestRestoreAgain(t *testing.T) {
	folder := t.TempDir()
	database, copied := filepath.Join(folder, "a.db"), filepath.Join(folder, "copy.db")
	for _, path := range []string{database, copied} {
		if err := withDeletedText(t, path).Close(); err != nil {
			t.Fatal(err)
		}
	}
	kept := map[string]bool{}
	for range 3 {
		aside, err := Restore(database, copied, func(string) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(aside); err != nil || kept[aside] {
			t.Errorf("the previous database is kept as %s: %v", aside, err)
		}
		kept[aside] = true
	}
}

// withDeletedText returns a store in which a text has been written and deleted.
func withDeletedText(t *testing.T, path string) *storage.Store {
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("the secret ", 1000), "", "kept"} {
		err := s.Update(t.Context(), func(tx bot.Tx) (err error) {
			for n := range 50 {
				id := bot.RoomID{Platform: "console", ID: fmt.Sprint(n)}
				err = errors.Join(err, tx.PutRoom(bot.Room{ID: id, Variant: text}))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestCompact deletes text and checks that it does not occur in the compacted file.
func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	s := withDeletedText(t, path)
	if _, _, err := Compact(t.Context(), path); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("a database in use: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := os.Open(path) // the file to be replaced
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	before, after, err := Compact(t.Context(), path)
	if err != nil || after >= before {
		t.Errorf("%d bytes became %d, %v", before, after, err)
	}
	was := make([]byte, before)
	if _, err := old.ReadAt(was, 0); err != nil {
		t.Fatal(err)
	}
	is, err := os.ReadFile(path)
	if err != nil || bytes.Contains(is, []byte("the secret")) || bytes.Contains(was, []byte("the secret")) {
		t.Errorf("words that were deleted are left, %v", err)
	}
	if s, err = storage.Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if faults, err := s.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
	if at, err := s.Erased(); err != nil || time.Since(at) > time.Hour {
		t.Errorf("erased at %s, %v", at, err)
	}
	_ = s.View(t.Context(), func(tx bot.Tx) error {
		if r, err := tx.Room(bot.RoomID{Platform: "console", ID: "7"}); err != nil || r.Variant != "kept" {
			t.Errorf("%v, %v", r, err)
		}
		return nil
	})
}
