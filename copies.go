package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"raumbot/storage"
	"raumbot/storage/backup"
)

// keepCopies offers copies of the store, makes scheduled ones, and overwrites deleted records, until
// stop is called.
func (s *settings) keepCopies(store *storage.Store, log *slog.Logger) (stop func()) {
	if s.OnServer() {
		return func() {} // backups are the server operator's task
	}
	ctx, cancel := context.WithCancel(context.Background())
	unoffer, err := backup.Offer(s.Database, store, log)
	if err != nil {
		log.Warn("raumbot db backup has to wait until the bot is stopped", "err", err)
		unoffer = func() {}
	}
	if err := backup.Tidy(s.Database, time.Now()); err != nil {
		log.Warn("beside the database something is left", "err", err)
	}
	var running sync.WaitGroup
	running.Go(func() { backup.KeepErasing(ctx, store, time.Now, log) })
	running.Go(func() {
		if s.Backup.Folder != "" {
			backup.Rotation{
				Folder: s.Backup.Folder, Every: s.Backup.Every, Keep: s.Backup.Keep,
				Name:  strings.TrimSuffix(filepath.Base(s.Database), filepath.Ext(s.Database)),
				Store: store, Now: time.Now,
			}.Run(ctx, log)
		}
	})
	return func() {
		cancel()
		unoffer()
		running.Wait()
	}
}
