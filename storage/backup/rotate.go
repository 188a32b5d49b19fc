package backup

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"raumbot/storage"
)

// Rotation makes copies of a database in a folder at intervals, and keeps the newest of them.
type Rotation struct {
	Folder string
	Every  time.Duration
	Keep   int    // number of copies
	Name   string // of the database, used in the names of copies
	Store  *storage.Store
	Now    func() time.Time
}

// copyStamp is the layout of the time in a copy's name, in UTC.
const copyStamp = "20060102T150405Z"

// retryCopy is the delay before the next attempt after a failure.
const retryCopy = 10 * time.Minute

// Run makes copies until ctx ends.
func (r Rotation) Run(ctx context.Context, log *slog.Logger) {
	for {
		pause := retryCopy
		made, next, err := r.copyIfDue(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("no copy of the database", "err", err)
		default:
			pause = next.Sub(r.Now())
			if made != "" {
				log.Info("copied the database", "file", made)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(pause, time.Second)):
		}
	}
}

// copyIfDue makes a copy if one is due, removes the oldest ones beyond Keep, and returns the time
// of the next.
func (r Rotation) copyIfDue(ctx context.Context) (made string, next time.Time, err error) {
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return "", next, fmt.Errorf("the folder of the backups cannot be made: %w", err)
	}
	now := r.Now().UTC().Truncate(time.Second)
	copies, err := r.copies()
	if err != nil {
		return "", next, err
	}
	if n := len(copies); n > 0 {
		// A copy from the future was made by a wrong clock and does not count.
		if last := r.timeOf(copies[n-1]); !last.After(now) && now.Before(last.Add(r.Every)) {
			return "", last.Add(r.Every), nil
		}
	}
	if err := removeUnfinished(r.Folder, r.Now()); err != nil {
		return "", next, err
	}
	made = filepath.Join(r.Folder, r.Name+"-"+now.Format(copyStamp)+".db")
	if err := Make(ctx, r.Store, made); err != nil {
		return "", next, err
	}
	copies = append(copies, filepath.Base(made))
	for _, old := range copies[:max(len(copies)-r.Keep, 0)] {
		if err := os.Remove(filepath.Join(r.Folder, old)); err != nil {
			return made, next, fmt.Errorf("an old backup cannot be removed: %w", err)
		}
	}
	return made, now.Add(r.Every), nil
}

// copies lists the copies in the folder, oldest first. Files with other names are not
// touched.
func (r Rotation) copies() (names []string, err error) {
	files, err := os.ReadDir(r.Folder)
	if err != nil {
		return nil, fmt.Errorf("the folder of the backups cannot be read: %w", err)
	}
	for _, f := range files {
		if !r.timeOf(f.Name()).IsZero() && f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names) // lexical order is chronological order
	return names, nil
}

// timeOf returns when a copy was made; zero if the name is not that of a copy.
func (r Rotation) timeOf(name string) time.Time {
	stamp, named := strings.CutPrefix(name, r.Name+"-")
	stamp, ended := strings.CutSuffix(stamp, ".db")
	at, err := time.Parse(copyStamp, stamp)
	if !named || !ended || err != nil {
		return time.Time{}
	}
	return at
}
