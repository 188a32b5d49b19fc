package service

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// carefulStore sets aside each damaged record that a transaction meets, tells the
// players concerned, and runs the transaction again. So one damaged record does not
// block what has nothing to do with it.
type carefulStore struct {
	bot.Store
	service *Service
}

// View implements [bot.Store]. It may run fn again, as Update does.
func (s carefulStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.run(ctx, func() error { return s.Store.View(ctx, fn) })
}

// Update implements [bot.Store]. It tells the watchers which games have changed, and that sessions have ended.
func (s carefulStore) Update(ctx context.Context, fn func(bot.Tx) error) error {
	var grown []bot.GameID
	var ends bool
	err := s.run(ctx, func() error {
		return s.Store.Update(ctx, func(tx bot.Tx) error {
			grown, ends = nil, false // discard those of a failed attempt
			return fn(watchedTx{tx, &grown, &ends})
		})
	})
	if err == nil && len(grown) > 0 {
		s.service.changedGames(grown)
	}
	if err == nil && ends {
		s.service.sessionsEnd.Send()
	}
	return err
}

// asideAtOnce is how many damaged records are set aside for one transaction.
const asideAtOnce = 50

func (s carefulStore) run(ctx context.Context, do func() error) error {
	for range asideAtOnce {
		err := do()
		var damage *bot.Damage
		if !errors.As(err, &damage) || damage.Aside {
			return err
		}
		if failed := s.setAside(context.WithoutCancel(ctx), damage); failed != nil {
			return errors.Join(err, failed)
		}
	}
	return do()
}

// setAside sets a record aside, tells the players of its game, and logs an error for the operator.
func (s carefulStore) setAside(ctx context.Context, damage *bot.Damage) error {
	err := s.Store.Update(ctx, func(tx bot.Tx) error {
		if err := tx.SetAside(damage, s.service.clock.Now()); err != nil || damage.Game == 0 {
			return err
		}
		players, err := tx.PlayersOf(damage.Game)
		if err != nil {
			return err
		}
		c, err := s.service.callAt(tx)
		if err != nil {
			return err
		}
		for _, id := range players {
			p, err := present(tx, id)
			if errors.As(err, new(*bot.Damage)) {
				continue // their record is damaged too
			}
			if err != nil {
				return err
			}
			if err := c.enqueue(c.toPlayer(p, frozen(damage.Game))); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.service.log.Error("a record is damaged and is set aside: restore a backup", "err", damage, "game", damage.Game)
		s.service.wakeUp()
	}
	return err
}

// frozen returns the message about a game that cannot be read.
func frozen(id bot.GameID) string {
	return phrase.Of("%s can no longer be read: what the bot's disk kept of it is damaged. It is frozen, and nobody loses time in it. "+
		"The operator has been told, and can bring it back from a backup.", phrase.Upper(bot.GameNumber(id)))
}

// damagedProblem returns the problem shown to somebody whose command needs a damaged record.
func damagedProblem(damage *bot.Damage) *bot.Problem {
	if damage.Game != 0 {
		return &bot.Problem{Kind: bot.Internal, Text: frozen(damage.Game)}
	}
	return bot.Problemf(bot.Internal, "Part of what this needs is damaged on the bot's disk, and nothing was changed. The operator has been told, and can bring it back from a backup.")
}
