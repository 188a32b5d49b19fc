package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"raumbot/adapters/monitor"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/storage"
)

// start opens the database, starts a service with backups and the monitor, and calls
// play. When play returns, everything is stopped again.
func (s *settings) start(ctx context.Context, log *slog.Logger, limits throttle.Limits, platforms []bot.Platform, play func(context.Context, *service.Service) error) (err error) {
	w := &watch{settings: s, meter: monitor.NewMeter()}
	_ = w.begin(ctx) // if another process has the address, it may be the one for which this one stands by
	defer func() { err = errors.Join(err, w.stop()) }()
	store, err := s.open(ctx, log)
	if ctx.Err() != nil && err != nil {
		return nil // stopped while standing by
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-store.Lost():
			stop(bot.ErrTaken)
		case <-ctx.Done():
		}
	}()
	defer s.keepCopies(store, log)()
	games := s.configuredGames(log)
	svc := service.New(service.Ports{Store: store, Leases: store.Leases(), Shared: s.ShareDatabase, Tell: store.Tell, Log: log, Meter: w.meter, Limits: limits, LinksWithin: s.LinksWithin, Pages: s.pages(), Workers: s.Engine.Workers, Games: games, LocalGames: s.localGames()})
	if err := svc.Start(context.WithoutCancel(ctx), platforms...); err != nil {
		return err
	}
	store.Hear(svc.Hear)
	if s.ShareDatabase {
		svc.Hear(bot.Heard{Any: true}) // what was committed since the service began to read
	}
	w.service.Store(svc)
	if err := w.begin(ctx); err != nil {
		return err
	}
	defer func() { _ = w.stop() }() // before the store is closed
	err = play(ctx, svc)
	if errors.Is(context.Cause(ctx), bot.ErrTaken) {
		return fmt.Errorf("%w, so this one has stopped; start it again, and it stands by", bot.ErrTaken)
	}
	// Everything has been answered; record that the bot ran until now, even
	// though ctx may have ended.
	return errors.Join(err, svc.Beat(context.WithoutCancel(ctx)))
}

// open opens the database. If it is on a server and another process has it to itself, it waits until that ends; the same if this one
// shall have it to itself.
func (s *settings) open(ctx context.Context, log *slog.Logger) (*storage.Store, error) {
	if !s.OnServer() {
		if s.ShareDatabase {
			return nil, fmt.Errorf("a database that is a file has one process, and this one is %s: leave share_database out, or put the database on a PostgreSQL", s.Database)
		}
		return storage.Open(s.Database)
	}
	connect := storage.Connect
	if s.ShareDatabase {
		connect = storage.Join
	}
	return connect(ctx, s.Database, func() {
		log.Info("another raumbot uses the database: this one stands by, and takes over when that one ends")
	})
}
