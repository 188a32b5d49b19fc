package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"raumbot/storage"
	"raumbot/storage/backup"
)

// keepCopies offers copies of the store, and makes them as the configuration says, until stop is called.
func (s *settings) keepCopies(store *storage.Store, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	unoffer, err := backup.Offer(s.Database, store, log)
	if err != nil {
		log.Warn("raumbot db backup has to wait until the bot is stopped", "err", err)
		unoffer = func() {}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if s.Backup.Folder != "" {
			backup.Rotation{
				Folder: s.Backup.Folder, Every: s.Backup.Every, Keep: s.Backup.Keep,
				Name:  strings.TrimSuffix(filepath.Base(s.Database), filepath.Ext(s.Database)),
				Store: store, Now: time.Now,
			}.Run(ctx, log)
		}
	}()
	return func() {
		cancel()
		unoffer()
		<-ended
	}
}
