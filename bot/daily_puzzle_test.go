package bot_test

import (
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/daily"
)

// TestWallClock converts times on days on which the clocks change, and on others.
func TestWallClock(t *testing.T) {
	for _, c := range []struct {
		zone       string
		month, day int
		clock      string
		want       string // in UTC
	}{
		{"", 3, 29, "02:30", "29 02:30"},
		{"UTC+5:45", 3, 29, "02:30", "28 20:45"},
		{"Europe/Berlin", 3, 28, "18:00", "28 17:00"},
		{"Europe/Berlin", 3, 29, "01:59", "29 00:59"},
		{"Europe/Berlin", 3, 29, "02:00", "29 01:00"}, // skipped: shown as 3:00
		{"Europe/Berlin", 3, 29, "02:30", "29 01:30"},
		{"Europe/Berlin", 3, 29, "03:00", "29 01:00"},
		{"Europe/Berlin", 3, 29, "18:00", "29 16:00"},
		{"Europe/Berlin", 3, 30, "02:30", "30 00:30"},
		{"Europe/Berlin", 10, 25, "02:30", "25 00:30"}, // twice: the first
		{"Europe/Berlin", 10, 25, "03:00", "25 02:00"},
		{"Europe/Berlin", 10, 25, "18:00", "25 17:00"},
		{"Europe/Berlin", 10, 24, "18:00", "24 16:00"},
		{"America/New_York", 3, 8, "02:30", "08 07:30"},
		{"America/New_York", 11, 1, "01:30", "01 05:30"},
		{"America/New_York", 11, 1, "02:00", "01 07:00"},
		{"Australia/Lord_Howe", 4, 5, "01:45", "04 14:45"}, // by half an hour
		{"Australia/Lord_Howe", 4, 5, "02:00", "04 15:30"},
		{"Africa/Cairo", 4, 24, "00:00", "23 22:00"}, // midnight is skipped, so the day begins at 1:00
		{"Pacific/Auckland", 9, 27, "02:30", "26 14:30"},
	} {
		clock, err := time.Parse("15:04", c.clock)
		if err != nil {
			t.Fatal(err)
		}
		got := bot.WallClock(c.zone, 2026, time.Month(c.month), c.day, 60*clock.Hour()+clock.Minute())
		if got.Format("02 15:04") != c.want {
			t.Errorf("%s, %d.%d., %s is at %s, want %s", c.zone, c.day, c.month, c.clock, got.Format("02 15:04"), c.want)
		}
	}
}

// TestDailyPuzzleOncePerDay follows puzzles for a year, at any minute of the day in zones of all
// kinds. There must be one on each day in UTC, at that time of the zone unless its clocks change.
func TestDailyPuzzleOncePerDay(t *testing.T) {
	for _, zone := range []string{"", "UTC+14", "UTC-9:30", "Europe/Berlin", "America/New_York", "America/Havana", "Australia/Lord_Howe", "Pacific/Auckland", "Africa/Cairo", "Africa/Casablanca", "Pacific/Chatham"} {
		for _, minute := range []int{0, 1, 30, 59, 60, 105, 120, 150, 165, 180, 18 * 60, 23*60 + 30, 23*60 + 59} {
			at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Second)
			d := bot.DailyPuzzle{Minute: minute, Day: daily.Of(at)}
			moved := 0
			for n := range 366 {
				next := d.After(at, zone)
				local := next.In(bot.Zone(zone))
				if shown := 60*local.Hour() + local.Minute(); shown != minute {
					moved++
				}
				if want := d.Day + 1; !next.After(at) || daily.Of(next) != want {
					t.Fatalf("%s %d: after %s, puzzle %d comes at %s, want it on %s", zone, minute, at, n, next, want)
				}
				if again := d.After(next.Add(-time.Second), zone); !again.Equal(next) {
					t.Errorf("%s %d: a second before %s the next is at %s", zone, minute, next, again)
				}
				d.Day++
				if soon := d.After(next, zone); daily.Of(soon) != d.Day+1 {
					t.Errorf("%s %d: after %s the next is at %s", zone, minute, next, soon)
				}
				at = next
			}
			if moved > 3 {
				t.Errorf("%s %d: %d times not at that time", zone, minute, moved)
			}
		}
	}
}

// TestDailyPuzzleEnds ends a room's puzzles: on the day of the last one its solution still comes,
// when that day is over.
func TestDailyPuzzleEnds(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	day := daily.Of(noon)
	for _, c := range []struct {
		d     bot.DailyPuzzle
		waits bool
	}{
		{bot.DailyPuzzle{}, false},
		{bot.DailyPuzzle{Day: day}, false}, // there was none on that day
		{bot.DailyPuzzle{ID: "raumschach-1", Day: day}, true},
		{bot.DailyPuzzle{ID: "raumschach-1", Day: day - 1}, false},
		{bot.DailyPuzzle{ID: "raumschach-1", Day: day + 1}, true}, // the clock was set back
	} {
		d := c.d
		if waits := d.End(noon); waits != c.waits || d.Ended != waits || waits && !d.Next.Equal((c.d.Day+1).Begins()) {
			t.Errorf("%+v waits: %t, %+v", c.d, waits, d)
		}
	}
}

