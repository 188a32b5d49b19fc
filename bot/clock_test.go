package bot_test

import (
	"testing"
	"time"

	"raumbot/bot"
)

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

// TestUptime ticks through a series of calendar times and compares the time that has passed on the
// bot's own clock.
func TestUptime(t *testing.T) {
	const minute, hour, day = time.Minute, time.Hour, 24 * time.Hour
	for name, c := range map[string]struct {
		times []time.Duration // calendar times of the ticks, since noon
		ran   time.Duration   // expected time passed on the bot's own clock
	}{
		"heartbeats":                       {[]time.Duration{0, minute, 2 * minute, 3 * minute}, 3 * minute},
		"a missed heartbeat":               {[]time.Duration{0, 3 * minute}, 3 * minute},
		"suspended for 8 hours":            {[]time.Duration{0, minute, 8 * hour, 8*hour + minute}, 2 * minute},
		"set forward by 2 days":            {[]time.Duration{0, minute, 2 * day, 2*day + minute}, 2 * minute},
		"set back by 2 hours":              {[]time.Duration{0, minute, -2 * hour, -2*hour + minute}, 2 * minute},
		"set back by 2 days":               {[]time.Duration{0, minute, -2 * day, -2*day + minute}, 2 * minute},
		"set forward by a day, then right": {[]time.Duration{0, minute, day, day + minute, 2 * minute, 3 * minute}, 3 * minute},
		"set back by a day, then right":    {[]time.Duration{0, minute, -day, -day + minute, 2 * minute, 3 * minute}, 3 * minute},
		"2 minutes fast, then right":       {[]time.Duration{0, 2 * minute, minute, 2 * minute, 3 * minute}, 3 * minute},
		"slewed back":                      {[]time.Duration{0, 10 * time.Second, 8 * time.Second, 10 * time.Second, 12 * time.Second}, 12 * time.Second},
		"set back a little, ever again":    {[]time.Duration{0, minute, minute - 1, minute - 2, minute - 3, minute}, minute},
	} {
		var u bot.Uptime
		before := bot.Moment(0)
		for _, at := range c.times {
			u = u.Tick(noon.Add(at))
			if u.Moment() < before {
				t.Errorf("%s: the bot's own clock runs backward", name)
			}
			before = u.Moment()
		}
		start := bot.Moment(noon.Unix())
		if ran := start.Until(u.Moment()); ran != c.ran {
			t.Errorf("%s: the bot's own clock has come %s far, want %s", name, ran, c.ran)
		}
	}
}

// TestUptimeOfHosts lets hosts whose clocks differ tick in turn for an hour. The bot's own clock
// must advance by an hour plus at most the difference.
func TestUptimeOfHosts(t *testing.T) {
	for _, skew := range []time.Duration{2 * time.Second, time.Minute, 3 * time.Minute} {
		for _, every := range []time.Duration{time.Second, 20 * time.Second, time.Minute} {
			var u bot.Uptime
			turn := 0
			for real := time.Duration(0); real <= time.Hour; real += every {
				u = u.Tick(noon.Add(real + time.Duration(turn%2)*skew))
				turn++
			}
			ran := bot.Moment(noon.Unix()).Until(u.Moment())
			if (ran - time.Hour).Abs() > skew {
				t.Errorf("hosts %s apart that ask every %s: an hour lasted %s", skew, every, ran)
			}
		}
	}
}
