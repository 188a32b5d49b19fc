package bot

import (
	"context"
	"sync"
	"time"
)

// Run keeps the service going until ctx ends: it delivers what the outbox
// holds for the adapters, sweeps when something is due, pairs the rounds of tournaments, and notes every
// [Heartbeat] that the bot runs.
func (s *Service) Run(ctx context.Context, adapters ...Adapter) {
	var pairing sync.WaitGroup
	defer pairing.Wait()
	pairing.Go(func() { s.keepPairing(ctx) })
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

// keepPairing pairs the rounds of tournaments beside all else, until ctx ends.
func (s *Service) keepPairing(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.PairRounds(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("pairing failed", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-s.unpaired:
		case <-time.After(Heartbeat):
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
		if err != nil {
			return err
		}
		tournament, err := tx.NextTournamentDue()
		if due == 0 || tournament != 0 && tournament < due {
			due = tournament
		}
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
