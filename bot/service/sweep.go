package service

import (
	"context"
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// sweepAtOnce bounds the work of one transaction of a sweep.
const sweepAtOnce = 50

// Sweep does what is due: it records that the bot is running, lets challenges expire, ends games on time, does what
// is due in tournaments, and merges linked players. It does each thing once, however often it runs.
func (s *Service) Sweep(ctx context.Context) error {
	var skipped []error // items that need a damaged record
	skip := map[any]bool{}
	for {
		var done int
		var doing any
		err := s.store.Update(ctx, func(tx bot.Tx) error {
			uptime, err := tx.Uptime()
			if err != nil {
				return err
			}
			c := &call{service: s, tx: tx, uptime: uptime.Tick(s.clock.Now())}
			if err := errors.Join(tx.PutUptime(c.uptime), resume(tx, uptime, c.uptime)); err != nil {
				return err
			}
			due, err := tx.Due(c.uptime.Moment(), sweepAtOnce)
			if err != nil {
				return err
			}
			done = 0
			for _, id := range due {
				if doing = id; skip[id] {
					continue
				}
				if err := c.wake(id); err != nil {
					return fmt.Errorf("sweep of game %d: %w", id, err)
				}
				done++
			}
			tournaments, err := wrapTournaments(tx.DueTournaments(c.uptime.Moment(), sweepAtOnce-len(due)))
			for _, t := range tournaments {
				if doing = t.ID; skip[t.ID] {
					continue
				}
				if err := c.wakeTournament(t); err != nil {
					return fmt.Errorf("sweep of tournament %d: %w", t.ID, err)
				}
				done++
			}
			links, missing := c.dueLinks()
			err = errors.Join(err, missing)
			for _, l := range links {
				if doing = l.key(); skip[doing] {
					continue
				}
				if err := c.mergeDue(l); err != nil {
					return fmt.Errorf("merging players %d and %d: %w", l.From, l.Into, err)
				}
				done++
			}
			rooms, missing := tx.DuePuzzles(c.uptime.Beat, sweepAtOnce)
			err = errors.Join(err, missing)
			for _, r := range rooms {
				if doing = r.ID; skip[doing] {
					continue
				}
				if err := c.nextDaily(r); err != nil {
					return fmt.Errorf("the puzzle of room %s: %w", r.ID.ID, err)
				}
				done++
			}
			doing = nil
			return err
		})
		if errors.As(err, new(*bot.Damage)) && doing != nil && !skip[doing] {
			skip[doing] = true
			skipped = append(skipped, err)
			continue
		}
		if err != nil {
			return errors.Join(append(skipped, err)...)
		}
		if done > 0 {
			s.wakeUp()
		}
		if done < sweepAtOnce {
			s.computers.resume([]bot.GameID{0}) // whatever they wait for may have been over without a word
			return errors.Join(skipped...)
		}
	}
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
