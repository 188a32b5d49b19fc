package service

import (
	"context"

	"raumbot/bot"
)

// Start prepares the service at the start of the process: clocks skip the time during which the bot
// was down, messages that an earlier run may have sent already are marked as repeats, all versions
// of games from files are registered, and unfinished searches are queued.
func (s *Service) Start(ctx context.Context, platforms ...bot.Platform) error {
	if err := s.Beat(ctx); err != nil {
		return err
	}
	if err := s.Library.Keep(ctx); err != nil {
		return err
	}
	if err := s.takeOver(ctx, platforms); err != nil {
		return err
	}
	return s.Store.View(ctx, s.takeUpSearches)
}

// Beat records that the bot is running.
func (s *Service) Beat(ctx context.Context) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		_, err := s.BeatAt(tx)
		return err
	})
}
