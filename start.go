package main

import (
	"context"
	"errors"
	"log/slog"

	"raumbot/adapters/monitor"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/storage"
)

// start opens the database, starts a service on it for some platforms, with copies of the database and the monitor
// beside it, and lets play run on it. When play returns, everything is stopped again.
func (s *settings) start(ctx context.Context, log *slog.Logger, limits throttle.Limits, platforms []bot.Platform, play func(*service.Service) error) (err error) {
	store, err := storage.Open(s.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	defer s.keepCopies(store, log)()
	games := s.configuredGames(log)
	meter := monitor.NewMeter()
	svc := service.New(service.Ports{Store: store, Log: log, Meter: meter, Limits: limits, LinksWithin: s.LinksWithin, Workers: s.Engine.Workers, Games: games})
	if err := svc.Start(context.WithoutCancel(ctx), platforms...); err != nil {
		return err
	}
	unwatch, err := s.watch(ctx, meter, svc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unwatch()) }()
	err = play(svc)
	// What was said has been answered; that the bot ran until now is noted
	// also when it is being stopped.
	return errors.Join(err, svc.Beat(context.WithoutCancel(ctx)))
}
