package service

import (
	"context"
	"sync"
	"time"

	"raumbot/bot"
)

// Run keeps the service going until ctx ends: it delivers the outbox through the adapters, sweeps when something is
// due, pairs the rounds of tournaments, and records every [Heartbeat] that the bot is running. Each adapter is served
// separately, so that a slow one holds up neither the others nor the sweep. Of several processes on one database, one does each of these.
func (s *Service) Run(ctx context.Context, adapters ...bot.Adapter) {
	var platforms []bot.Platform
	for _, a := range adapters {
		platforms = append(platforms, a.Platform())
	}
	s.delivers.Store(&platforms)
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() {
		bot.WhileHeld(ctx, s.tasks, pairingTask, func(l bot.Lease) { s.keepPairing(l.Context()) })
	})
	running.Go(func() { s.presence(ctx) })
	running.Go(func() { s.keepTelling(ctx) })
	running.Go(func() { s.followGameFiles(ctx) })
	running.Go(func() { s.thinkers.run(ctx) })
	running.Go(func() {
		if err := s.markAlike(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("names that look alike could not be compared; the next start tries again", "err", err)
		}
	})
	for _, a := range adapters {
		running.Go(func() { s.keepDelivering(ctx, a) })
	}
	bot.WhileHeld(ctx, s.tasks, sweepTask, func(l bot.Lease) {
		var watching sync.WaitGroup
		defer watching.Wait()
		watching.Go(func() { s.replaceOthers(l.Context()) })
		s.keepSweeping(l.Context())
	})
}

// keepSweeping sweeps when something is due, and at every [bot.Heartbeat], until ctx ends.
func (s *Service) keepSweeping(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("sweep failed", "err", err)
			rest(ctx) // what is due stays due
		}
		s.untilDue(ctx, s.clock.Now().Add(bot.Heartbeat))
	}
}

// Deliver delivers the messages that wait for a platform, and returns when all are delivered or waiting to be
// retried.
func (s *Service) Deliver(ctx context.Context, to bot.Adapter) error {
	if !s.shared {
		return s.outbox.Deliver(ctx, to)
	}
	for {
		lost, err := s.holdCourier(ctx, to, s.outbox.Deliver)
		if err == nil || !lost || ctx.Err() != nil {
			return err
		}
	}
}

// retryPause is the pause before what has failed is tried again.
const retryPause = 5 * time.Second

// rest waits for retryPause, or until ctx ends.
func rest(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(retryPause):
	}
}

// untilDue waits until latest, until something is due before it, or until ctx ends.
func (s *Service) untilDue(ctx context.Context, latest time.Time) {
	for ctx.Err() == nil {
		changed := s.changed.Next()
		pause := s.nextSweep(ctx, latest).Sub(s.clock.Now())
		if pause <= 0 {
			return
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-time.After(min(pause, bot.Heartbeat)): // the system clock may be set in between
		}
	}
}

// keepPairing pairs the rounds of tournaments until ctx ends, separately from everything else.
func (s *Service) keepPairing(ctx context.Context) {
	for ctx.Err() == nil {
		changed := s.changed.Next()
		if err := s.PairRounds(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("pairing failed", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-time.After(bot.Heartbeat):
		}
	}
}

// nextSweep returns when something is due next, or latest if that is earlier.
func (s *Service) nextSweep(ctx context.Context, latest time.Time) time.Time {
	err := s.store.View(ctx, func(tx bot.Tx) error {
		puzzles, err := tx.DuePuzzles(latest, 1)
		if err != nil {
			return err
		}
		if len(puzzles) > 0 && puzzles[0].Puzzle.Next.Before(latest) {
			latest = puzzles[0].Puzzle.Next
		}
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
		if at := uptime.Calendar(due).Add(time.Second); at.Before(latest) { // Moments are whole seconds
			latest = at
		}
		return err
	})
	if err != nil && ctx.Err() == nil {
		s.log.Error("cannot read what is due", "err", err)
	}
	return latest
}
