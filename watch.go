package main

import (
	"context"
	"sync"
	"sync/atomic"

	"raumbot/adapters/monitor"
	"raumbot/bot"
	"raumbot/bot/service"
)

// watch runs the monitor, if one is configured.
type watch struct {
	settings *settings
	meter    *monitor.Meter
	service  atomic.Pointer[service.Service] // nil while the process stands by

	end     context.CancelFunc // nil while the monitor does not run
	serving sync.WaitGroup
	err     error
}

// begin runs the monitor until stop is called, if it does not run yet.
func (w *watch) begin(ctx context.Context) error {
	if w.settings.Monitor.Address == "" || w.end != nil {
		return nil
	}
	m, err := monitor.Listen(w.settings.Monitor.Address)
	if err != nil {
		return err
	}
	ctx, w.end = context.WithCancel(ctx)
	w.serving.Go(func() { w.err = m.Serve(ctx, w.meter, w, w.settings.Database) })
	return nil
}

// stop ends the monitor.
func (w *watch) stop() error {
	if w.end == nil {
		return nil
	}
	w.end()
	w.serving.Wait()
	return w.err
}

// Status implements [monitor.Service]. A server that does not answer in time is away.
func (w *watch) Status(ctx context.Context) (service.Status, error) {
	svc := w.service.Load()
	if svc == nil {
		return service.Status{}, monitor.ErrStandsBy
	}
	if !w.settings.OnServer() {
		return svc.Status(ctx)
	}
	type answer struct {
		status service.Status
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		status, err := svc.Status(ctx)
		answers <- answer{status, err}
	}()
	select {
	case a := <-answers:
		return a.status, a.err
	case <-ctx.Done():
		return service.Status{}, bot.ErrAway
	}
}
