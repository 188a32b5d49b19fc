package bot

import (
	"context"
	"time"
)

// Run keeps the service going until ctx ends: it delivers what the outbox
// holds for the adapters, sweeps when something is due, and notes every
// [Heartbeat] that the bot runs.
func (s *Service) Run(ctx context.Context, adapters ...Adapter) {
	for ctx.Err() == nil {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("sweep failed", "err", err)
		}
		for _, a := range adapters {
			if err := s.Deliver(ctx, a); err != nil && ctx.Err() == nil {
				s.log.Warn("delivery failed", "platform", a.Platform(), "err", err)
			}
		}
		select {
		case <-ctx.Done():
		case <-s.changed:
		case <-time.After(s.pause(ctx, adapters)):
		}
	}
}

// pause returns how long there is nothing to do, at most a Heartbeat.
func (s *Service) pause(ctx context.Context, adapters []Adapter) time.Duration {
	next := s.clock.Now().Add(Heartbeat)
	earlier := func(t time.Time) {
		if !t.IsZero() && t.Before(next) {
			next = t
		}
	}
	for _, a := range adapters {
		earlier(s.nextRetry(a.Platform()))
	}
	err := s.store.View(ctx, func(tx Tx) error {
		due, err := tx.NextDue()
		if err != nil || due == 0 {
			return err
		}
		uptime, err := tx.Uptime()
		earlier(uptime.Calendar(due).Add(time.Second)) // Moments are whole seconds
		return err
	})
	if err != nil && ctx.Err() == nil {
		s.log.Error("cannot read what is due", "err", err)
	}
	return max(next.Sub(s.clock.Now()), 0)
}
