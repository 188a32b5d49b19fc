//go:build unix

package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"raumbot/storage/kv"
)

// TestCloseDamaged truncates a database in use: bbolt then panics with its locks held, and
// Close must return nevertheless.
func TestCloseDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.db")
	s, err := Open(path, things)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	err = s.Update(func(tx kv.Tx) error { return tx.Put(things, []byte("a"), nil) })
	if !errors.Is(err, kv.ErrDamaged) {
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
