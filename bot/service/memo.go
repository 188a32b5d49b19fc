package service

import (
	"context"
	"errors"

	"raumbot/bot"
)

// Recall returns what an adapter has kept under a key with Keep, nil if nothing.
func (s *Service) Recall(ctx context.Context, p bot.Platform, key string) (value []byte, err error) {
	err = s.store.View(ctx, func(tx bot.Tx) error {
		value, err = tx.Memo(p, key)
		return err
	})
	if errors.Is(err, bot.ErrNotFound) {
		return nil, nil
	}
	return value, err
}

// Keep keeps something of an adapter's own, durably, so that it is known after a restart: which
// message holds a game's buttons, how far a room has been read. An empty value
// removes it.
func (s *Service) Keep(ctx context.Context, p bot.Platform, key string, value []byte) error {
	return s.store.Update(ctx, func(tx bot.Tx) error { return tx.PutMemo(p, key, value) })
}

// UserMemo returns how the keys of what an adapter keeps about a user begin. Those are removed
// when the user wants to be forgotten.
func UserMemo(u bot.UserID) string { return "user/" + u.ID + "/" }

// Kept returns up to limit keys of an adapter that begin with a prefix, in their
// order; a limit of zero is none.
func (s *Service) Kept(ctx context.Context, p bot.Platform, prefix string, limit int) (keys []string, err error) {
	err = s.store.View(ctx, func(tx bot.Tx) error {
		keys, err = tx.Memos(p, prefix, limit)
		return err
	})
	return keys, err
}
