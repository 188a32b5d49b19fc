package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"raumbot/bot/service"
	"raumbot/storage"
	"raumbot/storage/backup"
)

const dbUsage = "write: raumbot db check|backup FILE|restore FILE|export FILE|import FILE|migrate [--to DATABASE]|compact [--db DATABASE] [--config FILE]"

// dbTask is a maintenance command.
type dbTask struct {
	needsFile bool
	// openFile opens a database that is a file, and openServer one on a server. Reading or copying
	// a database must not change it.
	openFile   func(path string) (*storage.Store, error)
	openServer func(ctx context.Context, url string) (*storage.Store, error)
	do         func(ctx context.Context, env environment, store *storage.Store, file string) error
	// whole is what is done with a file that do does not open, and elsewhere says what to do
	// instead with a database on a server.
	whole     func(ctx context.Context, env environment, database, file string) error
	elsewhere string
}

const (
	dumped    = "backups of a database on a server are made with pg_dump and restored with pg_restore, but not the keys of Matrix (pg_dump --exclude-schema='*_matrix'); raumbot db export and import carry all records as text"
	compacted = "a database on a server is compacted by the server: its VACUUM does that"
)

var dbTasks = map[string]dbTask{
	"check":   {openFile: storage.OpenAsIs, openServer: storage.ConnectAsIs, do: checkDB},
	"backup":  {needsFile: true, whole: backupDB, elsewhere: dumped},
	"restore": {needsFile: true, whole: restoreDB, elsewhere: dumped},
	"export":  {needsFile: true, openFile: storage.OpenAsIs, openServer: storage.ConnectAsIs, do: exportDB},
	"import":  {needsFile: true, openFile: storage.Open, openServer: connectAlone, do: importDB},
	"migrate": {openFile: storage.OpenExisting, openServer: connectAlone, do: migrateDB},
	"compact": {whole: compactDB, elsewhere: compacted},
}

// runDB runs the maintenance commands for a database that is not in use; backup also works while it
// is.
func runDB(ctx context.Context, env environment, args []string) error {
	s := settings{usage: dbUsage}
	target := ""
	err := s.read(env, args, func(flags *flag.FlagSet) {
		flags.StringVar(&s.Database, "db", "", "the database")
		flags.StringVar(&target, "to", "", "the database that migrate moves everything to")
	})
	if err != nil {
		return err
	}
	words := append(s.words, "", "")
	name, file := words[0], words[1]
	task, known := dbTasks[name]
	switch {
	case !known || len(s.words) > 2 || task.needsFile != (file != "") || target != "" && name != "migrate":
		return usageError(dbUsage)
	}
	s.tellUnused(env)
	switch {
	case name == "import" && unreadable(file) != nil:
		return unreadable(file)
	case target != "":
		return moveDB(ctx, env, s.Config, target)
	case s.OnServer():
		return task.onServer(ctx, env, s.Database, file)
	case task.whole != nil:
		return task.whole(ctx, env, s.Database, file)
	}
	return task.onFile(ctx, env, s.Database, file)
}

// onFile carries out a task on a database that is a file. A file that was made for it is removed
// again after a failure.
func (d dbTask) onFile(ctx context.Context, env environment, database, file string) error {
	_, missing := os.Stat(database)
	store, err := d.openFile(database)
	if err != nil {
		return err
	}
	err = errors.Join(d.do(ctx, env, store, file), store.Close())
	switch {
	case !errors.Is(missing, fs.ErrNotExist):
		return err
	case err != nil:
		os.Remove(database)
		return err
	}
	return backup.OwnLike(database, filepath.Dir(database))
}

