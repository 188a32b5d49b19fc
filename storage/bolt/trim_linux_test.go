package bolt

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/storage/kv"
)

// TestTrim reads all of a large file, and then makes small views until the memory has been
// released.
func TestTrim(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "test.db"), things)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const records, size = 20_000, 2 << 10
	value := make([]byte, size)
	if err := s.Update(func(tx kv.Tx) error {
		for n := range uint64(records) {
			if err := tx.Put(things, numbered(n), value); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	view := func(fn func(kv.Tx) error) {
		if err := s.View(fn); err != nil {
			t.Fatal(err)
		}
	}
	read := func() {
		view(func(tx kv.Tx) error {
			n := 0
			for _, v := range tx.Scan(things, nil) {
				if len(v) == size && v[0] == 0 && v[size-1] == 0 {
					n++
				}
			}
			if n != records {
				return fmt.Errorf("%d records are whole, of %d", n, records)
			}
			return nil
		})
	}
	read()
	whole := mapped(t)
	for range trimEvery {
		view(func(tx kv.Tx) error { tx.Get(things, numbered(1)); return nil })
	}
	if after := mapped(t); whole-after < records*size/1024*3/4 {
		t.Errorf("%d KB of files were in memory, and are %d KB after trimming", whole, after)
	}
	read() // everything can still be read
}

// numbered returns the key for a number.
func numbered(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// mapped returns how much memory the process uses for mapped files, in KB.
func mapped(t *testing.T) (kb int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("the system does not tell what is in memory: ", err)
	}
	_, rest, found := strings.Cut(string(status), "RssFile:")
	if _, err := fmt.Sscan(rest, &kb); !found || err != nil {
		t.Skip("the system does not tell what is in memory")
	}
	return kb
}
