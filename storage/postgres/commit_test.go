package postgres

import (
	"fmt"
	"testing"

	"raumbot/storage/kv"
	"raumbot/storage/storagetest"
)

// TestRefusedCommitsKeepConnections has commits refused because another process was first: the next ones go through the same connections.
func TestRefusedCommitsKeepConnections(t *testing.T) {
	url := storagetest.Postgres(t)
	e, other := joined(t, url), joined(t, url)
	put := func(e *Engine, n int) error {
		return e.Update(func(tx kv.Tx) error { return tx.Put("table", []byte("key"), fmt.Append(nil, n)) })
	}
	if err := put(e, 0); err != nil {
		t.Fatal(err)
	}
	before := e.pool.Stat().NewConnsCount()
	for n := range 20 {
		known, at := e.cache.snapshot()
		if err := put(other, n); err != nil {
			t.Fatal(err)
		}
		late := &transaction{engine: e, server: e.pool, known: known, at: at, dirty: map[string][]byte{placeOf("table", []byte("key")): []byte("late")}}
		if err := e.commit(late, position{at.generation + 1, int64(n)}); err != errMoved {
			t.Fatalf("a commit that comes late: %v", err)
		}
	}
	if err := other.View(func(tx kv.Tx) error {
		if v := string(tx.Get("table", []byte("key"))); v != "19" {
			t.Errorf("a commit that was refused has written %s", v)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if more := e.pool.Stat().NewConnsCount() - before; more > 2 { // what follows the other process may have needed one
		t.Errorf("%d connections were made for 20 refused commits", more)
	}
}
