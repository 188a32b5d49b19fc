package bot

import (
	"slices"
	"time"

	"raumbot/bot/daily"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// SystemClock is the system's clock.
type SystemClock struct{}

// Now returns the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// Moment is a point in time on the bot's own clock, in seconds. That clock stops while the bot is
// not running, so that nobody loses time by it. All deadlines are Moments. The zero value means
// never.
type Moment int64

// Plus returns the moment d later.
func (m Moment) Plus(d time.Duration) Moment { return m + Moment(d/time.Second) }

// Until returns the duration from m to a later moment.
func (m Moment) Until(later Moment) time.Duration { return time.Duration(later-m) * time.Second }

// Uptime maps the bot's own clock to the calendar. It is kept in the store. Beat is the last time
// at which the bot was known to run, and Down the total time for which it did not run.
type Uptime struct {
	Beat time.Time
	Down time.Duration
	// Outages lists the days on which the bot did not run for [minOutage] or longer without a
	// break, the latest last. [daily.Add] limits their number.
	Outages []daily.Days `json:",omitempty"`
}

// Heartbeat is how often a running bot records that it is running.
const Heartbeat = time.Minute

// maxStep is the longest step of the calendar, in either direction, that counts as normal: time
// that passed while the bot was running, or the difference between the clocks of two hosts that
// share a store.
const maxStep = 3 * Heartbeat

// minOutage is the shortest downtime for which a day counts as one on which the bot was away. It is
// longer than a restart.
const minOutage = 30 * time.Minute

// Tick returns the uptime as of now.
//
// A step forward of up to maxStep is time that has passed. A longer one counts as time during which
// the bot did not run, whatever the cause: a stop, a crash, a suspended laptop, a clock that was
// set forward.
//
// A step back of up to maxStep changes nothing: the bot's own clock waits for the calendar to catch
// up. So if the clocks of several hosts differ by less than that, the fastest one counts, in
// whatever order they ask. A longer step back means that a clock was set back: the bot's own clock
// continues as if that had not happened.
func (u Uptime) Tick(now time.Time) Uptime {
	if u.Beat.IsZero() {
		return Uptime{Beat: now}
	}
	switch gap := now.Sub(u.Beat); {
	case gap > maxStep || gap < -maxStep:
		u.Down += gap
		if gap >= minOutage {
			u.Outages = daily.Add(u.Outages, daily.Days{From: daily.Of(u.Beat), Through: daily.Of(now)})
		}
	case gap < 0:
		return u
	}
	u.Beat = now
	return u
}

// Away reports whether the bot was away on a day: see [minOutage].
func (u Uptime) Away(d daily.Day) bool {
	return slices.ContainsFunc(u.Outages, func(o daily.Days) bool { return o.Has(d) })
}

// Moment returns the time on the bot's own clock as of the last beat, which may be earlier than
// now.
func (u Uptime) Moment() Moment { return Moment(u.Beat.Add(-u.Down).Unix()) }

// Calendar returns the calendar time of m, provided that the bot keeps running.
func (u Uptime) Calendar(m Moment) time.Time {
	return time.Unix(int64(m), 0).Add(u.Down).UTC()
}
