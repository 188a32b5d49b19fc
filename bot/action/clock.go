package action

import (
	"errors"
	"fmt"
	"math"
	"time"

	"raumbot/bot"
	"raumbot/bot/league"
	"raumbot/bot/tournament"
)

// Countdown returns how the clock of a game runs for p, the player to move.
func (c *Call) Countdown(g bot.Game, p bot.Player) bot.Countdown {
	k := bot.Countdown{Weekends: g.Weekends, Uptime: c.Uptime}
	if g.Vacation {
		k.Away = p.Settings.Vacation.Until
	}
	return k
}

// StartClock begins a turn: it sets the deadline and reminders of the player to move. The caller
// stores the game.
func (c *Call) StartClock(g *bot.Game) error {
	now := c.Uptime.Moment()
	g.Since, g.Nudged, g.Deadline, g.Remind, g.Held, g.Drawn = now, 0, 0, nil, false, 0
	if !g.Pace.Ticks() {
		return nil
	}
	p, err := c.Tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return err
	}
	k := c.Countdown(*g, p)
	whole := g.Allotted()
	g.Deadline = k.After(now, whole)
	g.Remind = p.Reminders.Moments(k, now, whole)
	return nil
}

// StopClock deducts the time of a turn from its player's share and, with a Fischer pace, from their
// bank, to which it adds the increment. It must be called before g.Turn changes. The first move of
// each side leaves the bank as it is.
func (c *Call) StopClock(g *bot.Game) error {
	spent, err := c.DeductTurn(g)
	if err != nil || !g.Pace.Fischer() || g.Moves < 2 {
		return err
	}
	g.Banks[g.Turn] = g.Pace.Capped(max(g.Banks[g.Turn]-spent, 0) + g.Pace.Increment)
	return nil
}

// DeductTurn returns the time spent on the current turn, and deducts it from the player's share of
// the game's time if there is one. It must be called before a move or a takeback changes g.Turn.
func (c *Call) DeductTurn(g *bot.Game) (spent time.Duration, err error) {
	if !g.Pace.Ticks() || g.Held {
		return 0, nil
	}
	p, err := c.Tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return 0, err
	}
	left := c.Countdown(*g, p).Between(c.Uptime.Moment(), g.Deadline)
	spent = g.Allotted() - left
	if unused := league.Unused(g.Drawn, left); unused > 0 {
		if err := changeBank(c, *g, func(bank time.Duration) time.Duration { return bank + unused }); err != nil {
			return 0, err
		}
	}
	if share := g.Shares[g.Turn]; share > 0 {
		g.Shares[g.Turn] = max(share-spent, time.Second) // zero would mean no limit
	}
	return spent, nil
}

// Undrawn returns how much of the time that has been drawn for the current turn of a game goes back
// to the bank, if the game ends now.
func Undrawn(c *Call, g bot.Game) (time.Duration, error) {
	if g.Drawn == 0 || g.Held {
		return 0, nil
	}
	p, err := c.Tx.Player(g.Seats[g.Turn].Player)
	return league.Unused(g.Drawn, c.Countdown(g, p).Between(c.Uptime.Moment(), g.Deadline)), err
}

// bankOf returns the division of a league that a game belongs to, and the player to move as its
// entrant. The entrant is nil if the game belongs to no running division, or is just beginning:
// whoever does not begin in time has no further time.
func bankOf(c *Call, g bot.Game) (*tournament.Tournament, *bot.Entrant, error) {
	if g.Tournament == 0 || g.Moves < 2 {
		return nil, nil, nil
	}
	t, err := LoadTournament(c.Tx, g.Tournament)
	if err != nil || t.Season == nil || t.Phase != bot.Running {
		return t, nil, err
	}
	_, entry := t.Find(g.ID)
	if entry == nil {
		return t, nil, fmt.Errorf("game %d is not in its tournament %d", g.ID, t.ID)
	}
	number := [2]int{entry.White, entry.Black}[g.Turn]
	return t, &t.Entrants[number-1], nil
}

// changeBank changes the time that the player to move in a game has beside the pace.
func changeBank(c *Call, g bot.Game, change func(time.Duration) time.Duration) error {
	t, e, err := bankOf(c, g)
	if err != nil || e == nil {
		return err
	}
	e.Bank = change(e.Bank)
	return c.Tx.PutTournament(t.Tournament)
}

// DrawTime lengthens the turn in a game whose time is up by time from the bank that the player has
// for the season of a league, and stores the game. drawn is false if there is none.
func DrawTime(c *Call, g *bot.Game) (drawn bool, err error) {
	_, e, err := bankOf(c, *g)
	if err != nil || e == nil {
		return false, err
	}
	p, err := c.Tx.Player(g.Seats[g.Turn].Player)
	if err != nil {
		return false, err
	}
	k, left := c.Countdown(*g, p), e.Bank
	for g.Deadline <= c.Uptime.Moment() {
		more, rest := league.Draw(left)
		if more == 0 {
			break
		}
		g.Remind = p.Reminders.Moments(k, g.Deadline, more)
		drawn, left, g.Drawn, g.Deadline = true, rest, g.Drawn+more, k.After(g.Deadline, more)
	}
	if !drawn {
		return false, nil
	}
	return true, errors.Join(c.Tx.PutGame(*g), changeBank(c, *g, func(time.Duration) time.Duration { return left }))
}

// RestoreBanks restores the banks of a game to what they were before the last plies, which a
// takeback undoes.
func (c *Call) RestoreBanks(g *bot.Game, plies int) error {
	if !g.Pace.Fischer() {
		return nil
	}
	log, err := c.Tx.Log(g.ID)
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

// resume adjusts the deadlines of games that pause at weekends after the bot has been down.
// Downtime shifts the bot's own clock, which all other deadlines follow, against the calendar.
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
		c := Call{Tx: tx, Uptime: before}
		p, err := tx.Player(g.Seats[g.Turn].Player)
		if err != nil {
			return err
		}
		k := c.Countdown(g, p)
		then := k
		then.Uptime = after
		g.Recount(now, k, then)
		if err := tx.PutGame(g); err != nil {
			return err
		}
	}
	return nil
}

// CallAt returns a call without an asker, for work that is not a command.
func (s *Bot) CallAt(tx bot.Tx) (*Call, error) {
	c := &Call{Bot: s, Tx: tx}
	return c, c.readClock()
}

// BeatAt is like [Bot.CallAt], and also records that the bot is running.
func (s *Bot) BeatAt(tx bot.Tx) (*Call, error) {
	before, err := tx.Uptime()
	if err != nil {
		return nil, err
	}
	c := &Call{Bot: s, Tx: tx, Uptime: before.Tick(s.Clock.Now())}
	return c, errors.Join(tx.PutUptime(c.Uptime), resume(tx, before, c.Uptime))
}

// readClock sets the time of the call without recording that the bot is running.
func (c *Call) readClock() error {
	uptime, err := c.Tx.Uptime()
	c.Uptime = uptime.Tick(c.Bot.Clock.Now())
	return err
}
