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

// Errors wrapped by the functions of this package.
var (
	// ErrDamaged means that a file is not a sound database.
	ErrDamaged = kv.ErrDamaged
	// ErrInUse means that another process has the database.
	ErrInUse = bolt.ErrInUse
)

// Store implements [bot.Store].
type Store struct{ engine kv.Engine }

var _ bot.Store = (*Store)(nil)

// Open opens the database in a file, creating it if it does not exist, and migrates it to this
// program's schema. Errors are sentences for the operator.
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

// OpenExisting is [Open] for a file that must exist.
func OpenExisting(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, bolt.OpenError(path, err)
	}
	return Open(path)
}

// OpenAsIs is [OpenExisting] for reading only; the file need not be writable. A database with an
// earlier schema can then only be copied and exported: see [Store.Current].
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
	s := &Store{engine: engine}
	if _, err := s.schema(); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Connect opens a database on a server, given by its URL, for this process alone, and migrates it.
// While other processes use it, Connect calls waiting once and waits, or fails with [ErrInUse] if
// waiting is nil.
func Connect(ctx context.Context, url string, waiting func()) (*Store, error) {
	engine, err := postgres.OpenIf(ctx, url, notNewer, waiting)
	if err != nil {
		return nil, connectError(err)
	}
	s := &Store{engine: engine}
	if err := s.prepare(ctx, engine); err != nil {
		return nil, err
	}
	return s, nil
}

// notNewer returns an error if a database is a newer program's, to which nothing may be written:
// not even who uses it.
func notNewer(engine *postgres.Engine) error {
	_, err := (&Store{engine: engine}).schema()
	return err
}

// ConnectAlone is [Connect] for a database with this program's schema, which is not migrated. It
// fails if there is none.
func ConnectAlone(ctx context.Context, url string) (*Store, error) {
	s, err := ConnectAsIs(ctx, url)
	if err == nil {
		err = errors.Join(s.CurrentSchema(), s.Close())
	}
	if err != nil {
		return nil, err
	}
	engine, err := postgres.OpenIf(ctx, url, func(e *postgres.Engine) error { return (&Store{engine: e}).CurrentSchema() }, nil)
	if err != nil {
		return nil, connectError(err)
	}
	return &Store{engine: engine}, nil
}

func connectError(err error) error {
	if postgres.Held(err) {
		return fmt.Errorf("the database %w by another raumbot: stop it first", ErrInUse)
	}
	return err
}

// prepare migrates a database on a server, which this process has to itself. It closes the store if
// that fails.
func (s *Store) prepare(ctx context.Context, engine *postgres.Engine) error {
	current, err := s.upToDate()
	if err == nil {
		err = s.migrate()
	}
	if err == nil {
		err = engine.MakeViews(ctx, recordTables(), sealLength, current)
	}
	if err != nil {
		s.Close()
	}
	return err
}

// ConnectAsIs is [OpenAsIs] for a database on a server, which another process may be using.
func ConnectAsIs(ctx context.Context, url string) (*Store, error) {
	engine, err := postgres.OpenToRead(ctx, url)
	if err != nil {
		return nil, err
	}
	s := &Store{engine: engine}
	if _, err := s.schema(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Lost returns a channel that is closed when another process has taken over the database; nil for a
// file or memory.
func (s *Store) Lost() <-chan struct{} {
	if e, ok := s.engine.(kv.Server); ok {
		return e.Lost()
	}
	return nil
}

// AtWork returns an error unless this process is known to be the one that works on the database. It
// waits some seconds for a server that is away. The error wraps [bot.ErrTaken] if another process
// has taken over.
func (s *Store) AtWork(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e, ok := s.engine.(kv.Server); ok {
		return e.AtWork()
	}
	return nil
}

// OnSetBack makes the store call fn after its server has lost its latest transactions, as by the
// promotion of a standby that did not have them. It must be called at most once; fn must not wait
// for the store.
func (s *Store) OnSetBack(fn func()) {
	if e, ok := s.engine.(kv.Server); ok {
		e.OnSetBack(fn)
	}
}

// RoundTrips returns how often a database on a server has been waited for; 0 for a file or memory.
func (s *Store) RoundTrips() int64 {
	if e, ok := s.engine.(kv.Server); ok {
		return e.RoundTrips()
	}
	return 0
}

// Memory returns a store in memory.
func Memory() *Store {
	s := &Store{engine: memory.New()}
	if err := s.migrate(); err != nil {
		panic(err) // migrating an empty store in memory cannot fail
	}
	return s
}

// Close closes the store.
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
		if err := ctx.Err(); err != nil { // ctx may have ended while waiting for other updates
			return err
		}
		return fn(tx{kv: kv})
	})
}

// Sound returns an error if the structure of the database's file is faulty.
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

// Copy writes a copy of the database, as of one moment, to the writer returned by begin, which is
// given its length in bytes. The store may be in use.
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
	// migrating means that records may be from an earlier schema: see unseal.
	migrating bool
}
