package service

import (
	"context"

	"raumbot/bot"
)

// Check verifies a store and returns a sentence for each fault. It checks the players, each log
// against the rules, each game against its log, and each tournament against its games.
func Check(ctx context.Context, store bot.Store) (faults []string, err error) {
	s := New(Ports{Store: store})
	if err := s.Library.Revive(ctx); err != nil {
		return nil, err
	}
	for _, f := range s.Features {
		if f.Check == nil {
			continue
		}
		found, err := f.Check(ctx, s.Bot)
		faults = append(faults, found...)
		if err != nil {
			return faults, err
		}
	}
	return faults, ctx.Err()
}
