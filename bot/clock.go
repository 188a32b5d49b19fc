package bot

import "time"

// Clock tells the time.
type Clock interface{ Now() time.Time }

// SystemClock is the clock of the machine.
type SystemClock struct{}

// Now returns the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// Moment is a point on the bot's own clock, in seconds. That clock stands
// still while the bot is not running, so that nobody loses time because
// the bot was down: all deadlines are Moments. The zero value is never.
type Moment int64

// Plus returns the moment d later.
func (m Moment) Plus(d time.Duration) Moment { return m + Moment(d/time.Second) }

// Until returns the time from m to a later moment.
func (m Moment) Until(later Moment) time.Duration { return time.Duration(later-m) * time.Second }

// Uptime relates the bot's own clock to the calendar. It is kept in the
// store: Beat is when the bot was last known to run, Down how long it has been
// down in all.
type Uptime struct {
	Beat time.Time
	Down time.Duration
}

// Heartbeat is how often a running bot notes that it runs.
const Heartbeat = time.Minute

// maxStep is the longest step of the calendar, in either direction, that is
// taken for what it may well be: time that has passed while the bot was running, or
// the difference of the clocks of two hosts that share a store.
const maxStep = 3 * Heartbeat

// Tick returns the uptime noted at now.
//
// A step forward of up to three heartbeats is time that has passed. A longer one, whatever
// its cause (a stop, a crash, a suspended laptop, a clock that was set), is time during
// which the bot was down.
//
// A step back of up to three heartbeats changes nothing: the bot's own clock waits
// for the calendar to catch up. So of several hosts whose clocks differ by less
// than that the fastest clock counts, no matter in which order they ask. A longer step back is a
// clock that was set back: from there on the bot's own clock runs on as if it had not been.
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

// Moment returns where the bot's own clock stands. The last beat decides, not
// the time of asking.
func (u Uptime) Moment() Moment { return Moment(u.Beat.Add(-u.Down).Unix()) }

// Calendar returns when m will be if the bot keeps running.
func (u Uptime) Calendar(m Moment) time.Time {
	return time.Unix(int64(m), 0).Add(u.Down).UTC()
}
