package bot

import (
	"time"
)

// Countdown determines which periods count against the player to move.
type Countdown struct {
	Away     Moment // no time counts before this moment (a vacation)
	Weekends bool   // Saturdays and Sundays, UTC, do not count
	Uptime   Uptime // maps Moments to the calendar
}

// After returns the moment at which a duration d has been counted since from.
func (k Countdown) After(from Moment, d time.Duration) Moment {
	at := max(from, k.Away)
	if !k.Weekends {
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

// Between returns how much of the time between two moments counts.
func (k Countdown) Between(from, to Moment) (d time.Duration) {
	at := max(from, k.Away)
	if !k.Weekends {
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
func (k Countdown) workday(m Moment) Moment {
	switch k.Uptime.Calendar(m).Weekday() {
	case time.Saturday:
		return k.midnight(m, 2)
	case time.Sunday:
		return k.midnight(m, 1)
	}
	return m
}

// saturday returns the beginning of the next weekend after a moment on a workday.
func (k Countdown) saturday(m Moment) Moment {
	return k.midnight(m, int(time.Saturday-k.Uptime.Calendar(m).Weekday()))
}

// midnight returns the first moment of the day that is days days after that of m.
func (k Countdown) midnight(m Moment, days int) Moment {
	at := k.Uptime.Calendar(m)
	day := time.Date(at.Year(), at.Month(), at.Day()+days, 0, 0, 0, 0, time.UTC)
	return m.Plus(day.Sub(at) + time.Second - time.Nanosecond) // Moments are whole seconds
}
