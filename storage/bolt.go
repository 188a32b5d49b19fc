package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// bolt is an engine on a file.
type bolt struct {
	db *bbolt.DB
	// damaged is set when the file has shown damage: nothing is read from it
	// or written to it any more.
	damaged atomic.Bool

	views atomic.Uint64 // how many there were, for trim
	queue atomic.Int32  // how many updates wait for their turn
	turn  sync.Mutex    // held by the update that runs
	open  *group        // guarded by turn; nil when no transaction is open
}

// ErrInUse is wrapped when another process has the file.
var ErrInUse = errors.New("is in use")

// lockPatience is how long Open waits for another process to let go of the file.
const lockPatience = time.Second

// Open opens the database in a file, making it if it does not exist, and
// migrates it to the schema of this program. Errors are sentences for the
// operator.
func Open(path string) (*Store, error) {
	s, err := openAsIs(path)
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
		return nil, openError(path, err)
	}
	return Open(path)
}

// OpenAsIs is [OpenExisting] for a database that is to stay as it is. It can be of an earlier schema,
// and then be copied and exported alone: see [Store.Current].
func OpenAsIs(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, openError(path, err)
	}
	return openAsIs(path)
}

func openAsIs(path string) (*Store, error) {
	if info, err := os.Stat(path); err == nil {
		switch {
		case !info.Mode().IsRegular() && !info.IsDir(): // bbolt would write to an unused disk
			return nil, fmt.Errorf("%s is no file: name a file with --db", path)
		case info.Mode().IsRegular() && info.Size() == 0:
			return nil, fmt.Errorf("%s is empty: restore a backup, or remove it to begin anew", path)
		}
	}
	db, err := openFile(path)
	if err != nil {
		return nil, openError(path, err)
	}
	s := &Store{engine: &bolt{db: db}, path: path}
	if _, err := s.schema(); err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// openFile opens a bbolt file. A damaged one can make bbolt panic, or fault
// where the file is shorter than it claims.
func openFile(path string) (db *bbolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockPatience, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, err
	}
	if err := db.View(complete(path)); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// complete returns a check that a file is as long as its contents, and ours, and that bbolt can find its way in
// it: a branch that led back to itself it would follow for ever.
func complete(path string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: it has %d of its %d bytes", ErrDamaged, info.Size(), tx.Size())
		}
		faults, err := walkPages(context.Background(), tx, true)
		if err != nil {
			return err
		}
		if len(faults) > 0 {
			return fmt.Errorf("%w: %s", ErrDamaged, faults[0])
		}
		if first, _ := tx.Cursor().First(); first != nil && tx.Bucket([]byte(metaTable)) == nil {
			return fmt.Errorf("%w: it holds somebody else's data", ErrDamaged)
		}
		return nil
	}
}

// openError says what keeps a database from opening, and what to do.
func openError(path string, err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s %w: is another raumbot running with it? Stop that one, or name another file with --db", path, ErrInUse)
	case errors.Is(err, ErrDamaged), errors.Is(err, berrors.ErrInvalid),
		errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%s is damaged, or no raumbot database (%w): restore a backup, or name another file with --db", path, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("raumbot may not write to %s: change its permissions, or name another file with --db", path)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s is a folder: name a file with --db", path)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		if _, missing := os.Stat(filepath.Dir(path)); missing != nil {
			return fmt.Errorf("there is no folder %s: make it, or name another file with --db", filepath.Dir(path))
		}
		return fmt.Errorf("there is no database %s: name it with --db", path)
	default:
		return fmt.Errorf("%s cannot be opened as a database: %w", path, err)
	}
}

func (b *bolt) view(fn func(kv) error) error {
	return b.guarded(func() error {
		return b.db.View(func(tx *bbolt.Tx) error {
			if b.views.Add(1)%trimEvery == 0 {
				trim(tx)
			}
			return fn(&boltTx{tx: tx})
		})
	})
}

// trimEvery is after how many views the memory map is trimmed: often enough that few megabytes
// come in between, and seldom enough not to be felt.
const trimEvery = 256

// closePatience is how long close waits for a file that has shown damage.
const closePatience = time.Second

// close lets go of the file. Where damage has made bbolt panic, it may hold a lock for ever that its Close
// waits for: then the file is let go with the process.
func (b *bolt) close() error {
	if !b.damaged.Load() {
		return b.db.Close()
	}
	closed := make(chan error, 1)
	go func() { closed <- b.db.Close() }()
	select {
	case err := <-closed:
		return err
	case <-time.After(closePatience):
		return nil
	}
}
