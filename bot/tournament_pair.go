package bot

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
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
		var waiting []Tournament
		err := s.store.View(ctx, func(tx Tx) (err error) {
			waiting, err = tx.UnpairedTournaments(pairAtOnce)
			return err
		})
		if err != nil || len(waiting) == 0 {
			return err
		}
		for _, t := range waiting { // in turn: one that changes all the time does not keep the others waiting
			if ctx.Err() != nil {
				break
			}
			round, pairErr := t.pairNext()
			if err := s.store.Update(ctx, func(tx Tx) error { return s.openPaired(tx, t, round, pairErr) }); err != nil {
				return err
			}
			s.wakeUp()
		}
	}
	return ctx.Err()
}

// openPaired begins a round that has been paired, if nothing has changed since.
func (s *Service) openPaired(tx Tx, paired Tournament, round Round, pairErr error) error {
	t, err := tx.Tournament(paired.ID)
	if err != nil {
		return err
	}
	if !t.Unpaired() || !reflect.DeepEqual(t.state(), paired.state()) || len(t.Rounds) != len(paired.Rounds) {
		return nil // it is paired anew
	}
	uptime, err := tx.Uptime()
	if err != nil {
		return err
	}
	after := uptime.tick(s.clock.Now())
	if err := errors.Join(tx.PutUptime(after), resume(tx, uptime, after)); err != nil {
		return err
	}
	c := &call{service: s, tx: tx, uptime: after}
	var notices []Message
	switch {
	case errors.Is(pairErr, pairing.ErrNoPairing):
		t.Awaits = false
		notices, err = c.complete(&t, phrase.Of("no further round can be paired without somebody meeting the same opponent, being left over or having a colour once too often"))
	case pairErr != nil:
		s.log.Error("a round cannot be paired", "tournament", t.ID, "err", pairErr)
		t.Paused = after.Moment()
		notices = c.broadcast(t, phrase.Of("The next round of %s cannot be paired, and it is paused. Tell the operator of the bot; `direct %d resume` tries again.",
			t.heading(), t.ID), nil)
	default:
		notices, err = c.openRound(&t, round)
	}
	if err != nil {
		return err
	}
	return errors.Join(tx.PutTournament(t), c.enqueue(notices))
}

// pairNext pairs the next round. It may take seconds.
func (t Tournament) pairNext() (round Round, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	if t.System == Knockout {
		return t.knockoutRound(), nil
	}
	var pairer pairing.Pairer = pairing.Swiss{}
	if t.System == RoundRobin {
		pairer = t.berger()
	}
	paired, err := pairer.Pair(t.state())
	if err != nil {
		return Round{}, err
	}
	for _, g := range paired.Games {
		round.Games = append(round.Games, TournamentGame{Game: g})
	}
	for _, b := range paired.Byes {
		round.Byes = append(round.Byes, TournamentBye{Bye: b})
	}
	return round, nil
}

// state tells the tournament as pairings are made from it.
func (t Tournament) state() pairing.State {
	s := pairing.State{Total: t.total()}
	for i, e := range t.Entrants {
		s.Entrants = append(s.Entrants, pairing.Entrant{Number: i + 1, Rating: e.Rating, Gone: e.Gone})
	}
	for _, r := range t.Rounds {
		var round pairing.Round
		for _, g := range r.Games {
			round.Games = append(round.Games, g.Game)
		}
		for _, b := range r.Byes {
			round.Byes = append(round.Byes, b.Bye)
		}
		s.Rounds = append(s.Rounds, round)
	}
	if t.System == Swiss {
		s.Byes = t.wishedByes(len(t.Rounds) + 1)
	}
	return s
}

// wishedByes returns the byes that entrants have asked for in a round. The first
// ones are worth half a point, later ones and that of the last round nothing.
func (t Tournament) wishedByes(round int) (byes []pairing.Bye) {
	for i, e := range t.Entrants {
		if e.Gone || !slices.Contains(e.Skips, round) {
			continue
		}
		kind := pairing.Half
		if t.halfByes(i+1) >= lateHalves || round == t.total() {
			kind = pairing.Zero
		}
		byes = append(byes, pairing.Bye{Entrant: i + 1, Kind: kind})
	}
	return byes
}

// halfByes counts the half-point byes of an entrant.
func (t Tournament) halfByes(number int) (n int) {
	for _, r := range t.Rounds {
		for _, b := range r.Byes {
			if b.Entrant == number && b.Kind == pairing.Half {
				n++
			}
		}
	}
	return n
}

// skip asks for a bye in a round to come.
func skip(c *call) (Reply, error) {
	t, err := c.tournament(func(t Tournament) bool { return t.System == Swiss && t.Phase == Running && t.entrant(c.me.ID) > 0 })
	if err != nil {
		return Reply{}, err
	}
	number, next := t.entrant(c.me.ID), len(t.Rounds)+1
	switch {
	case t.System != Swiss:
		return Reply{}, problem(NotNow, "%s is a %s, which has no byes by request.", phrase.Upper(t.heading()), t.System.title())
	case number == 0 || t.Entrants[number-1].Gone:
		return Reply{}, problem(NotNow, "You are not in %s.", t.heading())
	case t.Phase != Running:
		return Reply{}, problem(NotNow, "%s is %s: byes are for its rounds, when it has begun.", phrase.Upper(t.heading()), t.phaseWords())
	}
	round := c.args.number("round")
	if round == 0 {
		round = next
	}
	if round < next || round > t.total() {
		return Reply{}, problem(NotNow, "There is no round %d to come in %s. The next is %d, the last %d.", round, t.heading(), next, t.total())
	}
	if round == next && t.Unpaired() { // else one could have it paired anew without end
		return Reply{}, problem(NotNow, "Round %d of %s is being paired just now, and what you have said of it holds. You can ask for a bye in later ones.", round, t.heading())
	}
	e := &t.Entrants[number-1]
	if i := slices.Index(e.Skips, round); i >= 0 {
		e.Skips = slices.Delete(e.Skips, i, i+1)
		return c.answer(phrase.Of("You play in round %d of %s after all.", round, t.heading())), c.tx.PutTournament(t)
	}
	e.Skips = append(e.Skips, round)
	slices.Sort(e.Skips)
	return c.answer(phrase.Of("You do not play in round %d of %s. Such byes count half a point, %d of them at most and not in the last round. `skip %d %d` takes it back.",
		round, t.heading(), lateHalves, t.ID, round)), c.tx.PutTournament(t)
}