// TestOutages stops the bot for a while: a day on which it was away for half an hour is forgiven, a
// restart is not, nor a clock that is set back.
func TestOutages(t *testing.T) {
	at := time.Date(2026, 3, 28, 23, 50, 0, 0, time.UTC)
	day := daily.Of(at)
	u := bot.Uptime{}.Tick(at)
	for _, step := range []time.Duration{time.Minute, 20 * time.Minute, time.Minute, -5 * time.Hour, time.Minute} {
		at = at.Add(step)
		u = u.Tick(at)
	}
	if len(u.Outages) != 0 {
		t.Errorf("after a restart: %v", u.Outages)
	}
	at = time.Date(2026, 3, 30, 23, 50, 0, 0, time.UTC)
	u = u.Tick(at)
	kept := u.Outages
	u = u.Tick(at.Add(31 * time.Minute))
	for d, want := range map[daily.Day]bool{day - 1: false, day: true, day + 1: true, day + 2: true, day + 3: true, day + 4: false} {
		if u.Away(d) != want {
			t.Errorf("on %s away is %t", d, u.Away(d))
		}
	}
	if len(u.Outages) != 1 || kept[0].Through != day+2 {
		t.Errorf("the outages are %v, and those before changed to %v", u.Outages, kept)
	}
	for range 200 {
		at = at.Add(48 * time.Hour)
		u = u.Tick(at)
		for range 24 * 60 * 3 {
			at = at.Add(time.Minute)
			u = u.Tick(at)
		}
	}
	if len(u.Outages) != 50 || !u.Away(daily.Of(at)-3) {
		t.Errorf("%d outages are kept", len(u.Outages))
	}
}

// TestMergedDailyResults merges the accounts of somebody who has tried a puzzle with both: the
// wrong answers of both count, and the streaks are not added up.
func TestMergedDailyResults(t *testing.T) {
	spy := bot.DailyRecord{Streak: daily.Streak{Length: 3, Longest: 9, Through: 20_005}}
	spy = spy.Put(bot.DailyResult{Day: 20_005, ID: "x-1", Wrong: []string{"a", "b", "c", "d"}})
	spy = spy.Put(bot.DailyResult{Day: 20_004, ID: "x-2", Solved: true})
	player := bot.DailyRecord{Streak: daily.Streak{Length: 5, Longest: 5, Through: 20_004}}
	player = player.Put(bot.DailyResult{Day: 20_005, ID: "x-1", Solved: true, Took: time.Minute})
	for _, merged := range []bot.DailyRecord{player.With(spy), spy.With(player)} {
		if s := merged.Streak; s.Length != 6 || s.Longest != 9 || s.Through != 20_005 {
			t.Errorf("the streak is %+v", s)
		}
		if r := merged.On(20_005); !r.Solved || r.Tries() != 5 || r.Took != time.Minute {
			t.Errorf("the result is %+v", r)
		}
		if r := merged.On(20_004); !r.Solved || r.Tries() != 1 || len(merged.Results) != 2 {
			t.Errorf("the result of one account is %+v, of %d", r, len(merged.Results))
		}
	}
	// A result that is not known is not lost to one that is only open.
	open := bot.DailyRecord{}.Put(bot.DailyResult{Day: 20_004, ID: "x-3"})
	if r := open.With(spy).On(20_004); r.ID != "x-2" || !r.Solved {
		t.Errorf("beside an open one the result is %+v", r)
	}
}

// TestDailyFaults damages a sound record in every way that db check has to find.
func TestDailyFaults(t *testing.T) {
	var sound bot.DailyRecord
	for d := range daily.Day(20) {
		sound = sound.Put(bot.DailyResult{Day: 20_000 + d, ID: "x-1", Wrong: []string{"0 a"}, Solved: true})
	}
	sound.Streak = daily.Streak{Length: 3, Longest: 9, Freezes: 2, Earned: 6, Through: 20_019}
	if faults := sound.Faults(); faults != nil || len(sound.Results) != 14 {
		t.Fatalf("a sound record of %d results: %q", len(sound.Results), faults)
	}
	for name, damage := range map[string]func(*bot.DailyRecord){
		"unnamed":   func(r *bot.DailyRecord) { r.Results[3].ID = "" },
		"no day":    func(r *bot.DailyRecord) { r.Results[0].Day = 0 },
		"twice":     func(r *bot.DailyRecord) { r.Results[4].Day = r.Results[3].Day },
		"too many":  func(r *bot.DailyRecord) { r.Results = append(r.Results, bot.DailyResult{Day: 30_000, ID: "x-2"}) },
		"tries":     func(r *bot.DailyRecord) { r.Results[5].Wrong = make([]string, bot.DailyTries+1) },
		"longest":   func(r *bot.DailyRecord) { r.Streak.Longest = 2 },
		"freezes":   func(r *bot.DailyRecord) { r.Streak.Freezes = 3 },
		"earned":    func(r *bot.DailyRecord) { r.Streak.Earned = 7 },
		"no end":    func(r *bot.DailyRecord) { r.Streak.Through = 0 },
		"below 0":   func(r *bot.DailyRecord) { r.Streak.Length = -1 },
		"no freeze": func(r *bot.DailyRecord) { r.Streak.Freezes = -1 },
	} {
		bad := sound
		bad.Results = slices.Clone(sound.Results)
		if damage(&bad); len(bad.Faults()) != 1 {
			t.Errorf("%s: %q", name, bad.Faults())
		}
	}
}
