package bot_test

import (
	"testing"
	"time"

	"raumbot/bot"
)

// TestWallClock tells when clocks show a time on the days on which they change, and on others.
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

// TestDailyPuzzleOncePerDay follows puzzles for a year, at any minute of the day in zones of all kinds: one on each day of the calendar there,
// at that time, unless clocks skip it.
func TestDailyPuzzleOncePerDay(t *testing.T) {
	for _, zone := range []string{"", "UTC+14", "UTC-9:30", "Europe/Berlin", "America/New_York", "America/Havana", "Australia/Lord_Howe", "Pacific/Auckland", "Africa/Cairo", "Africa/Casablanca", "Pacific/Chatham"} {
		for _, minute := range []int{0, 1, 30, 59, 60, 105, 120, 150, 165, 180, 18 * 60, 23*60 + 30, 23*60 + 59} {
			d := bot.DailyPuzzle{Minute: minute}
			at := time.Date(2026, 1, 1, 12, 0, 0, 1, bot.Zone(zone))
			moved := 0
			for n := range 366 {
				next := d.After(at, zone)
				if !next.After(at) {
					t.Fatalf("%s %d: %s is not after %s", zone, minute, next, at)
				}
				local := next.In(bot.Zone(zone))
				if shown := 60*local.Hour() + local.Minute(); shown != minute {
					moved++
				}
				first := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
				if minute <= 12*60 {
					first = first.AddDate(0, 0, 1)
				}
				if want := first.AddDate(0, 0, n).Format(time.DateOnly); local.Format(time.DateOnly) != want {
					t.Fatalf("%s %d: puzzle %d comes at %s, want it on %s", zone, minute, n, local, want)
				}
				if again := d.After(next.Add(-time.Second), zone); !again.Equal(next) {
					t.Errorf("%s %d: a second before %s the next is at %s", zone, minute, next, again)
				}
				at = next
			}
			if moved > 2 {
				t.Errorf("%s %d: %d times not at that time", zone, minute, moved)
			}
		}
	}
}
