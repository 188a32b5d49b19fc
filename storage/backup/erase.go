package backup

import (
	"context"
	"log/slog"
	"time"

	"raumbot/storage"
)

const (
	// eraseEvery is the interval at which deleted records are overwritten.
	eraseEvery = 7 * 24 * time.Hour
	// eraseLook is the interval of checks whether erasing is due.
	eraseLook = time.Hour
)

// KeepErasing overwrites the remains of deleted records in the file once a week, until ctx ends.
func KeepErasing(ctx context.Context, store *storage.Store, now func() time.Time, log *slog.Logger) {
	for {
		switch pages, err := eraseIfDue(ctx, store, now()); {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("what was deleted is not overwritten", "err", err)
		case pages > 0:
			log.Info("overwrote what was deleted", "pages", pages)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(eraseLook):
		}
	}
}

// eraseIfDue erases if the last time was a week ago, or lies in the future because a clock was
// wrong.
func eraseIfDue(ctx context.Context, store *storage.Store, now time.Time) (pages int, err error) {
	last, err := store.Erased()
	if err != nil || !last.After(now) && now.Before(last.Add(eraseEvery)) {
		return 0, err
	}
	return store.Erase(ctx, now)
}
