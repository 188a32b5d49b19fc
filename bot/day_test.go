package bot_test

import (
	"testing"
	"time"

	"raumbot/bot"
)

// TestParseDay reads days as people say them, seen from a Thursday.
func TestParseDay(t *testing.T) {
	today := time.Date(2026, 11, 26, 23, 30, 0, 0, bot.Zone("Europe/Berlin"))
	for words, want := range map[string]string{
		"2026-12-10": "2026-12-10", "december 10": "2026-12-10", "Dec 10": "2026-12-10", "dec. 10": "2026-12-10", "10 December": "2026-12-10",
		"10th of December": "2026-12-10", "the 10th of December, 2026": "2026-12-10", "10. Dezember": "2026-12-10", "10.12.": "2026-12-10", "10.12.2026": "2026-12-10",
		"1st of January": "2027-01-01", "3. März": "2027-03-03", "27.11.": "2026-11-27", "26.11.": "2027-11-26", "26 november": "2027-11-26",
		"Monday": "2026-11-30", "monday.": "2026-11-30", "mon": "2026-11-30", "next monday": "2026-11-30", "nächsten Montag": "2026-11-30", "friday": "2026-11-27", "Thursday": "2026-12-03", "on sunday": "2026-11-29",
		"tomorrow": "2026-11-27", "morgen": "2026-11-27", "übermorgen": "2026-11-28", "29 february 2028": "2028-02-29",
		// None of these is a day to come.
		"": "", "today": "", "2026-11-26": "", "2026-11-25": "", "26.11.2026": "", "29 february": "", "30.2.": "", "31 june": "", "32 december": "", "december": "", "10": "",
		"december 10 at noon": "", "10 december 26": "", "12/24": "", "monday week": "", "13.13.": "", "0 may": "", "mon tue": "",
	} {
		day, ok := bot.ParseDay(words, today)
		got := ""
		if ok {
			got = day.Format(time.DateOnly)
		}
		if got != want || ok && (day.Hour() != 0 || day.Location() != today.Location()) {
			t.Errorf("%q is %q at %v, want %q", words, got, day, want)
		}
	}
}
