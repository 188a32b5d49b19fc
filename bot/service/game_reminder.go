package service

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// remindAt returns when to send a player a reminder that is due: now, or after
// their quiet hours, or with the next digest; zero if a digest has covered it already.
func (c *call) remindAt(p bot.Player, due bot.Moment) bot.Moment {
	at, s := c.uptime.Moment(), p.Settings
	if s.Digest && s.Digested != 0 {
		if due <= s.Digested {
			return 0
		}
		at = max(at, s.Digested.Plus(digestEvery))
	}
	calendar := c.uptime.Calendar(at)
	if end, quiet := s.Quiet.End(calendar, p.Zone); quiet {
		at = at.Plus(end.Sub(calendar) + time.Second - time.Nanosecond) // Moments are whole seconds
	}
	return at
}

// digest sends a player one message that lists the games in which it is their move, except studies.
func (c *call) digest(p bot.Player, to bot.User) error {
	games, err := c.tx.GamesOf(p.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(turnOf(games, p.ID), bot.Game.Study)
	slices.SortStableFunc(games, func(a, b bot.Game) int { // those without a deadline last
		return cmp.Compare(uint64(a.Deadline-1), uint64(b.Deadline-1))
	})
	lines := []string{phrase.Count(len(games), "It is your move in %d game.", "It is your move in %d games.")}
	for _, g := range games[:min(len(games), tournament.Listed)] {
		lines = append(lines, phrase.Upper(g.Summary())+c.until(g)+".")
	}
	if more := len(games) - tournament.Listed; more > 0 {
		lines = append(lines, phrase.Of("... and %d more, as `games` lists them.", more))
	}
	p.Settings.Digested = c.uptime.Moment()
	if err := c.tx.PutPlayer(p); err != nil {
		return err
	}
	return c.enqueue([]bot.Message{bot.Address{User: to}.Message(strings.Join(lines, "\n"), c.service.button("games"))})
}

// remind sends the player to move one message with the deadline, for all reminders
// that are due, or puts them off as remindAt says.
func (c *call) remind(g bot.Game) error {
	now := c.uptime.Moment()
	seat := g.Seats[g.Turn]
	p, err := c.tx.Player(seat.Player)
	if err != nil {
		return err
	}
	at := c.remindAt(p, g.Remind[0])
	g.Remind = slices.DeleteFunc(g.Remind, func(m bot.Moment) bool { return m <= now })
	if at > now {
		g.PutOff(at)
	}
	if err := c.tx.PutGame(g); err != nil || at != now {
		return err
	}
	if p.Settings.Digest {
		return c.digest(p, seat.User)
	}
	m := seat.Address().GameMessage(g, phrase.Of("%s, it is your move in %s%s.", g.Name(g.Turn), g.Summary(), c.until(g)), c.service.gameButtons(g)...)
	return c.enqueue([]bot.Message{m})
}
