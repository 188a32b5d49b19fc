package service

import (
	"context"
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// sweepAtOnce bounds the work of one transaction of a sweep.
const sweepAtOnce = 50

// Sweep does what is due: it records that the bot is running, lets challenges expire, ends games on time, does what
// is due in tournaments, merges linked players, and gives rooms their puzzles. It does each thing once, however often it runs.
func (s *Service) Sweep(ctx context.Context) error {
	var skipped []error // items that need a damaged record
	skip := map[any]bool{}
	for {
		b := new(batch)
		err := s.store.Update(ctx, func(tx bot.Tx) error {
			c, err := s.beatAt(tx)
			if err != nil {
				return err
			}
			*b = batch{call: c, skip: skip}
			return b.doDue()
		})
		if errors.As(err, new(*bot.Damage)) && b.doing != nil {
			skip[b.doing] = true
			skipped = append(skipped, err)
			continue
		}
		if err != nil {
			return errors.Join(append(skipped, err)...)
		}
		if b.done > 0 {
			s.wakeUp()
		}
		if b.done < sweepAtOnce {
			s.computers.resume([]bot.GameID{0}) // whatever they wait for may have been over without a word
			return errors.Join(skipped...)
		}
	}
}

// A batch is what one transaction of a sweep does.
type batch struct {
	*call
	skip map[any]bool
	done int
	// doing is the key of the item that is being done, nil between items.
	doing any
}

// doDue does what is due, of all kinds together at most sweepAtOnce items.
func (b *batch) doDue() error {
	now := b.uptime.Moment()
	games := func(limit int) ([]bot.GameID, error) { return b.tx.Due(now, limit) }
	if err := each(b, games, func(id bot.GameID) any { return id }, "game", b.wake); err != nil {
		return err
	}
	tournaments := func(limit int) ([]*tournament.Tournament, error) {
		return wrapTournaments(b.tx.DueTournaments(now, limit))
	}
	if err := each(b, tournaments, func(t *tournament.Tournament) any { return t.ID }, "tournament", b.wakeTournament); err != nil {
		return err
	}
	if err := each(b, b.dueLinks, func(l linking) any { return l.key() }, "link", b.mergeDue); err != nil {
		return err
	}
	puzzles := func(limit int) ([]bot.Room, error) { return b.tx.DuePuzzles(b.uptime.Beat, limit) }
	return each(b, puzzles, func(r bot.Room) any { return r.ID }, "puzzle", b.nextDaily)
}

// each does the items that are due, without those to be skipped, as long as there is room in the batch. what is said of them in errors.
func each[T any](b *batch, due func(limit int) ([]T, error), key func(T) any, what string, do func(T) error) error {
	if b.done == sweepAtOnce {
		return nil
	}
	items, err := due(sweepAtOnce - b.done)
	if err != nil {
		return err
	}
	for _, item := range items {
		of := key(item)
		if b.skip[of] {
			continue
		}
		b.doing = of
		if err := do(item); err != nil {
			return fmt.Errorf("sweep of %s %v: %w", what, of, err)
		}
		b.doing = nil
		b.done++
	}
	return nil
}

// wake does what is due for a challenge or game.
func (c *call) wake(id bot.GameID) error {
	ch, err := c.tx.Challenge(id)
	if err == nil {
		return c.expire(ch)
	}
	if !errors.Is(err, bot.ErrNotFound) {
		return err
	}
	g, err := c.tx.Game(id)
	if err != nil {
		return err
	}
	switch {
	case g.Over() && g.Settles != 0 && g.Settles <= c.uptime.Moment(): // its positions are nobody's secret any more
		g.Settles = 0
		return c.tx.PutGame(g)
	case g.Over(): // ended by something else that was due at the same time
		return nil
	}
	if !g.Pace.Ticks() {
		text := phrase.Of("%s: nobody has moved for %s.", phrase.Upper(bot.GameNumber(g.ID)), bot.Spell(bot.LongSilence))
		return c.close(g, bot.Result{Reason: bot.ByInactivity, Aborted: true}, text)
	}
	if !c.overdue(g) {
		return c.remind(g)
	}
	return c.flag(g)
}

// expire ends a challenge that nobody has accepted in time.
func (c *call) expire(ch bot.Challenge) error {
	if err := c.drop(ch, bot.Expired); err != nil {
		return err
	}
	text := phrase.Of("%s has not answered the challenge of %s (%s), which has expired.", ch.To.User.Said(), ch.From.User.Said(), ch.Words())
	if ch.Open() {
		text = phrase.Of("Nobody has answered the challenge of %s (%s), which has expired.", ch.From.User.Said(), ch.Words())
	}
	return c.enqueue([]bot.Message{ch.From.Address().ChallengeMessage(ch, text)})
}

// flag ends a game whose player to move has run out of time. If that would be their first move, it is aborted, not
// lost.
func (c *call) flag(g bot.Game) error {
	late := g.Turn
	if g.Moves < 2 {
		text := phrase.Of("%s: %s has not begun in time.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(late))
		return c.close(g, bot.Result{Reason: bot.NotBegun, Aborted: true}, text)
	}
	winner := late.Other()
	text := phrase.Of("%s: the time of %s is up.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(late))
	return c.close(g, bot.Result{Reason: bot.OnTime, Winner: &winner}, text)
}

// close ends a game without a command.
func (c *call) close(g bot.Game, result bot.Result, text string) error {
	reply, err := c.end(g, result, text)
	if err != nil {
		return err
	}
	return c.enqueue(reply.Notices)
}
