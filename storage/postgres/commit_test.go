package postgres

import (
	"fmt"
	"testing"

	"raumbot/storage/kv"
	"raumbot/storage/storagetest"
)

// TestRefusedCommitsKeepConnections has commits refused because the database is not where they
// expect it: the next ones go through the same connections.
func TestRefusedCommitsKeepConnections(t *testing.T) {
	t.Parallel()
	e, err := Open(t.Context(), storagetest.Postgres(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	put := func(n int) error {
		return e.Update(func(tx kv.Tx) error { return tx.Put("table", []byte("key"), fmt.Append(nil, n)) })
	}
	if err := put(-1); err != nil {
		t.Fatal(err)
	}
	before := e.pool.Stat().NewConnsCount()
	var at position
	for n := range 20 {
		for step := range 2 {
			if err := put(2*n + step); err != nil {
				t.Fatal(err)
			}
			if step == 0 {
				at = e.cache.position()
			}
		}
		late := []pair{{placeOf("table", []byte("key")), []byte("late")}}
		if err := e.commit(at, position{at.generation + 1, int64(n)}, late); err != errMoved {
			t.Fatalf("a commit that comes late: %v", err)
		}
	}
	if err := e.View(func(tx kv.Tx) error {
		if v := string(tx.Get("table", []byte("key"))); v != "39" {
			t.Errorf("a commit that was refused has written %s", v)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if more := e.pool.Stat().NewConnsCount() - before; more > 1 {
		t.Errorf("%d connections were made for 20 refused commits", more)
	}
}
