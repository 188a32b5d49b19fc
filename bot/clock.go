package bot

import (
	"time"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// SystemClock is the clock of the machine.
type SystemClock struct{}

// Now returns the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// Moment is a point on the bot's own clock, in seconds. That clock stands
// still while the bot is not running, so that nobody loses time because
// the bot slept: all deadlines are Moments. The zero value is never.
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

// Heartbeat is how often a running bot notes that it runs. A gap of more than
// three of them, whatever its cause (a stop, a crash, a sleeping
// laptop), counts as time during which the bot was down.
const Heartbeat = time.Minute

// Tick returns the uptime noted at now. A calendar that was set back counts as
// a gap too, a negative one, so that the bot's own clock never runs backward.
func (u Uptime) Tick(now time.Time) Uptime {
	if u.Beat.IsZero() {
		return Uptime{Beat: now}
	}
	if gap := now.Sub(u.Beat); gap > 3*Heartbeat || gap < 0 {
		u.Down += gap
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
