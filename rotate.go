package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"raumbot/config"
	"raumbot/storage"
)

// rotation keeps copies of a database in a folder: one after every while, and the newest of them.
type rotation struct {
	config.Backup
	name  string // of the database, which the copies are named after
	store *storage.Store
	now   func() time.Time
}

// copyStamp is how the time of a copy is written in its name, in UTC.
const copyStamp = "20060102T150405Z"

// retryCopy is how long after a failure the next copy is tried.
const retryCopy = 10 * time.Minute

// run makes copies until ctx ends.
func (r rotation) run(ctx context.Context, log *slog.Logger) {
	for {
		pause := retryCopy
		made, next, err := r.turn(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("no copy of the database", "err", err)
		default:
			pause = next.Sub(r.now())
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

// turn makes a copy if it is time for one, removes those that are too many, and returns when
// the next is due.
func (r rotation) turn(ctx context.Context) (made string, next time.Time, err error) {
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return "", next, fmt.Errorf("the folder of the backups cannot be made: %w", err)
	}
	now := r.now().UTC().Truncate(time.Second)
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
	if err := r.tidy(); err != nil {
		return "", next, err
	}
	made = filepath.Join(r.Folder, r.name+"-"+now.Format(copyStamp)+".db")
	if err := r.store.Backup(ctx, made); err != nil {
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

// tidy removes what copies have left that were cut off, by a crash or the end of the machine. Nobody has
// written to it for longer than a copy may take.
func (r rotation) tidy() error {
	files, err := os.ReadDir(r.Folder)
	if err != nil {
		return fmt.Errorf("the folder of the backups cannot be read: %w", err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasPrefix(f.Name(), storage.Unfinished) || r.now().Sub(info.ModTime()) < 2*copyTime {
			continue
		}
		if err := os.Remove(filepath.Join(r.Folder, f.Name())); err != nil {
			return fmt.Errorf("an unfinished backup cannot be removed: %w", err)
		}
	}
	return nil
}

// copies lists the copies in the folder, oldest first. Whatever is named otherwise is somebody
// else's.
func (r rotation) copies() (names []string, err error) {
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
func (r rotation) timeOf(name string) time.Time {
	stamp, named := strings.CutPrefix(name, r.name+"-")
	stamp, ended := strings.CutSuffix(stamp, ".db")
	at, err := time.Parse(copyStamp, stamp)
	if !named || !ended || err != nil {
		return time.Time{}
	}
	return at
}

// keepCopies offers copies of the store, and makes them as the configuration says, until stop is called.
func (s *settings) keepCopies(store *storage.Store, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	unoffer, err := offerCopies(s.Database, store, log)
	if err != nil {
		log.Warn("raumbot db backup has to wait until the bot is stopped", "err", err)
		unoffer = func() {}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if s.Backup.Folder != "" {
			name := strings.TrimSuffix(filepath.Base(s.Database), filepath.Ext(s.Database))
			rotation{Backup: s.Backup, name: name, store: store, now: time.Now}.run(ctx, log)
		}
	}()
	return func() {
		cancel()
		unoffer()
		<-ended
	}
}
