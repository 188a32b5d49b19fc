package service

import (
	"context"

	"raumbot/bot"
)

// Start prepares the service after the process has begun: players get back the time during which the bot was down,
// messages that an earlier run may have sent already are marked, and all versions of games from files are registered.
func (s *Service) Start(ctx context.Context, platforms ...bot.Platform) error {
	if err := s.Beat(ctx); err != nil {
		return err
	}
	if err := s.keepVersions(ctx); err != nil {
		return err
	}
	if err := s.takeOver(ctx, platforms); err != nil {
		return err
	}
	return s.store.View(ctx, s.takeUpSearches)
}

// Beat records that the bot is running.
func (s *Service) Beat(ctx context.Context) error {
	return s.store.Update(ctx, func(tx bot.Tx) error {
		_, err := s.beatAt(tx)
		return err
	})
}
