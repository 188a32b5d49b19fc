package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"raumbot/storage/kv"
	"raumbot/storage/storagetest"
)

// joined returns an engine of one process among several.
func joined(t *testing.T, url string) *Engine {
	t.Helper()
	e, alone, err := Join(context.Background(), url, func(*Engine) (bool, error) { return true, nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if alone {
		e.Share()
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// TestForgetsOldChanges opens a database whose processes have never run for long: what they told is deleted all the same.
func TestForgetsOldChanges(t *testing.T) {
	url := storagetest.Postgres(t)
	e := joined(t, url)
	const many = 2 * changesKept
	for _, statement := range []string{
		fmt.Sprintf("update state set generation = %d, mark = %[1]d", many),
		fmt.Sprintf("insert into change select n, n, '{}', '{}' from generate_series(1, %d) n on conflict do nothing", many),
	} {
		if _, err := e.pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	e.Close()
	e = joined(t, url)
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var kept, last int64
		if err := e.pool.QueryRow(t.Context(), "select count(*), max(generation) from change").Scan(&kept, &last); err != nil {
			t.Fatal(err)
		}
		if kept == changesKept && last == many {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d changes are kept, the last %d", kept, last)
		}
	}
}

// TestHearsAfterForgetting checks that a process that did not know where the server is tells that anything may have changed.
func TestHearsAfterForgetting(t *testing.T) {
	url := storagetest.Postgres(t)
	e, other := joined(t, url), joined(t, url)
	heard := make(chan kv.Heard, 100)
	e.Hear(func(h kv.Heard) { heard <- h })
	e.cache.reset(nowhere) // as when it is not known what became of a commit
	if err := other.Update(func(tx kv.Tx) error { return tx.Put("table", []byte("key"), []byte("value")) }); err != nil {
		t.Fatal(err)
	}
	for timeout := time.After(5 * time.Minute); ; {
		select {
		case h := <-heard:
			if h.Keys == nil {
				return
			}
		case <-timeout:
			t.Fatal("it does not hear that anything may have changed")
		}
	}
}

// TestManyKeysAreNotTold has another process change more keys in several commits than are read one by one: everything is forgotten instead.
func TestManyKeysAreNotTold(t *testing.T) {
	url := storagetest.Postgres(t)
	e, other := joined(t, url), joined(t, url)
	few, from := &Engine{told: 10}, e.cache.position() // e itself asks for news all the time
	write := func(n, keys int) {
		t.Helper()
		err := other.Update(func(tx kv.Tx) error {
			for k := range keys {
				if err := tx.Put("table", fmt.Append(nil, n, k), []byte{1}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for commit, keys := range []int{5, 5, 1} {
		write(commit, keys)
		n, err := few.news(t.Context(), e.pool, from)
		if err != nil {
			t.Fatal(err)
		}
		if told := []int{5, 10, 0}[commit]; len(n.pairs) != told || n.whole != (told > 0) || n.to == from {
			t.Errorf("after %d commits: %d keys are told, all: %t", commit+1, len(n.pairs), n.whole)
		}
	}
}

// TestManyNotifications checks that notifications that have come together are answered together.
func TestManyNotifications(t *testing.T) {
	e := joined(t, storagetest.Postgres(t))
	conn, err := e.lock(t.Context(), e.member.config, false)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "select pg_notify(current_schema(), 'process' || n) from generate_series(1, 50) n"); err != nil {
		t.Fatal(err)
	}
	if !e.member.wait(t.Context(), conn, time.Now().Add(5*time.Minute)) {
		t.Fatal("there is no news")
	}
	if e.member.wait(t.Context(), conn, time.Now().Add(100*time.Millisecond)) {
		t.Error("the same is news again")
	}
	if err := conn.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestKeepalive checks that the server looks whether the machines of all connections are there.
func TestKeepalive(t *testing.T) {
	e := joined(t, storagetest.Postgres(t))
	var set int
	err := e.pool.QueryRow(t.Context(), "select count(*) from pg_settings where name like 'tcp_keepalives_%' and source = 'session'").Scan(&set)
	if err != nil || set != 3 {
		t.Errorf("%d settings are made, %v", set, err)
	}
}
