package main

import (
	"context"
	"sync"

	"raumbot/adapters/monitor"
	"raumbot/bot/service"
)

// watch runs the monitor, if one is configured, until unwatch is
// called.
func (s *settings) watch(ctx context.Context, meter *monitor.Meter, svc *service.Service) (unwatch func() error, err error) {
	if s.Monitor.Address == "" {
		return func() error { return nil }, nil
	}
	m, err := monitor.Listen(s.Monitor.Address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	serving.Go(func() { err = m.Serve(ctx, meter, svc, s.Database) })
	return func() error {
		cancel()
		serving.Wait()
		return err
	}, nil
}
