package bolt

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"raumbot/storage/kv"
)

// TestErase deletes secrets and checks that the file does not contain them. The database must be sound even if
// either of the meta pages is then lost.
func TestErase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	b, err := Open(path, things)
	if err != nil {
		t.Fatal(err)
	}
	update := func(fn func(tx kv.Tx) error) {
		t.Helper()
		if err := b.Update(fn); err != nil {
			t.Fatal(err)
		}
	}
	secret := []byte("the secret of somebody")
	for n := range 300 {
		update(func(tx kv.Tx) error {
			return tx.Put(things, []byte(fmt.Sprint(n)), bytes.Repeat(secret, 20))
		})
	}
	for n := range 300 {
		update(func(tx kv.Tx) error {
			if n%50 == 0 {
				return tx.Put(things, []byte(fmt.Sprint(n)), []byte("kept"))
			}
			return tx.Delete(things, []byte(fmt.Sprint(n)))
		})
	}
	for range 2 {
		update(func(tx kv.Tx) error { return tx.Put(counts, []byte("a"), nil) })
	}
	count := func() int {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Count(data, secret)
	}
	if count() == 0 {
		t.Fatal("nothing is left even before")
	}
	reading, err := b.db.Begin(false)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.erasePart(nil, 0); err != errBusy {
		t.Errorf("while somebody reads: %v", err)
	}
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	pages, err := b.Erase(t.Context())
	if err != nil || pages == 0 || count() != 0 {
		t.Errorf("%d pages are erased, %v, and %d secrets left", pages, err, count())
	}
	if faults, err := b.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
	update(func(tx kv.Tx) error { return tx.Put(counts, []byte("b"), secret) })
	size := b.db.Info().PageSize
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[n*size+pageHeader+16] ^= 1
		lost := filepath.Join(t.TempDir(), "lost.db")
		if err := os.WriteFile(lost, data, 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := Open(lost, things)
		if err != nil {
			t.Fatal(err)
		}
		if faults, err := b.pageFaults(t.Context()); err != nil || len(faults) > 0 {
			t.Errorf("without meta page %d: %q, %v", n, faults, err)
		}
		_ = b.View(func(tx kv.Tx) error {
			if string(tx.Get(things, []byte("50"))) != "kept" {
				t.Errorf("without meta page %d a value is lost", n)
			}
			return nil
		})
		b.Close()
	}
}

// TestEraseBesideOthers erases while other goroutines read and write.
func TestEraseBesideOthers(t *testing.T) {
	b := openBolt(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range 400 {
			err := b.Update(func(tx kv.Tx) error {
				if n%3 == 0 {
					return tx.Delete(things, []byte(fmt.Sprint(n/2)))
				}
				return tx.Put(things, []byte(fmt.Sprint(n)), bytes.Repeat([]byte("x"), 3000))
			})
			if err != nil {
				t.Error(err)
			}
			_ = b.View(func(tx kv.Tx) error {
				for k, v := range tx.Scan(things, nil) {
					if len(v) != 3000 || v[2999] != 'x' {
						t.Errorf("%s has changed under a reader", k)
					}
				}
				return nil
			})
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		if _, err := b.Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
