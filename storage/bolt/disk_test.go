package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"raumbot/storage/kv"
)

// TestDiskError lets one commit fail with a disk error. The contents of the file are then unknown,
// so that all further reads and writes must fail, even though the disk works again. Most systems
// remount a failing disk read-only, which bbolt reports in its own words.
func TestDiskError(t *testing.T) {
	for _, failure := range []error{
		&os.PathError{Op: "sync", Path: "a.db", Err: syscall.EIO},
		&os.PathError{Op: "write", Path: "a.db", Err: syscall.EROFS},
		fmt.Errorf("mmap allocate error: %s", syscall.EROFS),
		fmt.Errorf("mmap allocate error: file resize error: %s", syscall.EIO),
		fmt.Errorf("beginning: %w", bolterrors.ErrInvalidMapping),
		&os.PathError{Op: "write", Path: "a.db", Err: syscall.ESTALE},
	} {
		t.Run(failure.Error(), func(t *testing.T) { diskFails(t, failure) })
	}
}

func diskFails(t *testing.T, failure error) {
	path := filepath.Join(t.TempDir(), "a.db")
	b, err := Open(path, things)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Update(putting(1, well)); err != nil {
		t.Fatal(err)
	}
	b.commit = func(tx *bbolt.Tx) error {
		b.commit = (*bbolt.Tx).Commit
		return errors.Join(tx.Rollback(), failure)
	}
	for _, err := range together(b, putting(2, well), putting(4, well)) {
		if !errors.Is(err, kv.ErrDisk) {
			t.Errorf("an update ends with %v", err)
		}
	}
	if err := b.Update(putting(3, well)); !errors.Is(err, kv.ErrDisk) {
		t.Errorf("the next update ends with %v", err)
	}
	if err := b.View(func(kv.Tx) error { return nil }); !errors.Is(err, kv.ErrDisk) {
		t.Errorf("a view ends with %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if b, err = Open(path, things); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if !kept(t, b, 1) || kept(t, b, 2) || kept(t, b, 3) {
		t.Error("after a restart something else is kept than was answered")
	}
}

// TestFileDeletedOrReplaced deletes and replaces the file of an open database: no update that would
// be lost may succeed.
func TestFileDeletedOrReplaced(t *testing.T) {
	for name, take := range map[string]func(path string) error{
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", nil, 0o600), os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			b, err := Open(path, things)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			if err := errors.Join(b.Update(putting(1, well)), os.Link(path, path+".kept"), take(path)); err != nil {
				t.Fatal(err)
			}
			if err := b.Update(putting(2, well)); !errors.Is(err, kv.ErrGone) {
				t.Errorf("an update ends with %v", err)
			}
			b.looked.Store(0) // as if lookEvery had passed
			if err := b.View(func(kv.Tx) error { return nil }); !errors.Is(err, kv.ErrGone) {
				t.Errorf("a view ends with %v", err)
			}
			// The same while an update is running.
			if err := os.Rename(path+".kept", path); err != nil {
				t.Fatal(err)
			}
			if err := b.Update(putting(3, well)); err != nil {
				t.Errorf("the file is back, and an update ends with %v", err)
			}
			err = b.Update(func(tx kv.Tx) error {
				return errors.Join(putting(4, well)(tx), take(path))
			})
			if !errors.Is(err, kv.ErrGone) {
				t.Errorf("the update under which the file goes ends with %v", err)
			}
		})
	}
}

// TestOpenToRead reads a file that is not writable.
func TestOpenToRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	b, err := Open(path, things)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Update(putting(1, well)), b.Close(), os.Chmod(path, 0o400)); err != nil {
		t.Fatal(err)
	}
	if b, err = OpenToRead(path, things); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if faults, err := b.Faults(t.Context()); err != nil || len(faults) > 0 || !kept(t, b, 1) {
		t.Errorf("it is read with %q, %v", faults, err)
	}
	if err := b.Update(putting(2, well)); err == nil {
		t.Error("it is written to")
	}
}
