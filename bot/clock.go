package bot

import "time"

// Clock tells the time.
type Clock interface{ Now() time.Time }

// SystemClock is the system's clock.
type SystemClock struct{}

// Now returns the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// Moment is a point in time on the bot's own clock, in seconds. That clock stops
// while the bot is not running, so that downtime costs nobody any time; all
// deadlines are Moments. The zero value means never.
type Moment int64

// Plus returns the moment d later.
func (m Moment) Plus(d time.Duration) Moment { return m + Moment(d/time.Second) }

// Until returns the duration from m to a later moment.
func (m Moment) Until(later Moment) time.Duration { return time.Duration(later-m) * time.Second }

// Uptime maps the bot's own clock to the calendar. It is kept in the store:
// Beat is the last time at which the bot was known to run, Down its total downtime.
type Uptime struct {
	Beat time.Time
	Down time.Duration
}

// Heartbeat is how often a running bot records that it is running.
const Heartbeat = time.Minute

// maxStep is the longest step of the calendar, in either direction, that counts as normal:
// time that passed while the bot was running, or the difference between the clocks of two
// hosts that share a store.
const maxStep = 3 * Heartbeat

// Tick returns the uptime as of now.
//
// A step forward of up to maxStep is time that has passed. A longer one counts as
// downtime, whatever its cause (a stop, a crash, a suspended laptop, a clock that was
// set forward).
//
// A step back of up to maxStep changes nothing: the bot's own clock waits for the
// calendar to catch up. So among hosts whose clocks differ by less than that the fastest
// one counts, in whatever order they ask. A longer step back is a clock that was set
// back: the bot's own clock continues as if it had not been.
func (u Uptime) Tick(now time.Time) Uptime {
	if u.Beat.IsZero() {
		return Uptime{Beat: now}
	}
	switch gap := now.Sub(u.Beat); {
	case gap > maxStep || gap < -maxStep:
		u.Down += gap
	case gap < 0:
		return u
	}
	u.Beat = now
	return u
}

// Moment returns the time on the bot's own clock as of the last beat, which may be
// earlier than now.
func (u Uptime) Moment() Moment { return Moment(u.Beat.Add(-u.Down).Unix()) }

// Calendar returns the calendar time of m, provided that the bot keeps running.
func (u Uptime) Calendar(m Moment) time.Time {
	return time.Unix(int64(m), 0).Add(u.Down).UTC()
}
