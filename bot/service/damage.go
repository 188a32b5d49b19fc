package service

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
)

// carefulStore sets aside each damaged record that a transaction meets, tells the players
// concerned, and runs the transaction again, so that a damaged record blocks only the games that
// need it.
type carefulStore struct {
	bot.Store
	service *Service
}

// View implements [bot.Store]. It may run fn again, as Update does.
func (s carefulStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.run(ctx, func() error { return s.Store.View(ctx, fn) })
}

// Update implements [bot.Store]. After the commit it tells the watchers which games have changed,
// and whether browser sessions have ended.
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

// asideAtOnce is how many damaged records are set aside for one transaction at most.
const asideAtOnce = 50

// run calls do again after each damaged record that could be set aside.
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
		if err := tx.SetAside(damage, s.service.Clock.Now()); err != nil || damage.Game == 0 {
			return err
		}
		players, err := tx.PlayersOf(damage.Game)
		if err != nil {
			return err
		}
		c, err := s.service.CallAt(tx)
		if err != nil {
			return err
		}
		for _, id := range players {
			p, err := action.CurrentPlayer(tx, id)
			if errors.As(err, new(*bot.Damage)) {
				continue // their record is damaged too
			}
			if err != nil {
				return err
			}
			if err := c.Enqueue(c.ToPlayer(p, bot.Frozen(damage.Game))); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.service.Log.Error("a record is damaged and is set aside: restore a backup", "err", damage, "game", damage.Game)
		s.service.WakeUp()
	}
	return err
}
