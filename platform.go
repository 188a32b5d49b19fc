package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
)

// chatPlatform is the adapter of a chat network.
type chatPlatform interface {
	bot.Adapter
	// Listen passes requests to the service until ctx ends, and finishes those in progress before it
	// returns. It retries transient failures itself; any error that it returns needs the
	// operator.
	Listen(ctx context.Context, svc *service.Service) error
}

// platforms returns the chat platforms enabled in the configuration.
func (s *settings) platforms(log *slog.Logger) (all []chatPlatform, err error) {
	if p, err := s.discord(log); err != nil {
		return nil, err
	} else if p != nil {
		all = append(all, p)
	}
	if s.Matrix.Enabled() {
		p, err := s.matrixPlatform(log)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// servePlatforms serves chat platforms until ctx ends or one of them fails with an error for the
// operator.
func (s *settings) servePlatforms(ctx context.Context, env environment, log *slog.Logger, platforms []chatPlatform) error {
	var names []bot.Platform
	var adapters []bot.Adapter
	for _, p := range platforms {
		names = append(names, p.Platform())
		adapters = append(adapters, p)
	}
	return s.start(ctx, log, throttle.Limits(s.Limits), names, func(ctx context.Context, svc *service.Service) error {
		fmt.Fprintf(env.stderr, "raumbot: games are kept in %s.\n", visible(s.DatabaseName()))
		s.tellUnused(env)
		log.Info("started", "platforms", names)
		err := listen(ctx, svc, platforms, adapters, stopGrace)
		log.Info("stopped")
		return err
	})
}

// stopGrace is how long requests in progress may take when the bot stops; longer in tests.
var stopGrace = 8 * time.Second

// errSlow means that an adapter took too long to stop and was abandoned.
var errSlow = errors.New("an adapter did not stop in time and was left behind; what it had not delivered waits in the outbox")

// listen runs the service and every platform until ctx ends or one of them fails, and then waits up to
// grace for them to stop.
func listen(ctx context.Context, svc *service.Service, platforms []chatPlatform, adapters []bot.Adapter, grace time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var running sync.WaitGroup
	running.Go(func() { svc.Run(ctx, adapters...) })
	failures := make(chan error, len(platforms))
	for _, p := range platforms {
		running.Go(func() {
			if err := p.Listen(ctx, svc); err != nil {
				failures <- fmt.Errorf("%s: %w", p.Platform(), err)
			}
			cancel()
		})
	}
	ended := make(chan struct{})
	go func() {
		running.Wait()
		close(ended)
	}()
	<-ctx.Done()
	var all []error
	select {
	case <-ended:
	case <-time.After(grace):
		all = append(all, errSlow)
	}
	for len(failures) > 0 {
		all = append(all, <-failures)
	}
	return errors.Join(all...)
}
