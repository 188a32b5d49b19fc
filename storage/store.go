package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"raumbot/bot"
	"raumbot/storage/bolt"
	"raumbot/storage/kv"
	"raumbot/storage/memory"
)

// Errors that the functions of this package wrap.
var (
	// ErrDamaged is about a file that is no sound database.
	ErrDamaged = kv.ErrDamaged
	// ErrInUse is about a file that another process has.
	ErrInUse = bolt.ErrInUse
)

// Store is a [bot.Store].
type Store struct{ engine kv.Engine }

var _ bot.Store = (*Store)(nil)

// Open opens the database in a file, making it if it does not exist, and
// migrates it to the schema of this program. Errors are sentences for the
// operator.
func Open(path string) (*Store, error) {
	s, err := open(path, bolt.Open)
	if err != nil {
		return nil, err
	}
	if err := s.migrate(); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// OpenExisting is [Open] for a file that must be there already.
func OpenExisting(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, bolt.OpenError(path, err)
	}
	return Open(path)
}

// OpenAsIs is [OpenExisting] for a database that is only read, and need not be writable. It can be of an earlier schema,
// and then be copied and exported alone: see [Store.Current].
func OpenAsIs(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, bolt.OpenError(path, err)
	}
	return open(path, bolt.OpenToRead)
}

func open(path string, engineOf func(string, kv.Table) (*bolt.Engine, error)) (*Store, error) {
	engine, err := engineOf(path, metaTable)
	if err != nil {
		return nil, err
	}
	s := &Store{engine}
	if _, err := s.schema(); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Memory returns a store that lives as long as the process.
func Memory() *Store {
	s := &Store{memory.New()}
	if err := s.migrate(); err != nil {
		panic(err) // an empty store in memory cannot fail to migrate
	}
	return s
}

// Close ends the use of the store.
func (s *Store) Close() error { return s.engine.Close() }

// View implements [bot.Store].
func (s *Store) View(ctx context.Context, fn func(bot.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.engine.View(func(kv kv.Tx) error { return fn(tx{kv: kv}) })
}

// Update implements [bot.Store].
func (s *Store) Update(ctx context.Context, fn func(bot.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.engine.Update(func(kv kv.Tx) error {
		if err := ctx.Err(); err != nil { // others may have come first
			return err
		}
		return fn(tx{kv: kv})
	})
}

// Sound returns an error if the structure of the database's file has faults.
func (s *Store) Sound(ctx context.Context) error {
	file, ok := s.engine.(kv.File)
	if !ok {
		return nil
	}
	faults, err := file.Faults(ctx)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%w: %s", ErrDamaged, faults[0])
	}
	return err
}

// Copy writes a copy of the database, as it is at one moment, to wherever begin says, which is told its
// length in bytes. Others may go on using the store.
func (s *Store) Copy(ctx context.Context, begin func(length int64) (io.Writer, error)) error {
	file, ok := s.engine.(kv.File)
	if !ok {
		return errors.New("a database in memory has no backup")
	}
	return file.Copy(ctx, begin)
}

// tx reads and writes records. It implements [bot.Tx].
type tx struct {
	kv kv.Tx
	// migrating tells that records may be of an earlier schema: see seal.
	migrating bool
}
