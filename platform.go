package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"raumbot/bot"
	"raumbot/storage"
)

// chatPlatform is an adapter of a chat network.
type chatPlatform interface {
	bot.Adapter
	// Listen carries what users say to the service until ctx ends, and finishes
	// what it has begun before it returns. What time mends it mends itself; its error is for
	// the operator to mend.
	Listen(ctx context.Context, service *bot.Service) error
}

// platforms returns the chat platforms that the configuration enables.
func (s *settings) platforms(env environment) ([]chatPlatform, error) {
	return nil, nil
}

// servePlatforms plays on chat platforms until ctx ends, or until one of them
// needs the operator.
func (s *settings) servePlatforms(ctx context.Context, env environment, platforms []chatPlatform) (err error) {
	store, err := storage.Open(s.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	defer s.keepCopies(store, s.logger(env))()
	fmt.Fprintf(env.stderr, "raumbot: games are kept in %s.\n", s.Database)
	service := bot.New(bot.Ports{Store: store, Log: s.logger(env)})
	var names []bot.Platform
	var adapters []bot.Adapter
	for _, p := range platforms {
		names = append(names, p.Platform())
		adapters = append(adapters, p)
	}
	if err := service.Start(context.WithoutCancel(ctx), names...); err != nil {
		return err
	}
	err = listen(ctx, service, platforms, adapters)
	return errors.Join(err, service.Beat(context.WithoutCancel(ctx)))
}

// listen runs the service and every platform until ctx ends or one of them fails.
func listen(ctx context.Context, service *bot.Service, platforms []chatPlatform, adapters []bot.Adapter) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var running sync.WaitGroup
	running.Go(func() { service.Run(ctx, adapters...) })
	failures := make([]error, len(platforms))
	for i, p := range platforms {
		running.Go(func() {
			if err := p.Listen(ctx, service); err != nil {
				failures[i] = fmt.Errorf("%s: %w", p.Platform(), err)
			}
			cancel()
		})
	}
	running.Wait()
	return errors.Join(failures...)
}
