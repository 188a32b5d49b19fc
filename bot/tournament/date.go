package tournament

import (
	"slices"

	"raumbot/bot"
)

// Date is when a round is played.
type Date struct {
	Round  int // zero for a ladder and for a season of a league
	Starts bot.Moment
	Ends   bot.Moment // zero if that is not known
}

// Date returns when the round is played that goes on, or else the next one if its time is known.
func (t *Tournament) Date() (d Date, known bool) {
	open := slices.IndexFunc(t.Rounds, func(r bot.Round) bool { return !r.Closed })
	next := t.nextRound()
	switch {
	case t.Phase == bot.Entering && (t.System == bot.Ladder || t.Season != nil):
		return Date{Starts: t.Starts, Ends: t.Ends}, t.Starts != 0
	case t.Phase != bot.Entering && t.Phase != bot.Running || t.System == bot.Ladder || t.Season != nil:
		return d, false
	case len(t.Rounds) == 0:
		d = Date{Round: 1, Starts: t.Starts}
	case open >= 0:
		d = Date{Round: open + 1, Starts: t.Rounds[open].Opened}
	case next != 0 && t.Paused == 0 && t.MayPair(next):
		d = Date{Round: len(t.Rounds) + 1, Starts: next}
	}
	if length := max(t.Every, t.Within); length > 0 {
		d.Ends = d.Starts.Plus(length)
	}
	return d, d.Starts != 0
}
