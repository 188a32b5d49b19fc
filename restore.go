package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"raumbot/storage"
)

// restoreDB puts a backup in the place of the database, which is kept under another name. The
// backup itself is only read.
func restoreDB(ctx context.Context, env environment, database, file string) error {
	like := filepath.Dir(database)
	if place, err := filepath.EvalSymlinks(database); err == nil { // a link to it stays one
		database, like = place, place
	}
	if err := notInUse(database); err != nil {
		return err
	}
	backup, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("%w: name a file that db backup wrote", err)
	}
	defer backup.Close()
	fresh := database + ".restoring"
	_ = os.Remove(fresh) // of a restoration that was cut off
	if err := storage.Create(fresh, func(w io.Writer) error { _, err := io.Copy(w, backup); return err }); err != nil {
		return err
	}
	defer os.Remove(fresh)
	if err := soundFile(ctx, fresh); err != nil {
		return fmt.Errorf("%s is not restored: %w", file, err)
	}
	if err := ownLike(fresh, like); err != nil {
		return err
	}
	aside := database + ".replaced-" + time.Now().UTC().Format(copyStamp)
	err = os.Link(database, aside)
	switch {
	case err == nil:
		fmt.Fprintf(env.stdout, "The database as it was is kept in %s.\n", aside)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := storage.Replace(database, fresh); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "Restored %s from %s.\n", database, file)
	return nil
}

// notInUse makes sure that no bot uses a database. That it is missing or damaged is no obstacle.
func notInUse(database string) error {
	store, err := storage.OpenAsIs(database)
	if err == nil {
		return store.Close()
	}
	if errors.Is(err, storage.ErrInUse) {
		return fmt.Errorf("%s %w: stop the bot first", database, storage.ErrInUse)
	}
	return nil
}

// soundFile checks a database file wholly.
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
