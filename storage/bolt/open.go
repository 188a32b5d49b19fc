package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"raumbot/storage/kv"
)

// ErrInUse is wrapped if another process has the file open.
var ErrInUse = errors.New("is in use")

// lockPatience is how long Open waits for another process to close the file.
const lockPatience = time.Second

// Open opens a file, creating it if it does not exist. mark is a table that every file of this
// program has: a file with other tables but without this one is refused. Errors are sentences for
// the operator.
func Open(path string, mark kv.Table) (*Engine, error) { return open(path, mark, false) }

// OpenToRead is [Open] for reading only; the file need not be writable. No process may be writing
// to it.
func OpenToRead(path string, mark kv.Table) (*Engine, error) { return open(path, mark, true) }

func open(path string, mark kv.Table, readOnly bool) (*Engine, error) {
	if info, err := os.Stat(path); err == nil {
		switch {
		case !info.Mode().IsRegular() && !info.IsDir(): // bbolt would write to an unused block device
			return nil, fmt.Errorf("%s is no file: name a file with --db", path)
		case info.Mode().IsRegular() && info.Size() == 0:
			return nil, fmt.Errorf("%s is empty: restore a backup, or remove it to begin anew", path)
		}
	}
	db, err := openFile(path, mark, readOnly)
	if err != nil {
		return nil, OpenError(path, err)
	}
	b := &Engine{db: db, path: path, pageSize: db.Info().PageSize, commit: (*bbolt.Tx).Commit}
	if b.file, err = os.Stat(path); err != nil {
		db.Close()
		return nil, OpenError(path, err)
	}
	return b, nil
}

// openFile opens a bbolt file. If it is damaged, bbolt may panic; if it is shorter than its header
// says, bbolt may access memory outside the map.
func openFile(path string, mark kv.Table, readOnly bool) (db *bbolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = damage(r)
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockPatience, FreelistType: bbolt.FreelistMapType, ReadOnly: readOnly})
	if err != nil {
		return nil, err
	}
	if err := db.View(complete(path, mark)); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// complete returns a check that a file has its full length, belongs to this program, and has no
// branch page that bbolt would follow in an endless loop.
func complete(path string, mark kv.Table) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: it has %d of its %d bytes", kv.ErrDamaged, info.Size(), tx.Size())
		}
		faults, err := walkPages(context.Background(), tx, true)
		if err != nil {
			return err
		}
		if len(faults) > 0 {
			return fmt.Errorf("%w: %s", kv.ErrDamaged, faults[0])
		}
		if first, _ := tx.Cursor().First(); first != nil && tx.Bucket([]byte(mark)) == nil {
			return fmt.Errorf("%w: it holds somebody else's data", kv.ErrDamaged)
		}
		return nil
	}
}

// OpenError turns an error of opening a database into a sentence that says what to do.
func OpenError(path string, err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s %w: is another raumbot running with it? Stop that one, or name another file with --db", path, ErrInUse)
	case errors.Is(err, kv.ErrDamaged), errors.Is(err, berrors.ErrInvalid),
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
