package service

import (
	"context"
	"errors"

	"raumbot/bot"
)

// Recall returns the value that an adapter has stored under a key with Keep, nil if there is none.
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

// Keep stores a value for an adapter, durably, so that it survives a restart: which message holds a game's buttons,
// how far a room has been read. An empty value deletes the key.
func (s *Service) Keep(ctx context.Context, p bot.Platform, key string, value []byte) error {
	return s.store.Update(ctx, func(tx bot.Tx) error { return tx.PutMemo(p, key, value) })
}

// UserMemo returns the prefix of the keys under which adapters store something about a user. They are deleted when
// the user is forgotten.
func UserMemo(u bot.UserID) string { return "user/" + u.ID + "/" }

// Kept returns up to limit keys of an adapter that begin with a prefix, in order; a limit of zero means no limit.
func (s *Service) Kept(ctx context.Context, p bot.Platform, prefix string, limit int) (keys []string, err error) {
	err = s.store.View(ctx, func(tx bot.Tx) error {
		keys, err = tx.Memos(p, prefix, limit)
		return err
	})
	return keys, err
}
