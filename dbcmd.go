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

// runDB runs the maintenance commands for a database that is not in use; backup also works while it is.
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
	task, file := "", ""
	switch len(s.words) {
	case 2:
		task, file = s.words[0], s.words[1]
	case 1:
		task = s.words[0]
	}
	if needsFile := task == "backup" || task == "restore" || task == "export" || task == "import"; needsFile != (file != "") {
		return usageError(dbUsage)
	}
	if target != "" && task != "migrate" {
		return usageError(dbUsage)
	}
	if target != "" {
		return moveDB(ctx, env, s.Config, target)
	}
	if s.OnServer() {
		return s.runServerDB(ctx, env, task, file)
	}
	var do func(context.Context, environment, *storage.Store, string) error
	open := storage.OpenAsIs // reading or copying a database must not change it
	switch task {
	case "check":
		do = checkDB
	case "backup":
		do = backupDB
	case "export":
		do = exportDB
	case "import":
		do, open = importDB, storage.Open
	case "migrate":
		do, open = migrateDB, storage.OpenExisting
	case "compact":
		return compactDB(ctx, env, s.Database)
	case "restore":
		return restoreDB(ctx, env, s.Database, file)
	default:
		return usageError(dbUsage)
	}
	_, missing := os.Stat(s.Database)
	store, err := open(s.Database)
	if task == "backup" && errors.Is(err, storage.ErrInUse) {
		return backupRunning(ctx, env, s.Database, file)
	}
	if err != nil {
		return err
	}
	err = errors.Join(do(ctx, env, store, file), store.Close())
	switch {
	case !errors.Is(missing, fs.ErrNotExist):
		return err
	case err != nil:
		os.Remove(s.Database) // remove the file after a failed import
		return err
	}
	return backup.OwnLike(s.Database, filepath.Dir(s.Database))
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
	if err != nil {
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

func backupDB(ctx context.Context, env environment, store *storage.Store, file string) error {
	if err := backup.Make(ctx, store, file); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "Copied to %s.\n", visible(file))
	return nil
}

// backupRunning makes a backup of a database in use by a bot.
func backupRunning(ctx context.Context, env environment, database, file string) error {
	if err := backup.Ask(ctx, database, file); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "Copied to %s, while the bot goes on.\n", visible(file))
	return nil
}

func exportDB(ctx context.Context, env environment, store *storage.Store, file string) error {
	if err := backup.Export(ctx, store, file); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "Exported to %s.\n", visible(file))
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
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("%s does not fit together (%s, and %d faults in all): use another copy of it", file, faults[0], len(faults))
	}
	fmt.Fprintf(env.stdout, "Imported %s.\n", visible(file))
	return nil
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
func compactDB(ctx context.Context, env environment, database string) error {
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
