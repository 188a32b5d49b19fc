package bot

import (
	"fmt"
	"time"

	"raumbot/bot/phrase"
)

// Pace is the time control of a game: a time for each move, or a bank of time with an increment per
// move. The zero value means no clock.
type Pace struct {
	PerMove time.Duration `json:",omitzero"`

	// With a Bank (Fischer), each player begins with this time. The duration of a turn is subtracted
	// from it and the Increment added. It never exceeds the Cap, unless that is zero.
	Bank, Increment, Cap time.Duration `json:",omitzero"`
}

// Ticks reports whether there is a clock.
func (p Pace) Ticks() bool { return p.PerMove > 0 || p.Fischer() }

// Fischer reports whether players have banks.
func (p Pace) Fischer() bool { return p.Bank > 0 }

// Capped returns d limited to the cap of a bank.
func (p Pace) Capped(d time.Duration) time.Duration {
	if p.Cap > 0 {
		return min(d, p.Cap)
	}
	return d
}

// String returns the pace in a form that package raumbot/bot/when parses.
func (p Pace) String() string {
	switch {
	case !p.Ticks():
		return "none"
	case !p.Fischer():
		return writeTime(p.PerMove)
	case p.Cap == 0:
		return writeTime(p.Bank) + "+" + writeTime(p.Increment)
	default:
		return writeTime(p.Bank) + "+" + writeTime(p.Increment) + "/" + writeTime(p.Cap)
	}
}

// writeTime returns a time in a form that package raumbot/bot/when parses.
func writeTime(d time.Duration) string {
	if d%Day == 0 {
		return fmt.Sprintf("%dd", d/Day)
	}
	return fmt.Sprintf("%dh", d/time.Hour)
}

// Words returns the pace as part of a sentence.
func (p Pace) Words() phrase.Text {
	switch {
	case !p.Ticks():
		return phrase.Of("no clock")
	case !p.Fischer():
		return phrase.Of("%s per move", DurationWords(p.PerMove))
	case p.Cap == 0:
		return phrase.Of("%s each plus %s per move", DurationWords(p.Bank), DurationWords(p.Increment))
	default:
		return phrase.Of("%s each plus %s per move up to %s", DurationWords(p.Bank), DurationWords(p.Increment), DurationWords(p.Cap))
	}
}

// DurationWords returns a duration in words, as days and hours from one day on.
func DurationWords(d time.Duration) phrase.Text {
	days := func() phrase.Text { return DayCount(int(d / Day)) }
	hours := func() phrase.Text { return phrase.Count(int(d%Day/time.Hour), "%d hour", "%d hours") }
	switch {
	case d < time.Hour:
		return phrase.Count(int(max(d/time.Minute, 0)), "%d minute", "%d minutes")
	case d < Day:
		return hours()
	case d%Day < time.Hour:
		return days()
	default:
		return days() + " " + hours()
	}
}

// DayCount returns a number of days as a phrase: "1 day", "3 days".
func DayCount(n int) phrase.Text { return phrase.Count(n, "%d day", "%d days") }
