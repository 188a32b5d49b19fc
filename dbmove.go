package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"raumbot/adapters/matrix"
	"raumbot/config"
	"raumbot/storage"
	"raumbot/storage/backup"
	"raumbot/storage/postgres"
)

// moveDB copies everything from one database to another, which must be empty, while no bot uses
// either. Each may be a file or on a server. It checks that both have the same export. The keys of
// Matrix go with it.
func moveDB(ctx context.Context, env environment, from config.Config, to string) (err error) {
	target := config.Config{Database: to}
	if same, err := sameDatabase(ctx, from, target); err != nil || same {
		return cmp.Or(err, errors.New("the two databases are the same: name another one after --to"))
	}
	source, err := openToMove(ctx, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	_, missing := os.Stat(to)
	made := !target.OnServer() && errors.Is(missing, fs.ErrNotExist)
	store, err := openNew(ctx, target)
	if err != nil {
		return err
	}
	keys, err := matrix.Move(ctx, matrixStore(from), matrixStore(target))
	if err == nil {
		err = move(ctx, source, store)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		if made {
			os.Remove(to)
		}
		return errors.Join(err, keys.Abandon())
	}
	if err := keys.Finish(ctx); err != nil {
		return err
	}
	if made {
		if err := backup.OwnLike(to, filepath.Dir(to)); err != nil {
			return err
		}
	}
	if keys != nil {
		fmt.Fprintln(env.stdout, "The keys of Matrix have been moved with it; the old ones cannot be used any more.")
		if !target.OnServer() {
			if err := backup.OwnLike(target.MatrixStore(), filepath.Dir(to)); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(env.stdout, "Everything has been copied from %s to %s. Now put the new one into the configuration; the old one is as it was.\n",
		visible(from.DatabaseName()), visible(target.DatabaseName()))
	return nil
}

// sameDatabase reports whether two names are those of one database.
func sameDatabase(ctx context.Context, a, b config.Config) (bool, error) {
	switch {
	case a.Database == b.Database:
		return true, nil
	case a.OnServer() && b.OnServer():
		return postgres.Same(ctx, a.Database, b.Database)
	case a.OnServer() || b.OnServer():
		return false, nil
	}
	one, err := os.Stat(a.Database)
	other, missing := os.Stat(b.Database)
	return err == nil && missing == nil && os.SameFile(one, other), nil
}

// openToMove opens a database that is moved: for exclusive use, and without changing its records.
// It must have this program's schema, as the copy has that, and both are compared.
func openToMove(ctx context.Context, c config.Config) (*storage.Store, error) {
	if c.OnServer() {
		return storage.ConnectAlone(ctx, c.Database)
	}
	store, err := storage.OpenAsIs(c.Database)
	if err != nil {
		return nil, err
	}
	if err := store.CurrentSchema(); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

// openNew opens a database that something is moved to, for exclusive use.
func openNew(ctx context.Context, c config.Config) (*storage.Store, error) {
	if c.OnServer() {
		return connectAlone(ctx, c.Database)
	}
	return storage.Open(c.Database)
}

// move copies everything into an empty database, which is empty again if that fails.
func move(ctx context.Context, from, to *storage.Store) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(from.Export(w)) }()
	if err := to.Import(r); err != nil {
		r.CloseWithError(err)
		return err
	}
	if err := compare(ctx, from, to); err != nil {
		return discard(to, err)
	}
	return nil
}

// compare returns an error if a copy is not sound, or not the same as the original.
func compare(ctx context.Context, from, to *storage.Store) error {
	before, err := fingerprintOf(from)
	if err != nil {
		return err
	}
	after, err := fingerprintOf(to)
	if err != nil {
		return err
	}
	if before != after {
		return errors.New("the copy is not the same as the original: do not use it, and tell the makers of raumbot")
	}
	faults, err := faultsOf(ctx, to)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("the copy has %d faults, the first: %s", len(faults), faults[0])
	}
	return err
}

// fingerprintOf returns a checksum of a database's export.
func fingerprintOf(store *storage.Store) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	if err := store.Export(h); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}
