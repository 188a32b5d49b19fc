package desk

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// pairAtOnce is the number of rounds that are paired before the list of waiting tournaments is read
// again.
const pairAtOnce = 16

// Desk pairs rounds, and reads tournaments for web pages.
type Desk struct {
	*action.Bot
	pairing sync.Mutex // held while rounds are paired
}

// PairRounds pairs the rounds that are waiting for it. A pairing is computed outside of any
// transaction, so that it delays nothing else. It is discarded if its tournament has changed since,
// so that each round is paired once. The service calls it whenever the store has changed.
func (s *Desk) PairRounds(ctx context.Context) error {
	s.pairing.Lock()
	defer s.pairing.Unlock()
	for ctx.Err() == nil {
		var waiting []*tournament.Tournament
		err := s.Store.View(ctx, func(tx bot.Tx) (err error) {
			waiting, err = wrap(tx.UnpairedTournaments(pairAtOnce))
			return err
		})
		if err != nil || len(waiting) == 0 {
			return err
		}
		// One after another, so that a tournament that keeps changing does not delay the others.
		for _, t := range waiting {
			if ctx.Err() != nil {
				break
			}
			round, pairErr := t.PairNext()
			if t.Season == nil {
				pairErr = cmp.Or(pairErr, t.Unreadable())
			}
			var opened *tournament.Tournament
			if err := s.Store.Update(ctx, func(tx bot.Tx) (err error) {
				opened, err = s.openPaired(tx, t, round, pairErr)
				return err
			}); err != nil {
				return err
			}
			s.summonHost(opened)
			s.WakeUp()
		}
	}
	return ctx.Err()
}

// summonHost makes the computer look at the games of a simul of which it is the host.
func (s *Desk) summonHost(t *tournament.Tournament) {
	if t.System != bot.Simul || t.Entrants[tournament.Host-1].User.Level() == 0 {
		return
	}
	for _, g := range t.Running() {
		s.Ports.WakeComputer(g.ID, t.Seat(g.Other(tournament.Host)).Address().Line())
	}
}

// openPaired starts a round that has been paired, if nothing has changed since. It returns the
// tournament as it is now.
func (s *Desk) openPaired(tx bot.Tx, paired *tournament.Tournament, round bot.Round, pairErr error) (*tournament.Tournament, error) {
	t, err := action.LoadTournament(tx, paired.ID)
	if err != nil {
		return t, err
	}
	if !t.Unpaired() || !reflect.DeepEqual(t.State(), paired.State()) || len(t.Rounds) != len(paired.Rounds) {
		return t, nil // it will be paired again
	}
	c, err := s.BeatAt(tx)
	if err != nil {
		return t, err
	}
	var notices []bot.Message
	switch {
	case errors.Is(pairErr, pairing.ErrNoPairing):
		t.Awaits = false
		notices, err = complete(c, t, bot.NoPairing)
	case pairErr != nil:
		s.Log.Error("a round cannot be paired", "tournament", t.ID, "err", pairErr)
		t.Paused = c.Uptime.Moment()
		notices = broadcast(c, t, phrase.Of("The next round of %s cannot be paired, and it is paused. Tell the operator of the bot; `tournament %d resume` tries again.",
			t.Heading(), t.ID), nil)
	default:
		round.Games = slices.Clone(round.Games) // an Update may run twice
		notices, err = openRound(c, t, round)
	}
	if err != nil {
		return t, err
	}
	return t, errors.Join(tx.PutTournament(t.Tournament), c.Enqueue(notices))
}
