package service

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/outbox"
)

// unconfirmedMemo begins the key of a memo that lists the waiting messages of a platform that may
// have been delivered already. A run of the bot stores it when it stops, and the next run deletes
// it before it delivers anything.
const unconfirmedMemo = "doubt/"

// takeOver prepares the outbox to continue the deliveries of an earlier run to some platforms.
func (s *Service) takeOver(ctx context.Context, platforms []bot.Platform) error {
	for _, p := range platforms {
		note, err := s.takeUnconfirmed(ctx, p)
		if err == nil {
			err = s.outbox.TakeOver(ctx, p, outbox.ParseUnconfirmed(string(note)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// takeUnconfirmed reads the memo of the last run about a platform's messages, and deletes it.
func (s *Service) takeUnconfirmed(ctx context.Context, p bot.Platform) (note []byte, err error) {
	key := unconfirmedMemo + string(p)
	err = s.Store.Update(ctx, func(tx bot.Tx) (err error) {
		if note, err = tx.Memo(action.OwnMemos, key); errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return tx.PutMemo(action.OwnMemos, key, nil)
	})
	return note, err
}

// leaveTime bounds the time in which a run that stops writes the memo for the next run.
const leaveTime = 2 * time.Second

// storeUnconfirmed tells the next run which waiting messages of a platform may have been delivered.
// If that fails, the next run marks all of them as repeats.
func (s *Service) storeUnconfirmed(ctx context.Context, p bot.Platform) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()
	note := []byte(s.outbox.Unconfirmed(p).String())
	err := s.Store.Update(ctx, func(tx bot.Tx) error { return tx.PutMemo(action.OwnMemos, unconfirmedMemo+string(p), note) })
	if err != nil {
		s.Log.Warn("the next run is not told what was delivered; it marks what waits as repeated", "platform", p, "err", err)
	}
}

// AtWork returns an error unless this process is known to be the one that works on the database. A
// process that was suspended may have been replaced meanwhile, so an adapter calls AtWork before it
// does anything on a platform that must not be done twice.
func (s *Service) AtWork(ctx context.Context) error { return s.atWork(ctx) }
