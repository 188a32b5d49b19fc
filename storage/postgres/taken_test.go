package postgres

import (
	"errors"
	"testing"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/storagetest"
)

// TestTakenWithoutWriting has a process that is not sure of its lock read, without writing, after
// another has taken the database over: what it remembers may be old, so it must be told.
func TestTakenWithoutWriting(t *testing.T) {
	e, err := Open(t.Context(), storagetest.Postgres(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	e.owner.cancel() // nothing is noticed by itself any more
	<-e.owner.stopped
	refused := errors.New("refused on purpose")
	read := func() error {
		return e.Update(func(tx kv.Tx) error {
			tx.Get("meta", []byte("n"))
			return refused
		})
	}
	e.owner.held.Store(false) // its connection is lost
	if err := read(); !errors.Is(err, refused) {
		t.Errorf("while it is the owner, it is told %v", err)
	}
	if _, err := e.pool.Exec(t.Context(), "update state set epoch = epoch + 1"); err != nil {
		t.Fatal(err)
	}
	e.owner.held.Store(false)
	if err := e.View(func(kv.Tx) error { t.Error("a view shows what is another's"); return nil }); !errors.Is(err, bot.ErrTaken) {
		t.Errorf("a view after it was taken over is told %v", err)
	}
	if err := read(); !errors.Is(err, bot.ErrTaken) {
		t.Errorf("after it was taken over, it is told %v", err)
	}
}
