package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"go.etcd.io/bbolt"
)

// Backup writes a copy of the database, as it is at one moment, to a new file,
// if its pages are sound. A file that exists is not overwritten. Others may go on using the store.
func (s *Store) Backup(ctx context.Context, path string) error {
	return Create(path, func(w io.Writer) error {
		return s.Copy(ctx, func(int64) (io.Writer, error) { return w, nil })
	})
}

// Copy writes what Backup does to wherever begin says, which is told its length in bytes.
func (s *Store) Copy(ctx context.Context, begin func(length int64) (io.Writer, error)) error {
	b, ok := s.engine.(*bolt)
	if !ok {
		return fmt.Errorf("a database in memory has no backup")
	}
	if err := b.refuseDamaged(ctx); err != nil {
		return fmt.Errorf("no backup is made: %w", err)
	}
	return b.guarded(func() error {
		return b.db.View(func(tx *bbolt.Tx) error {
			w, err := begin(tx.Size())
			if err != nil {
				return err
			}
			_, err = tx.WriteTo(w)
			return err
		})
	})
}

// refuseDamaged returns an error if the pages have faults.
func (b *bolt) refuseDamaged(ctx context.Context) error {
	faults, err := b.checkPages(ctx)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%w: %s", ErrDamaged, faults[0])
	}
	return err
}

// Create makes a new file that is there whole, on the disk, or not at all. Its errors are sentences
// for the operator.
func Create(path string, write func(io.Writer) error) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already: name a new file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), Unfinished+"*")
	if err != nil {
		return fmt.Errorf("raumbot cannot write to %s: %w", filepath.Dir(path), err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		if noRoom(err) {
			return fmt.Errorf("there is no room for %s on its disk: make room, or name a file elsewhere (%w)", path, err)
		}
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil { // unlike Rename, refuses to overwrite
		return err
	}
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	return syncFolder(path)
}

// Replace puts a file that is on the disk in the place of another. What is there after a crash is one of the two.
func Replace(path, by string) error {
	if err := os.Rename(by, path); err != nil {
		return err
	}
	return syncFolder(path)
}

// Unfinished is what the names of files begin with that [Create] has not finished.
const Unfinished = ".raumbot-"

// syncFolder makes sure that the name of a file is on the disk.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // some file systems have none
		return err
	}
	return nil
}
