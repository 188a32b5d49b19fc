package bot_test

import (
	"testing"
	"time"

	"raumbot/bot"
)

// TestVacationDays begins and ends vacations at the given hours, and compares the days used.
func TestVacationDays(t *testing.T) {
	type step struct {
		begin, end int // hours
		days       int // the planned length
	}
	at := func(hours int) bot.Moment { return bot.Moment(1).Plus(time.Duration(hours) * time.Hour) }
	for name, c := range map[string]struct {
		steps []step
		used  int
	}{
		"as long as it was to be":        {[]step{{0, 240, 10}}, 10},
		"ended at once":                  {[]step{{0, 0, 10}}, 1},
		"three times in a moment":        {[]step{{0, 0, 10}, {0, 0, 5}, {0, 0, 1}}, 1},
		"three times in a day":           {[]step{{0, 1, 10}, {2, 3, 10}, {20, 23, 10}}, 1},
		"again in the same day, for two": {[]step{{0, 1, 10}, {2, 30, 10}}, 2},
		"again on the next day":          {[]step{{0, 1, 10}, {24, 25, 10}}, 2},
		"ended when a day has begun":     {[]step{{0, 25, 10}}, 2},
		"again within the second day":    {[]step{{0, 25, 10}, {40, 47, 3}}, 2},
	} {
		var v bot.Vacation
		for _, s := range c.steps {
			v, _ = v.Begin(at(s.begin), at(s.begin+24*s.days), 2026)
			if v.Lasts(at(s.end)) || s.end == s.begin {
				v = v.End(at(s.end))
			}
		}
		if v.Used != c.used {
			t.Errorf("%s: %d days used, want %d", name, v.Used, c.used)
		}
	}
	// A vacation within a day that is already used costs nothing.
	v, _ := bot.Vacation{}.Begin(at(0), at(240), 2026)
	if _, need := v.End(at(1)).Begin(at(2), at(20), 2026); need != 0 {
		t.Errorf("hours of a day that is used up cost %d days", need)
	}
}
