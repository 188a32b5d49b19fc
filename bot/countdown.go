package bot

import (
	"errors"
	"math"
	"time"
)

// countdown tells which time counts for the player to move.
type countdown struct {
	away     Moment // no time counts before it
	weekends bool   // whether Saturdays and Sundays, UTC, are left out
	uptime   Uptime // where the calendar stands
}

// after returns when a time will have been counted from a moment on.
func (k countdown) after(from Moment, d time.Duration) Moment {
	at := max(from, k.away)
	if !k.weekends {
		return at.Plus(d)
	}
	for {
		at = k.workday(at)
		saturday := k.saturday(at)
		if left := at.Until(saturday); d > left {
			d -= left
			at = saturday
			continue
		}
		return at.Plus(d)
	}
}

// between returns how much time is counted from one moment to another.
func (k countdown) between(from, to Moment) (d time.Duration) {
	at := max(from, k.away)
	if !k.weekends {
		return max(at.Until(to), 0)
	}
	for at = k.workday(at); at < to; at = k.workday(at) {
		end := min(k.saturday(at), to)
		d += at.Until(end)
		at = end
	}
	return d
}

// workday returns m, or the beginning of the next Monday if m is on a weekend.
func (k countdown) workday(m Moment) Moment {
	switch k.uptime.Calendar(m).Weekday() {
	case time.Saturday:
		return k.midnight(m, 2)
	case time.Sunday:
		return k.midnight(m, 1)
	}
	return m
}

// saturday returns when the next weekend begins after a moment on a workday.
func (k countdown) saturday(m Moment) Moment {
	return k.midnight(m, int(time.Saturday-k.uptime.Calendar(m).Weekday()))
}

// midnight returns the first moment of the day that many days after that of m.
func (k countdown) midnight(m Moment, days int) Moment {
	at := k.uptime.Calendar(m)
	day := time.Date(at.Year(), at.Month(), at.Day()+days, 0, 0, 0, 0, time.UTC)
	return m.Plus(day.Sub(at) + time.Second - time.Nanosecond) // Moments are whole seconds
}

// countdown returns how the clock of a game runs for its player to move.
func (c *call) countdown(g Game, p Player) countdown {
	k := countdown{weekends: g.Weekends, uptime: c.uptime}
	if g.Vacation {
		k.away = p.Settings.Vacation.Until
	}
	return k
}

// allotted returns how long the turn may last: the time of the game's pace, or what is in the player's
// bank, and no longer than the player's share of the game's time.
func (g Game) allotted() time.Duration {
	whole := g.Pace.PerMove
	if g.Pace.Fischer() {
		whole = g.Banks[g.Turn]
	}
	if share := g.Shares[g.Turn]; share > 0 {
		whole = min(whole, share)
	}
	return whole
}

// startClock gives the player to move what is allotted to them, and sets their reminders.
func (c *call) startClock(g *Game) error {
	now := c.uptime.Moment()
	g.Since, g.Nudged, g.Deadline, g.Remind = now, 0, 0, nil
	if !g.Pace.Ticks() {
		return nil
	}
	p, err := c.tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return err
	}
	k := c.countdown(*g, p)
	whole := g.allotted()
	g.Deadline = k.after(now, whole)
	g.Remind = p.Reminders.moments(k, now, whole)
	return nil
}

// stopClock takes the time of a turn from the share of its player and from their bank, to which it
// adds the increment. It must come before the turn passes on. The first move of each
// side takes nothing from the bank, and adds nothing.
func (c *call) stopClock(g *Game) error {
	spent, err := c.spend(g)
	if err != nil || !g.Pace.Fischer() || g.Moves < 2 {
		return err
	}
	g.Banks[g.Turn] = g.Pace.capped(g.Banks[g.Turn] - spent + g.Pace.Increment)
	return nil
}

// spend takes the time of a turn from the share that its player has of the game's time, and returns it.
// It must come before the turn passes on, by a move or a takeback.
func (c *call) spend(g *Game) (spent time.Duration, err error) {
	if !g.Pace.Ticks() {
		return 0, nil
	}
	p, err := c.tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return 0, err
	}
	spent = g.allotted() - c.countdown(*g, p).between(c.uptime.Moment(), g.Deadline)
	if share := g.Shares[g.Turn]; share > 0 {
		g.Shares[g.Turn] = max(share-spent, time.Second) // none would be no limit
	}
	return spent, nil
}

// turnBack gives the banks of a game the time that they had before the moves
// that a takeback undoes, of which there are as many as plies.
func (c *call) turnBack(g *Game, plies int) error {
	if !g.Pace.Fischer() {
		return nil
	}
	log, err := c.tx.Log(g.ID)
	if err != nil {
		return err
	}
	all := played(log)
	side := g.Turn
	for n := range plies {
		side = side.Other()
		g.Banks[side] = all[len(all)-1-n].Bank
	}
	return nil
}

// recount keeps the time that is left in a game what it is at a moment, when
// something else counts from then on.
func (g *Game) recount(now Moment, before, after countdown) {
	if g.Deadline == 0 {
		return
	}
	moved := func(m Moment) Moment { return after.after(now, before.between(now, m)) }
	g.Deadline = moved(g.Deadline)
	for i, m := range g.Remind {
		g.Remind[i] = moved(m)
	}
}

// resume moves deadlines over the weekends that have come or gone, in the
// calendar, while the bot was down. All else goes by the bot's own clock.
func resume(tx Tx, before, after Uptime) error {
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
		if errors.Is(err, ErrNotFound) {
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
		then.uptime = after
		g.recount(now, k, then)
		if err := tx.PutGame(g); err != nil {
			return err
		}
	}
	return nil
}
