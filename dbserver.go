package main

import (
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
)

// runServerDB is runDB for a database on a server.
func (s *settings) runServerDB(ctx context.Context, env environment, task, file string) error {
	connect := storage.ConnectAsIs // may run beside a bot
	do := map[string]func(context.Context, environment, *storage.Store, string) error{"check": checkDB, "export": exportDB, "import": importDB, "migrate": migrateDB}[task]
	switch task {
	case "import", "migrate":
		connect = func(ctx context.Context, url string) (*storage.Store, error) { return storage.Connect(ctx, url, nil) }
	case "backup", "restore":
		return errors.New("backups of a database on a server are made with pg_dump and restored with pg_restore, but not the keys of Matrix (pg_dump --exclude-schema='*_matrix'); raumbot db export and import carry all records as text")
	case "compact":
		return errors.New("a database on a server is compacted by the server: its VACUUM does that")
	}
	if do == nil {
		return usageError(dbUsage)
	}
	store, err := connect(ctx, s.Database)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, env, store, file), store.Close())
}

// moveDB copies everything from one database to another, which must be empty, while no bot uses either. Each may be a
// file or on a server. It checks that both have the same export. The keys of Matrix go with it.
func moveDB(ctx context.Context, env environment, from config.Config, to string) (err error) {
	target := config.Config{Database: to}
	if from.Database == to {
		return errors.New("the two databases are the same: name another one after --to")
	}
	source, err := openWhole(ctx, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	_, missing := os.Stat(to)
	made := !target.OnServer() && errors.Is(missing, fs.ErrNotExist)
	store, err := openTarget(ctx, target)
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

// openWhole opens an existing database for exclusive use.
func openWhole(ctx context.Context, c config.Config) (*storage.Store, error) {
	if c.OnServer() {
		return storage.Connect(ctx, c.Database, nil)
	}
	return storage.OpenExisting(c.Database)
}

// openTarget is openWhole for a database that may not exist yet.
func openTarget(ctx context.Context, c config.Config) (*storage.Store, error) {
	if c.OnServer() {
		return storage.Connect(ctx, c.Database, nil)
	}
	return storage.Open(c.Database)
}

func move(ctx context.Context, from, to *storage.Store) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(from.Export(w)) }()
	if err := to.Import(r); err != nil {
		r.CloseWithError(err)
		return err
	}
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
