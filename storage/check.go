package storage

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"go.etcd.io/bbolt"
	"raumbot/bot"
)

// Check reads everything and returns a sentence for each fault of the
// file, its records and its indexes. What the records mean is for
// [bot.Check].
func (s *Store) Check(ctx context.Context) (faults []string, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	if b, ok := s.engine.(bolt); ok {
		if faults, err = checkPages(ctx, b.db); err != nil || len(faults) > 0 {
			return faults, err // no use in reading further
		}
	}
	err = s.engine.view(func(kv kv) error {
		faults, err = tx{kv}.checkRefs()
		return err
	})
	return faults, err
}

// checkPages lets bbolt verify the pages of its file.
func checkPages(ctx context.Context, db *bbolt.DB) (faults []string, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		for fault := range tx.Check() {
			faults = append(faults, fault.Error())
		}
		return ctx.Err()
	})
	return faults, err
}

// Backup writes a copy of the database, as it is at one moment, to a new file.
// The bot may go on meanwhile. A file that exists is not overwritten.
func (s *Store) Backup(path string) (err error) {
	b, ok := s.engine.(bolt)
	if !ok {
		return fmt.Errorf("a database in memory has no backup")
	}
	return createWhole(path, func(w io.Writer) error {
		return b.db.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
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

var _ bot.Store = (*Store)(nil)
