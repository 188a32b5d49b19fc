package kv_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"raumbot/storage/bolt"
	"raumbot/storage/kv"
	"raumbot/storage/memory"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	storagetest.StopShared()
	os.Exit(code)
}

// TestEnginesAgree runs the same random transactions on the file, the server, and the simpler
// store in memory; all results must agree, including errors.
func TestEnginesAgree(t *testing.T) {
	t.Run("bolt", func(t *testing.T) {
		file, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"), "a")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		mustAgree(t, file)
	})
	t.Run("postgres", func(t *testing.T) {
		server, err := postgres.Open(t.Context(), storagetest.Postgres(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		mustAgree(t, server)
	})
}

func mustAgree(t *testing.T, engine kv.Engine) {
	memory := memory.New()
	for seed := range uint64(60) {
		outcome := func(e kv.Engine) string {
			var seen bytes.Buffer
			err := e.Update(func(tx kv.Tx) error { return randomWork(tx, rand.New(rand.NewPCG(seed, 1)), &seen) })
			fmt.Fprint(&seen, err)
			return seen.String()
		}
		if e, m := outcome(engine), outcome(memory); e != m {
			t.Fatalf("transaction %d: the engine says\n%s\nmemory says\n%s", seed, e, m)
		}
	}
}

// randomWork reads and writes at random, records what it reads, and sometimes
// fails.
func randomWork(tx kv.Tx, r *rand.Rand, seen *bytes.Buffer) error {
	for range 30 {
		name := []kv.Table{"a", "b"}[r.IntN(2)]
		k := []byte{byte(r.IntN(40))}
		switch r.IntN(6) {
		case 0, 1, 2:
			if err := tx.Put(name, k, []byte(fmt.Sprint(r.IntN(1000)))); err != nil {
				return err
			}
		case 3:
			if err := tx.Delete(name, k); err != nil {
				return err
			}
		case 4:
			if r.IntN(4) == 0 {
				k = nil
			}
			fmt.Fprintf(seen, "%s %x: %s\n", name, k, tx.Get(name, k))
		case 5:
			n := 0
			for k, v := range tx.Scan(name, k) {
				fmt.Fprintf(seen, "%x=%s ", k, v)
				if n++; n == 5 {
					break
				}
			}
		}
	}
	if r.IntN(4) == 0 {
		return errors.New("failed on purpose")
	}
	return nil
}
