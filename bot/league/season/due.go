package season

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// dueLeagues takes the next step of each league that is due.
func (s *Seasons) dueLeagues(b *action.Batch) error {
	now := b.Uptime.Moment()
	leagues := func(limit int) ([]*League, error) { return due(b.Tx, now, limit) }
	return action.EachDue(b, leagues, func(l *League) any { return leagueLine(l.ID) }, "league", func(l *League) error { return s.step(b.Call, l) })
}

// leagueLine is the key of a league among other things that are due, or that wait for the engine.
type leagueLine int

// step takes the next step of a league that is due, and tells its rooms about it.
func (s *Seasons) step(c *action.Call, l *League) (err error) {
	now := c.Uptime.Moment()
	var text phrase.Text
	switch {
	case !l.Running:
		text, err = l.tryBegin(c)
	case l.Ends <= now:
		open, wrong := l.endDivisions(c)
		if wrong != nil || open {
			if open {
				c.Afterwards(func(context.Context) { s.enqueue(l.ID) })
			}
			return wrong
		}
		text, err = l.close(c)
	default:
		text, err = l.day(c)
	}
	if err != nil {
		return err
	}
	if text != "" {
		if err := c.Enqueue(l.toRooms(c, text)); err != nil {
			return err
		}
	}
	l.ToldAt = c.Uptime.Beat.UTC()
	for l.Running && l.Told.Plus(bot.Day) <= now {
		l.Told = l.Told.Plus(bot.Day)
	}
	return l.save(c.Tx)
}
