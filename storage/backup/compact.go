package backup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"raumbot/storage"
)

// compacting ends the name of a database that is being compacted.
const compacting = ".compacting"

// Compact overwrites what deleted records have left in a database that nobody uses, and puts a file without
// gaps in its place. It returns how long the file was and is.
func Compact(ctx context.Context, database string) (before, after int64, err error) {
	if place, err := filepath.EvalSymlinks(database); err == nil { // a link to it stays one
		database = place
	}
	store, err := storage.OpenExisting(database)
	if err != nil {
		return 0, 0, err
	}
	fresh := database + compacting
	_ = os.Remove(fresh) // of one that was cut off
	defer os.Remove(fresh)
	if err := compact(ctx, store, fresh); err != nil {
		store.Close()
		return 0, 0, err
	}
	was, err := os.Stat(database)
	if err != nil {
		return 0, 0, err
	}
	is, err := os.Stat(fresh)
	if err != nil {
		return 0, 0, err
	}
	if err := store.Close(); err != nil {
		return 0, 0, err
	}
	if err := OwnLike(fresh, database); err != nil {
		return 0, 0, err
	}
	return was.Size(), is.Size(), Replace(database, fresh)
}

// compact erases what a store's file has too much, and writes the rest to a new one.
func compact(ctx context.Context, store *storage.Store, fresh string) error {
	if err := store.Sound(ctx); err != nil {
		return fmt.Errorf("it is not compacted: %w", err)
	}
	if _, err := store.Erase(ctx, time.Now()); err != nil {
		return err
	}
	if err := store.Compact(fresh); err != nil {
		return err
	}
	copied, err := storage.OpenAsIs(fresh)
	if err != nil {
		return err
	}
	defer copied.Close()
	return copied.Sound(ctx)
}
