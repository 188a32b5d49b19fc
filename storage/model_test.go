package storage

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// TestModel runs the same random transactions on the file and on the simpler
// store in memory; they must agree on everything, failures included.
func TestModel(t *testing.T) {
	file, err := Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	memory := Memory()
	for seed := range uint64(60) {
		outcome := func(e engine) string {
			var seen bytes.Buffer
			err := e.update(func(kv kv) error { return randomWork(kv, rand.New(rand.NewPCG(seed, 1)), &seen) })
			fmt.Fprint(&seen, err)
			return seen.String()
		}
		if f, m := outcome(file.engine), outcome(memory.engine); f != m {
			t.Fatalf("transaction %d: the file says\n%s\nmemory says\n%s", seed, f, m)
		}
	}
}

// randomWork reads and writes here and there, notes what it sees, and fails
// now and then.
func randomWork(kv kv, r *rand.Rand, seen *bytes.Buffer) error {
	for range 30 {
		name := []table{gameTable, dueIndex}[r.IntN(2)]
		k := key(uint64(r.IntN(40)))
		switch r.IntN(6) {
		case 0, 1, 2:
			if err := kv.put(name, k, []byte(fmt.Sprint(r.IntN(1000)))); err != nil {
				return err
			}
		case 3:
			if err := kv.drop(name, k); err != nil {
				return err
			}
		case 4:
			fmt.Fprintf(seen, "%s %x: %s\n", name, k, kv.get(name, k))
		case 5:
			n := 0
			for k, v := range kv.scan(name, k) {
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
