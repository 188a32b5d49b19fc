package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"raumbot/storage/kv"
)

// secret is the value that the tests delete.
var secret = []byte("the secret of somebody")

// mustUpdate runs an update and fails the test on an error.
func mustUpdate(t *testing.T, b *Engine, fn func(tx kv.Tx) error) {
	t.Helper()
	if err := b.Update(fn); err != nil {
		t.Fatal(err)
	}
}

// writeAndDelete writes secrets and deletes them again, or overwrites them by other values.
func writeAndDelete(t *testing.T, b *Engine) {
	for n := range 300 {
		mustUpdate(t, b, func(tx kv.Tx) error {
			return tx.Put(things, []byte(fmt.Sprint(n)), bytes.Repeat(secret, 20))
		})
	}
	for n := range 300 {
		mustUpdate(t, b, func(tx kv.Tx) error {
			if n%50 == 0 {
				return tx.Put(things, []byte(fmt.Sprint(n)), []byte("kept"))
			}
			return tx.Delete(things, []byte(fmt.Sprint(n)))
		})
	}
}

// secretsIn returns the number of secrets in a file.
func secretsIn(t *testing.T, path string) int {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(data, secret)
}

// TestErase deletes secrets and checks that the file does not contain them. The database must be
// sound even if either of the meta pages is then lost.
func TestErase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	b, err := Open(path, things)
	if err != nil {
		t.Fatal(err)
	}
	writeAndDelete(t, b)
	if secretsIn(t, path) == 0 {
		t.Fatal("nothing is left even before")
	}
	pages, err := b.Erase(t.Context())
	if left := secretsIn(t, path); err != nil || pages == 0 || left != 0 {
		t.Errorf("%d pages are erased, %v, and %d secrets left", pages, err, left)
	}
	if faults, err := b.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
	mustUpdate(t, b, func(tx kv.Tx) error { return tx.Put(counts, []byte("b"), secret) })
	size := b.db.Info().PageSize
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		mustBeSoundWithoutMeta(t, path, n, size)
	}
}

// mustBeSoundWithoutMeta damages a meta page in a copy of a file, and checks the copy.
func mustBeSoundWithoutMeta(t *testing.T, path string, n, size int) {
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
	defer b.Close()
	if faults, err := b.pageFaults(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("without meta page %d: %q, %v", n, faults, err)
	}
	_ = b.View(func(tx kv.Tx) error {
		if string(tx.Get(things, []byte("50"))) != "kept" {
			t.Errorf("without meta page %d a value is lost", n)
		}
		return nil
	})
}

// TestEraseDuringView checks that erasing waits for a view, which may still see deleted data.
func TestEraseDuringView(t *testing.T) {
	b := openBolt(t)
	writeAndDelete(t, b)
	reading, err := b.db.Begin(false)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.awaitViews(t.Context(), 0); err != errBusy {
		t.Errorf("during a view: %v", err)
	}
	erased := make(chan error, 1)
	go func() {
		_, err := b.Erase(t.Context())
		erased <- err
	}()
	select {
	case err := <-erased:
		t.Errorf("it ends during a view: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-erased; err != nil {
		t.Error(err)
	}
	if left := secretsIn(t, b.path); left != 0 {
		t.Errorf("%d secrets are left", left)
	}
}

// TestEraseAgain erases many times. The file must not grow, and the remains of an interrupted run
// must be removed.
func TestEraseAgain(t *testing.T) {
	b := openBolt(t)
	for n := range 40 {
		err := b.Update(func(tx kv.Tx) error {
			for i := range 50 {
				key := []byte(fmt.Sprint(i))
				if err := errors.Join(tx.Put(things, key, bytes.Repeat([]byte("x"), 2000)), tx.Delete(things, key)); err != nil {
					return err
				}
			}
			return tx.Put(things, []byte(fmt.Sprint("kept", n)), bytes.Repeat([]byte("y"), 2000))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sizes := map[int64]bool{}
	for range 8 {
		if err := b.putFillers(7, 100); err != nil {
			t.Fatal(err)
		}
		if pages, err := b.Erase(t.Context()); err != nil || pages == 0 {
			t.Fatal(pages, err)
		}
		_ = b.View(func(tx kv.Tx) error {
			sizes[tx.(*transaction).tx.Size()] = true
			for key := range tx.Scan(filling, nil) {
				t.Fatalf("record %x is left", key)
			}
			return nil
		})
	}
	if len(sizes) > 2 {
		t.Errorf("the file has had %d sizes", len(sizes))
	}
	if faults, err := b.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Error(faults, err)
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
