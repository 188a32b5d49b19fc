package backup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"raumbot/storage"
)

// compacting is the suffix of a database while it is being compacted.
const compacting = ".compacting"

// Compact overwrites the remains of deleted records in a database that is not in use, and replaces
// the file by one without free space. It returns the file's size before and after.
func Compact(ctx context.Context, database string) (before, after int64, err error) {
	if place, err := filepath.EvalSymlinks(database); err == nil { // a symbolic link stays one
		database = place
	}
	store, err := storage.OpenExisting(database)
	if err != nil {
		return 0, 0, err
	}
	fresh := database + compacting
	_ = os.Remove(fresh) // left by an interrupted compaction
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

// compact erases deleted records in a store's file, and writes the remaining ones to a new file.
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
