package storage

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// Backup writes a copy of the database, as it is at one moment, to a new file,
// if it is sound. A file that exists is not overwritten.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	b, ok := s.engine.(*bolt)
	if !ok {
		return fmt.Errorf("a database in memory has no backup")
	}
	if err := b.refuseDamaged(ctx); err != nil {
		return fmt.Errorf("no backup is made: %w", err)
	}
	return createWhole(path, func(w io.Writer) error {
		return b.guarded(func() error {
			return b.db.View(func(tx *bbolt.Tx) error {
				_, err := tx.WriteTo(w)
				return err
			})
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

// createWhole makes a file that is there whole or not at all.
func createWhole(path string, write func(io.Writer) error) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already: name a new file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".raumbot-*")
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
	return os.Remove(f.Name())
}
