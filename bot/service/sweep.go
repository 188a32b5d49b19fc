package service

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
)

// Sweep does what is due: it records that the bot is running, removes expired challenges, ends
// games on time, does what is due in tournaments, merges linked players, and posts the puzzles of
// rooms. Each item is done once, however often Sweep runs.
func (s *Service) Sweep(ctx context.Context) error {
	var skipped []error // items that need a damaged record
	skip := map[any]bool{}
	for {
		b := new(action.Batch)
		err := s.Store.Update(ctx, func(tx bot.Tx) error {
			c, err := s.BeatAt(tx)
			if err != nil {
				return err
			}
			*b = action.Batch{Call: c, Skip: skip}
			return s.InTurn(func(f action.Feature) error {
				if f.Due == nil {
					return nil
				}
				return f.Due(b)
			})
		})
		if errors.As(err, new(*bot.Damage)) && b.Doing != nil {
			skip[b.Doing] = true
			skipped = append(skipped, err)
			continue
		}
		if err != nil {
			return errors.Join(append(skipped, err)...)
		}
		if b.Done > 0 {
			s.WakeUp()
		}
		if err := b.RunAfterwards(ctx, new(bot.Reply)); err != nil {
			return errors.Join(append(skipped, err)...)
		}
		if b.Done < action.SweepAtOnce {
			s.computers.Resume([]bot.GameID{0}) // what they wait for may have ended unnoticed
			return errors.Join(skipped...)
		}
	}
}
