//go:build unix

package storage

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"raumbot/bot"
)

// TestCloseDamaged cuts a database off under those who use it: bbolt then panics with its locks held, and
// the store ends all the same.
func TestCloseDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(tx bot.Tx) error { return tx.PutUptime(bot.Uptime{}) })
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("an update ends with %v", err)
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Fatal("it does not close")
	}
}
