package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Tidy removes files that an interrupted restoration or compaction of a database has left beside
// it. The caller must have the database open, so that neither can be in progress.
func Tidy(database string, now time.Time) error {
	if place, err := filepath.EvalSymlinks(database); err == nil {
		database = place
	}
	for _, left := range []string{database + restoring, database + compacting} {
		if err := os.Remove(left); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("what was left of a restoration cannot be removed: %w", err)
		}
	}
	return removeUnfinished(filepath.Dir(database), now)
}

// removeUnfinished removes the remains of interrupted copies from a folder: unfinished files that
// have not been written to for longer than a copy may take.
func removeUnfinished(folder string, now time.Time) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("the folder %s cannot be read: %w", folder, err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasPrefix(f.Name(), Unfinished) || now.Sub(info.ModTime()) < 2*copyTime {
			continue
		}
		if err := os.Remove(filepath.Join(folder, f.Name())); err != nil {
			return fmt.Errorf("an unfinished copy cannot be removed: %w", err)
		}
	}
	return nil
}
