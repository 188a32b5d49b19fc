package service

import (
	"context"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/people"
)

// Run keeps the service going until ctx ends: it delivers the outbox through the adapters, sweeps
// when something is due, pairs the rounds of tournaments, and records every [bot.Heartbeat] that
// the bot is running. Each adapter is served separately, so that a slow one delays neither the
// others nor the sweep.
func (s *Service) Run(ctx context.Context, adapters ...bot.Adapter) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { s.keepPairing(ctx) })
	running.Go(func() { s.followSetBacks(ctx) })
	running.Go(func() { s.Thinkers.Run(ctx) })
	running.Go(func() {
		if err := people.MarkAlike(ctx, s.Bot); err != nil && ctx.Err() == nil {
			s.Log.Error("names that look alike could not be compared; the next start tries again", "err", err)
		}
	})
	for _, a := range adapters {
		running.Go(func() { s.KeepDelivering(ctx, a) })
	}
	s.keepSweeping(ctx)
}

// KeepDelivering delivers the messages of a platform until ctx ends.
func (s *Service) KeepDelivering(ctx context.Context, to bot.Adapter) {
	s.Reaches.Add(to)
	s.Namers.Add(to)
	s.outbox.Run(ctx, to)
	s.storeUnconfirmed(ctx, to.Platform())
}

// keepSweeping sweeps when something is due, and at every [bot.Heartbeat], until ctx ends.
func (s *Service) keepSweeping(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("sweep failed", "err", err)
			pauseBeforeRetry(ctx) // nothing is lost: it is still due
		}
		s.untilDue(ctx, s.Clock.Now().Add(bot.Heartbeat))
	}
}

// Deliver delivers the messages that are waiting for a platform. It returns when each has been
// delivered or is waiting for a retry.
func (s *Service) Deliver(ctx context.Context, to bot.Adapter) error {
	return s.outbox.Deliver(ctx, to)
}

// retryPause is the pause before a retry.
const retryPause = 5 * time.Second

// pauseBeforeRetry waits for retryPause, or until ctx ends.
func pauseBeforeRetry(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(retryPause):
	}
}

// untilDue waits until something is due, until latest at most, or until ctx ends.
func (s *Service) untilDue(ctx context.Context, latest time.Time) {
	for ctx.Err() == nil {
		changed := s.Changed.Next()
		pause := s.nextSweep(ctx, latest).Sub(s.Clock.Now())
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
		changed := s.Changed.Next()
		if err := s.PairRounds(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("pairing failed", "err", err)
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
	err := s.Store.View(ctx, func(tx bot.Tx) error {
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
		s.Log.Error("cannot read what is due", "err", err)
	}
	return latest
}

// PlayComputer carries out all queued searches, the computer's moves among them, and returns when
// none is left.
func (s *Service) PlayComputer(ctx context.Context) error { return s.Thinkers.Drain(ctx) }
