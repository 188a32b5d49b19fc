package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/phrase"
)

// Pace is the time control of a game: a time for each move, or a bank of time
// with an increment per move. The zero value is a game without a clock.
type Pace struct {
	PerMove time.Duration `json:",omitzero"`

	// With a Bank (Fischer), each player begins with so much time; a turn's duration is
	// subtracted from it and the Increment added. It never exceeds the Cap, unless
	// that is zero.
	Bank, Increment, Cap time.Duration `json:",omitzero"`
}

var PaceForm = regexp.MustCompile(`^([0-9]{1,3}[dh])(?:\+([0-9]{1,3}[dh])(?:/([0-9]{1,3}[dh]))?)?$`)

// The limits of the time for a move, a bank or an increment, and the greatest cap.
const (
	minPerMove = time.Hour
	maxPerMove = 30 * Day
	maxCap     = 90 * Day
)

// ParsePace parses "3d" (days per move), "12h", "5d+12h/10d" (a bank, an
// increment and optionally a cap) or "none". The error is a *[Problem].
func ParsePace(text string) (Pace, error) {
	if text == "none" {
		return Pace{}, nil
	}
	parts := PaceForm.FindStringSubmatch(text)
	if parts == nil {
		return Pace{}, Problemf(Misunderstood, "%s is no pace: write `3d` for three days a move, `12h` for twelve hours, `5d+12h/10d` for a bank, "+
			"an increment and a cap, or `none`.", QuoteWord(text))
	}
	first, increment, limit := ReadTime(parts[1]), ReadTime(parts[2]), ReadTime(parts[3])
	for i, d := range []time.Duration{first, increment} {
		if parts[i+1] != "" && (d < minPerMove || d > maxPerMove) {
			return Pace{}, Problemf(Misunderstood, "A move may take from `1h` to `30d`, not %s.", QuoteWord(parts[i+1]))
		}
	}
	if parts[3] != "" && (limit < first || limit > maxCap) {
		return Pace{}, Problemf(Misunderstood, "The cap of a bank is at least what is in it at the start and at most `90d`, not %s.", QuoteWord(parts[3]))
	}
	if increment == 0 {
		return Pace{PerMove: first}, nil
	}
	return Pace{Bank: first, Increment: increment, Cap: limit}, nil
}

// ReadTime parses a time such as "3d" or "12h", already checked by a regular expression. It returns 0 for "".
func ReadTime(text string) time.Duration {
	if text == "" {
		return 0
	}
	n, _ := strconv.Atoi(text[:len(text)-1])
	unit := time.Hour
	if strings.HasSuffix(text, "d") {
		unit = Day
	}
	return time.Duration(n) * unit
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

// String returns the pace in the form that [ParsePace] parses.
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

// writeTime returns a time in the form that ReadTime parses.
func writeTime(d time.Duration) string {
	if d%Day == 0 {
		return fmt.Sprintf("%dd", d/Day)
	}
	return fmt.Sprintf("%dh", d/time.Hour)
}

// Words returns the pace as part of a sentence.
func (p Pace) Words() string {
	switch {
	case !p.Ticks():
		return phrase.Of("no clock")
	case !p.Fischer():
		return phrase.Of("%s per move", Spell(p.PerMove))
	case p.Cap == 0:
		return phrase.Of("%s each plus %s per move", Spell(p.Bank), Spell(p.Increment))
	default:
		return phrase.Of("%s each plus %s per move up to %s", Spell(p.Bank), Spell(p.Increment), Spell(p.Cap))
	}
}

// Spell returns a duration in words, as days and hours from one day on.
func Spell(d time.Duration) string {
	days := func() string { return DayCount(int(d / Day)) }
	hours := func() string { return phrase.Count(int(d%Day/time.Hour), "%d hour", "%d hours") }
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
func DayCount(n int) string { return phrase.Count(n, "%d day", "%d days") }
