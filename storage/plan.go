package storage

import (
	"errors"

	"raumbot/bot"
)

// Plan implements [bot.GameTx].
func (t tx) Plan(id bot.GameID, p bot.PlayerID) (bot.Plan, error) {
	plan, err := plans.load(t, key(id, p))
	if errors.Is(err, bot.ErrNotFound) {
		return bot.Plan{Game: id, Player: p}, nil
	}
	return plan, err
}

// PutPlan implements [bot.GameTx].
func (t tx) PutPlan(p bot.Plan) error {
	if len(p.Lines) == 0 {
		return plans.drop(t, plans.key(p))
	}
	return plans.put(t, p)
}
