package service

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// pairAtOnce is how many rounds are paired before the list of waiting tournaments is read again.
const pairAtOnce = 16

// PairRounds pairs the rounds that wait for it. The pairing is computed outside of any transaction, so that it delays
// nothing, and is discarded if its tournament has changed since: each round is paired once. [Service.Run] calls it.
func (s *Service) PairRounds(ctx context.Context) error {
	s.pairing.Lock()
	defer s.pairing.Unlock()
	for ctx.Err() == nil {
		var waiting []*tournament.Tournament
		err := s.store.View(ctx, func(tx bot.Tx) (err error) {
			waiting, err = wrapTournaments(tx.UnpairedTournaments(pairAtOnce))
			return err
		})
		if err != nil || len(waiting) == 0 {
			return err
		}
		for _, t := range waiting { // in turn, so that one that keeps changing does not hold up the others
			if ctx.Err() != nil {
				break
			}
			round, pairErr := t.PairNext()
			if err := s.store.Update(ctx, func(tx bot.Tx) error { return s.openPaired(tx, t, round, pairErr) }); err != nil {
				return err
			}
			s.wakeUp()
		}
	}
	return ctx.Err()
}

// openPaired starts a round that has been paired, if nothing has changed since.
func (s *Service) openPaired(tx bot.Tx, paired *tournament.Tournament, round bot.Round, pairErr error) error {
	t, err := loadTournament(tx, paired.ID)
	if err != nil {
		return err
	}
	if !t.Unpaired() || !reflect.DeepEqual(t.State(), paired.State()) || len(t.Rounds) != len(paired.Rounds) {
		return nil // it will be paired again
	}
	c, err := s.beatAt(tx)
	if err != nil {
		return err
	}
	var notices []bot.Message
	switch {
	case errors.Is(pairErr, pairing.ErrNoPairing):
		t.Awaits = false
		notices, err = c.complete(t, bot.NoPairing)
	case pairErr != nil:
		s.log.Error("a round cannot be paired", "tournament", t.ID, "err", pairErr)
		t.Paused = c.uptime.Moment()
		notices = c.broadcast(t, phrase.Of("The next round of %s cannot be paired, and it is paused. Tell the operator of the bot; `tournament %d resume` tries again.",
			t.Heading(), t.ID), nil)
	default:
		round.Games = slices.Clone(round.Games) // an Update may run twice
		notices, err = c.openRound(t, round)
	}
	if err != nil {
		return err
	}
	return errors.Join(tx.PutTournament(t.Tournament), c.enqueue(notices))
}
