package storage

import (
	"context"
	"errors"
	"time"

	"raumbot/storage/kv"
)

var erasedKey = []byte("last erased")

// Erase overwrites the remains of deleted records in the database's file, records the
// time, and returns the number of pages overwritten.
func (s *Store) Erase(ctx context.Context, now time.Time) (pages int, err error) {
	file, ok := s.engine.(kv.File)
	if !ok {
		return 0, nil
	}
	if pages, err = file.Erase(ctx); err != nil {
		return pages, err
	}
	return pages, s.engine.Update(func(kv kv.Tx) error {
		return tx{kv: kv}.setMeta(erasedKey, uint64(now.Unix()))
	})
}

// Erased returns when Erase was last completed, the Unix epoch if never.
func (s *Store) Erased() (at time.Time, err error) {
	err = s.engine.View(func(kv kv.Tx) error {
		seconds, err := tx{kv: kv}.number(string(erasedKey))
		at = time.Unix(int64(seconds), 0)
		return err
	})
	return at, err
}

// Compact writes the database to a new file without free space.
func (s *Store) Compact(path string) error {
	file, ok := s.engine.(kv.File)
	if !ok {
		return errors.New("a database in memory has no file")
	}
	return file.Compact(path)
}
