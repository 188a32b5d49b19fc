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

// Rotation keeps copies of a database in a folder: one after every while, and the newest of them.
type Rotation struct {
	Folder string
	Every  time.Duration
	Keep   int    // how many
	Name   string // of the database, which the copies are named after
	Store  *storage.Store
	Now    func() time.Time
}

// copyStamp is how the time of a copy is written in its name, in UTC.
const copyStamp = "20060102T150405Z"

// retryCopy is how long after a failure the next copy is tried.
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

// copyIfDue makes a copy if it is time for one, removes those that are too many, and returns when
// the next is due.
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
		// A copy from the future is of a clock that was wrong, and tells nothing.
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

// copies lists the copies in the folder, oldest first. Whatever is named otherwise is somebody
// else's.
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
	slices.Sort(names) // the time is written so that this is its order
	return names, nil
}

// timeOf returns when a copy was made, zero of what is no copy.
func (r Rotation) timeOf(name string) time.Time {
	stamp, named := strings.CutPrefix(name, r.Name+"-")
	stamp, ended := strings.CutSuffix(stamp, ".db")
	at, err := time.Parse(copyStamp, stamp)
	if !named || !ended || err != nil {
		return time.Time{}
	}
	return at
}
