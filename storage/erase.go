package storage

import (
	"context"
	"errors"
	"time"

	"raumbot/storage/kv"
)

var erasedKey = []byte("last erased")

// Erase overwrites what deleted records have left in the database's file, notes the
// time, and returns in how many pages there was something.
func (s *Store) Erase(ctx context.Context, now time.Time) (pages int, err error) {
	file, ok := s.engine.(kv.File)
	if !ok {
		return 0, nil
	}
	last, err := s.Erased()
	if err != nil {
		return 0, err
	}
	for range 2 { // what the last updates have deleted is kept until others have followed
		if err := s.noteErased(last); err != nil {
			return 0, err
		}
	}
	if pages, err = file.Erase(ctx); err != nil {
		return pages, err
	}
	return pages, s.noteErased(now)
}

func (s *Store) noteErased(at time.Time) error {
	return s.engine.Update(func(kv kv.Tx) error { return tx{kv: kv}.setMeta(erasedKey, uint64(at.Unix())) })
}

// Erased returns when Erase last came to its end, the beginning of 1970 if never.
func (s *Store) Erased() (at time.Time, err error) {
	err = s.engine.View(func(kv kv.Tx) error {
		seconds, err := tx{kv: kv}.number(string(erasedKey))
		at = time.Unix(int64(seconds), 0)
		return err
	})
	return at, err
}

// Compact writes the database to a new file, without the room that deleted records have left.
func (s *Store) Compact(path string) error {
	file, ok := s.engine.(kv.File)
	if !ok {
		return errors.New("a database in memory has no file")
	}
	return file.Compact(path)
}