// onServer carries out a task on a database on a server.
func (d dbTask) onServer(ctx context.Context, env environment, url, file string) error {
	if d.elsewhere != "" {
		return errors.New(d.elsewhere)
	}
	store, err := d.openServer(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(d.do(ctx, env, store, file), store.Close())
}

// connectAlone opens a database on a server for exclusive use.
func connectAlone(ctx context.Context, url string) (*storage.Store, error) {
	return storage.Connect(ctx, url, nil)
}

// faultsOf checks the file, every index in both directions, and every game by
// replaying it.
func faultsOf(ctx context.Context, store *storage.Store) ([]string, error) {
	faults, err := store.Check(ctx)
	if err == nil && len(faults) == 0 {
		faults, err = store.CheckNumbers()
	}
	if err == nil && len(faults) == 0 {
		faults, err = service.Check(ctx, store)
	}
	if errors.Is(err, storage.ErrDamaged) {
		err = fmt.Errorf("%w: restore a backup", err)
	}
	return faults, err
}

func checkDB(ctx context.Context, env environment, store *storage.Store, _ string) error {
	if err := store.Current(); err != nil {
		return err
	}
	faults, err := faultsOf(ctx, store)
	if err != nil {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(env.stdout, f)
	}
	if len(faults) > 0 {
		return fmt.Errorf("the database has %d faults: restore a backup", len(faults))
	}
	fmt.Fprintln(env.stdout, "The database is sound.")
	return nil
}

// backupDB copies a database; one in use is copied by the bot that uses it.
func backupDB(ctx context.Context, env environment, database, file string) error {
	store, err := storage.OpenAsIs(database)
	switch {
	case errors.Is(err, storage.ErrInUse):
		if err := backup.Ask(ctx, database, file); err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "Copied to %s, while the bot goes on.\n", visible(file))
		return nil
	case err != nil:
		return err
	}
	if err := errors.Join(backup.Make(ctx, store, file), store.Close()); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "Copied to %s.\n", visible(file))
	return nil
}

func exportDB(ctx context.Context, env environment, store *storage.Store, file string) error {
	if err := backup.Export(ctx, store, file); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "Exported to %s.\n", visible(file))
	return nil
}

// unreadable returns an error if a file cannot be imported, before a database is made for it.
func unreadable(file string) error {
	info, err := os.Stat(file)
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder", file)
	}
	if err != nil {
		return fmt.Errorf("%w: name a file that db export wrote", err)
	}
	return nil
}

func importDB(ctx context.Context, env environment, store *storage.Store, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("%w: name a file that db export wrote", err)
	}
	defer f.Close()
	if err := store.Import(f); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	faults, err := faultsOf(ctx, store)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s does not fit together (%s, and %d faults in all): use another copy of it", file, faults[0], len(faults))
	}
	if err != nil {
		return discard(store, err)
	}
	fmt.Fprintf(env.stdout, "Imported %s.\n", visible(file))
	return nil
}

// discard removes from a database, which was empty before, what has been imported into it and is of
// no use. It returns an error that begins with err.
func discard(store *storage.Store, err error) error {
	if failed := store.Discard(); failed != nil {
		return fmt.Errorf("%w; what was imported is still in the database (%w): use another new one, or empty that: on a server by drop schema NAME cascade", err, failed)
	}
	return err
}

// restoreDB replaces the database by a copy.
func restoreDB(ctx context.Context, env environment, database, file string) error {
	aside, err := backup.Restore(database, file, func(file string) error { return soundFile(ctx, file) })
	if aside != "" {
		fmt.Fprintf(env.stdout, "The database as it was is kept in %s.\n", visible(aside))
	}
	if err == nil {
		fmt.Fprintf(env.stdout, "Restored %s from %s.\n", visible(database), visible(file))
	}
	return err
}

// soundFile checks a database file completely.
func soundFile(ctx context.Context, file string) error {
	store, err := storage.OpenExisting(file)
	if err != nil {
		return err
	}
	defer store.Close()
	faults, err := faultsOf(ctx, store)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("it has %d faults, the first: %s", len(faults), faults[0])
	}
	return err
}

// compactDB overwrites deleted records and removes free space.
func compactDB(ctx context.Context, env environment, database, _ string) error {
	before, after, err := backup.Compact(ctx, database)
	if errors.Is(err, storage.ErrInUse) {
		return fmt.Errorf("%s %w: the bot overwrites what was deleted once a week by itself; to do it now, stop the bot first", database, storage.ErrInUse)
	}
	if err == nil {
		fmt.Fprintf(env.stdout, "Compacted %s from %d to %d KB; what was deleted is overwritten.\n", visible(database), before>>10, after>>10)
	}
	return err
}

// migrateDB does nothing, because opening a database migrates it.
func migrateDB(_ context.Context, env environment, _ *storage.Store, _ string) error {
	fmt.Fprintf(env.stdout, "The database has schema %d, the newest that this raumbot knows.\n", storage.Schema())
	return nil
}
