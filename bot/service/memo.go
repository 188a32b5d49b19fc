package service

import (
	"context"
	"errors"
	"maps"
	"slices"

	"raumbot/bot"
)

// Recall returns the value that an adapter has stored under a key with [Service.Keep], or nil if
// there is none.
func (s *Service) Recall(ctx context.Context, p bot.Platform, key string) (value []byte, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		value, err = tx.Memo(p, key)
		return err
	})
	if errors.Is(err, bot.ErrNotFound) {
		return nil, nil
	}
	return value, err
}

// Keep stores a value for an adapter durably, such as which message holds a game's buttons, or how
// far a room has been read. An empty value deletes the key.
func (s *Service) Keep(ctx context.Context, p bot.Platform, key string, value []byte) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error { return tx.PutMemo(p, key, value) })
}

// Kept returns up to limit keys of an adapter with a prefix, in order. A limit of zero means no
// limit.
func (s *Service) Kept(ctx context.Context, p bot.Platform, prefix string, limit int) (keys []string, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		keys, err = tx.Memos(p, prefix, limit)
		return err
	})
	return keys, err
}

// KeepAll is like [Service.Keep] for several keys, in one transaction.
func (s *Service) KeepAll(ctx context.Context, p bot.Platform, values map[string][]byte) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			if err := tx.PutMemo(p, key, values[key]); err != nil {
				return err
			}
		}
		return nil
	})
}
