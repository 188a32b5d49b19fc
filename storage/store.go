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
	"raumbot/storage/postgres"
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

// Connect opens a database on a server, given by its URL, and migrates it. One process has it at a time: while another
// has, Connect calls waiting once and waits, or, without waiting, fails with [ErrInUse].
func Connect(ctx context.Context, url string, waiting func()) (*Store, error) {
	engine, err := postgres.Open(ctx, url, waiting)
	if postgres.Held(err) {
		return nil, fmt.Errorf("the database %w by another raumbot: stop it first", ErrInUse)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{engine}
	if err := s.migrate(); err != nil {
		s.Close()
		return nil, err
	}
	if err := engine.MakeViews(ctx, recordTables(), sealLength); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// ConnectAsIs is [OpenAsIs] for a database on a server. Another process may go on using it.
func ConnectAsIs(ctx context.Context, url string) (*Store, error) {
	engine, err := postgres.OpenToRead(ctx, url)
	if err != nil {
		return nil, err
	}
	s := &Store{engine}
	if _, err := s.schema(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Lost is closed when another process has taken over the database, and nil if none can.
func (s *Store) Lost() <-chan struct{} {
	if e, ok := s.engine.(*postgres.Engine); ok {
		return e.Lost()
	}
	return nil
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
		return errors.New("this database has no file to copy")
	}
	return file.Copy(ctx, begin)
}

// tx reads and writes records. It implements [bot.Tx].
type tx struct {
	kv kv.Tx
	// migrating means that records may be of an earlier schema: see seal.
	migrating bool
}
