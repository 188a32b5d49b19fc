package service

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
)

// SetBack is called when the store has lost its latest transactions, because a standby of its
// server was promoted that did not have them. Any record may have changed. SetBack does not wait
// for the store.
func (s *Service) SetBack() {
	s.changedGames([]bot.GameID{0})
	s.sessionsEnd.Send()
	s.outbox.Rewind()
	s.setBack.Store(true)
	s.WakeUp()
}

// followSetBacks repeats the reads of Start each time the store has been set back, until ctx ends.
func (s *Service) followSetBacks(ctx context.Context) {
	for ctx.Err() == nil {
		changed := s.Changed.Next()
		var again <-chan time.Time
		if err := s.readSetBack(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("what the database holds cannot be read again; trying again", "err", err)
			changed, again = nil, time.After(retryPause)
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-again:
		}
	}
}

// readSetBack reads the added games and the unfinished searches if the store has been set back
// since the last call.
func (s *Service) readSetBack(ctx context.Context) error {
	if !s.setBack.Swap(false) {
		return nil
	}
	err := errors.Join(s.Library.Revive(ctx), s.Store.View(ctx, s.takeUpSearches))
	if err != nil {
		s.setBack.Store(true)
	}
	return err
}

// takeUpSearches queues the unfinished searches of an earlier run, except those that are queued
// already.
func (s *Service) takeUpSearches(tx bot.Tx) error {
	return errors.Join(s.computers.TakeUp(tx), s.analysts.TakeUp(tx))
}
