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

// pairAtOnce is how many rounds are paired before it is asked anew which wait for it.
const pairAtOnce = 16

// PairRounds pairs the rounds that wait for it. The work is done outside of any
// transaction, so that it delays nothing, and its outcome is thrown away if what
// it was made from has changed meanwhile: each round is paired once. [Service.Run] calls it by itself.
func (s *Service) PairRounds(ctx context.Context) error {
	s.pairing.Lock()
	defer s.pairing.Unlock()
	for ctx.Err() == nil {
		var waiting []tournament.Tournament
		err := s.store.View(ctx, func(tx bot.Tx) (err error) {
			waiting, err = wrapTournaments(tx.UnpairedTournaments(pairAtOnce))
			return err
		})
		if err != nil || len(waiting) == 0 {
			return err
		}
		for _, t := range waiting { // in turn: one that changes all the time does not keep the others waiting
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

// openPaired begins a round that has been paired, if nothing has changed since.
func (s *Service) openPaired(tx bot.Tx, paired tournament.Tournament, round bot.Round, pairErr error) error {
	t, err := loadTournament(tx, paired.ID)
	if err != nil {
		return err
	}
	if !t.Unpaired() || !reflect.DeepEqual(t.State(), paired.State()) || len(t.Rounds) != len(paired.Rounds) {
		return nil // it is paired anew
	}
	uptime, err := tx.Uptime()
	if err != nil {
		return err
	}
	after := uptime.Tick(s.clock.Now())
	if err := errors.Join(tx.PutUptime(after), resume(tx, uptime, after)); err != nil {
		return err
	}
	c := &call{service: s, tx: tx, uptime: after}
	var notices []bot.Message
	switch {
	case errors.Is(pairErr, pairing.ErrNoPairing):
		t.Awaits = false
		notices, err = c.complete(&t, phrase.Of("no further round can be paired without somebody meeting the same opponent, being left over or having a colour once too often"))
	case pairErr != nil:
		s.log.Error("a round cannot be paired", "tournament", t.ID, "err", pairErr)
		t.Paused = after.Moment()
		notices = c.broadcast(t, phrase.Of("The next round of %s cannot be paired, and it is paused. Tell the operator of the bot; `direct %d resume` tries again.",
			t.Heading(), t.ID), nil)
	default:
		notices, err = c.openRound(&t, round)
	}
	if err != nil {
		return err
	}
	return errors.Join(tx.PutTournament(t.Tournament), c.enqueue(notices))
}

// skip asks for a bye in a round to come.
func skip(c *call) (bot.Reply, error) {
	t, err := c.tournament(func(t tournament.Tournament) bool {
		return t.System == bot.Swiss && t.Phase == bot.Running && t.Entrant(c.me.ID) > 0
	})
	if err != nil {
		return bot.Reply{}, err
	}
	number, next := t.Entrant(c.me.ID), len(t.Rounds)+1
	switch {
	case t.System != bot.Swiss:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is a %s, which has no byes by request.", phrase.Upper(t.Heading()), t.System.Title())
	case number == 0 || t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not in %s.", t.Heading())
	case t.Phase != bot.Running:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is %s: byes are for its rounds, when it has begun.", phrase.Upper(t.Heading()), t.PhaseWords())
	}
	round := c.args.Number("round")
	if round == 0 {
		round = next
	}
	if round < next || round > t.Total() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no round %d to come in %s. The next is %d, the last %d.", round, t.Heading(), next, t.Total())
	}
	if round == next && t.Unpaired() { // else one could have it paired anew without end
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Round %d of %s is being paired just now, and what you have said of it holds. You can ask for a bye in later ones.", round, t.Heading())
	}
	e := &t.Entrants[number-1]
	if i := slices.Index(e.Skips, round); i >= 0 {
		e.Skips = slices.Delete(e.Skips, i, i+1)
		return c.answer(phrase.Of("You play in round %d of %s after all.", round, t.Heading())), c.tx.PutTournament(t.Tournament)
	}
	e.Skips = append(e.Skips, round)
	slices.Sort(e.Skips)
	return c.answer(phrase.Of("You do not play in round %d of %s. Such byes count half a point, %d of them at most and not in the last round. `skip %d %d` takes it back.",
		round, t.Heading(), tournament.LateHalves, t.ID, round)), c.tx.PutTournament(t.Tournament)
}
