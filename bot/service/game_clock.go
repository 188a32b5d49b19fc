package service

import (
	"errors"
	"math"
	"time"

	"raumbot/bot"
)

// countdown returns how the clock of a game runs for p, its player to move.
func (c *call) countdown(g bot.Game, p bot.Player) bot.Countdown {
	k := bot.Countdown{Weekends: g.Weekends, Uptime: c.uptime}
	if g.Vacation {
		k.Away = p.Settings.Vacation.Until
	}
	return k
}

// startClock begins a turn: it sets the deadline and reminders of the player to move. The caller stores the game.
func (c *call) startClock(g *bot.Game) error {
	now := c.uptime.Moment()
	g.Since, g.Nudged, g.Deadline, g.Remind, g.Held = now, 0, 0, nil, false
	if !g.Pace.Ticks() {
		return nil
	}
	p, err := c.tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return err
	}
	k := c.countdown(*g, p)
	whole := g.Allotted()
	g.Deadline = k.After(now, whole)
	g.Remind = p.Reminders.Moments(k, now, whole)
	return nil
}

// stopClock deducts the time of a turn from its player's share and, with a Fischer pace, from their
// bank, to which it adds the increment. It must be called before g.Turn changes. The first move of
// each side leaves the bank as it is.
func (c *call) stopClock(g *bot.Game) error {
	spent, err := c.spend(g)
	if err != nil || !g.Pace.Fischer() || g.Moves < 2 {
		return err
	}
	g.Banks[g.Turn] = g.Pace.Capped(g.Banks[g.Turn] - spent + g.Pace.Increment)
	return nil
}

// spend returns the time of the current turn, and deducts it from its player's share of the game's time if there is one.
// It must be called before g.Turn changes, by a move or a takeback.
func (c *call) spend(g *bot.Game) (spent time.Duration, err error) {
	if !g.Pace.Ticks() || g.Held {
		return 0, nil
	}
	p, err := c.tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return 0, err
	}
	spent = g.Allotted() - c.countdown(*g, p).Between(c.uptime.Moment(), g.Deadline)
	if share := g.Shares[g.Turn]; share > 0 {
		g.Shares[g.Turn] = max(share-spent, time.Second) // zero would mean no limit
	}
	return spent, nil
}

// turnBack restores the banks of a game to what they were before the last plies,
// which a takeback undoes.
func (c *call) turnBack(g *bot.Game, plies int) error {
	if !g.Pace.Fischer() {
		return nil
	}
	log, err := c.tx.Log(g.ID)
	if err != nil {
		return err
	}
	all := bot.Played(log)
	side := g.Turn
	for n := range plies {
		side = side.Other()
		g.Banks[side] = all[len(all)-1-n].Bank
	}
	return nil
}

// resume adjusts deadlines of games that pause at weekends when the bot has been down: the
// downtime shifts its own clock, by which everything else goes, against the calendar.
func resume(tx bot.Tx, before, after bot.Uptime) error {
	if before.Down == after.Down || before.Beat.IsZero() {
		return nil
	}
	ids, err := tx.Due(math.MaxInt64, math.MaxInt)
	if err != nil {
		return err
	}
	now := after.Moment()
	for _, id := range ids {
		g, err := tx.Game(id)
		if errors.Is(err, bot.ErrNotFound) {
			continue // a challenge
		}
		if err != nil {
			return err
		}
		if !g.Weekends || g.Deadline <= now {
			continue
		}
		c := call{tx: tx, uptime: before}
		p, err := tx.Player(g.Seats[g.Turn].Player)
		if err != nil {
			return err
		}
		k := c.countdown(g, p)
		then := k
		then.Uptime = after
		g.Recount(now, k, then)
		if err := tx.PutGame(g); err != nil {
			return err
		}
	}
	return nil
}
