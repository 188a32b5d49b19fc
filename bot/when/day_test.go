package when_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/when"
)

// TestReadDay reads days as people write them, seen from a Thursday.
func TestReadDay(t *testing.T) {
	today := time.Date(2026, 11, 26, 23, 30, 0, 0, bot.Zone("Europe/Berlin"))
	for words, want := range map[string]string{
		"2026-12-10": "2026-12-10", "december 10": "2026-12-10", "Dec 10": "2026-12-10", "dec. 10": "2026-12-10", "10 December": "2026-12-10",
		"10th of December": "2026-12-10", "the 10th of December, 2026": "2026-12-10", "10. Dezember": "2026-12-10", "10.12.": "2026-12-10", "10.12.2026": "2026-12-10",
		"1st of January": "2027-01-01", "3. März": "2027-03-03", "27.11.": "2026-11-27", "26.11.": "2027-11-26", "26 november": "2027-11-26",
		"Monday": "2026-11-30", "monday.": "2026-11-30", "mon": "2026-11-30", "next monday": "2026-11-30", "nächsten Montag": "2026-11-30", "friday": "2026-11-27", "Thursday": "2026-12-03", "on sunday": "2026-11-29",
		"next friday": "2026-12-04", "next thursday": "2026-12-03", "next sunday": "2026-12-06", "nächsten Freitag": "2026-12-04", "kommenden Freitag": "2026-11-27", "this friday": "2026-11-27", "2026-12-1": "2026-12-01", "29 february": "2028-02-29",
		"tomorrow": "2026-11-27", "morgen": "2026-11-27", "übermorgen": "2026-11-28", "the day after tomorrow": "2026-11-28", "29 february 2028": "2028-02-29",
	} {
		day, err := when.ReadDay(words, today)
		if err != nil || day.Format(time.DateOnly) != want || day.Hour() != 0 || day.Location() != today.Location() {
			t.Errorf("%q is %v (%v), want %s", words, day, err, want)
		}
	}
	for words, want := range map[string]string{
		"today": "has already begun", "2026-11-26": "has already begun", "2026-11-25": "is over", "26.11.2026": "has already begun", "1 march 2026": "is over",
		"30.2.": "no such day", "31 june": "no such day", "32 december": "no such day", "13.13.": "no such day", "0 may": "no such day", "2026-13-01": "no such day", "29.2.2027": "no such day",
		"": "not a date", "december": "not a date", "10": "not a date", "december 10 at noon": "not a date", "10 december 26": "not a date", "12/24": "not a date", "monday week": "not a date", "mon tue": "not a date", "soon": "not a date", "yesterday": "is over",
	} {
		if day, err := when.ReadDay(words, today); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v (%v), want a refusal with %q", words, day, err, want)
		} else {
			mustReadExamples(t, err, today)
		}
	}
}

// quoted matches what a text puts between backticks.
var quoted = regexp.MustCompile("`([^`]+)`")

// mustReadExamples reads the dates that a refusal names as examples.
func mustReadExamples(t *testing.T, refusal error, now time.Time) {
	t.Helper()
	for _, example := range quoted.FindAllStringSubmatch(refusal.Error(), -1) {
		if _, _, err := when.ReadTime(example[1], "", now); err != nil {
			t.Errorf("%v: %q cannot be read: %v", refusal, example[1], err)
		}
	}
}

// TestReadTime reads days with times of day, seen from a Thursday evening.
func TestReadTime(t *testing.T) {
	now := time.Date(2026, 11, 26, 22, 30, 0, 0, time.UTC)
	for _, c := range []struct{ words, zone, want string }{
		{"friday", "", "2026-11-27 00:00 UTC"},
		{"friday", "Europe/Berlin", "2026-11-27 00:00 CET"},
		{"friday", "Asia/Tokyo", "2026-12-04 00:00 JST"}, // it is Friday there
		{"friday 18:00", "Europe/Berlin", "2026-11-27 18:00 CET"},
		{"next friday at 6 pm", "America/New_York", "2026-12-04 18:00 EST"},
		{"Freitag um 18 Uhr", "Europe/Berlin", "2026-11-27 18:00 CET"},
		{"24.12. 18.30 Uhr", "Europe/Berlin", "2026-12-24 18:30 CET"},
		{"2026-12-24T18:00", "", "2026-12-24 18:00 UTC"},
		{"18:00 24 december", "", "2026-12-24 18:00 UTC"},
		{"friday noon", "", "2026-11-27 12:00 UTC"},
		{"friday 18:00 Berlin", "", "2026-11-27 18:00 CET"},
		{"friday 18:00 New York", "Europe/Berlin", "2026-11-27 18:00 EST"},
		{"friday 18:00 utc", "Europe/Berlin", "2026-11-27 18:00 UTC"},
		{"today 23:00", "", "2026-11-26 23:00 UTC"},
		{"heute um 23:45 Uhr", "Europe/Berlin", "2026-11-26 23:45 CET"},
		{"12 am tomorrow", "", "2026-11-27 00:00 UTC"},
		{"friday at 9", "", "2026-11-27 09:00 UTC"},
		{"tomorrow um 20", "", "2026-11-27 20:00 UTC"},
		{"at 9 tomorrow", "", "2026-11-27 09:00 UTC"},
		{"tomorrow at nine", "", "2026-11-27 09:00 UTC"},
		{"at 9 on friday", "Europe/Berlin", "2026-11-27 09:00 CET"},
		{"on friday, at 9", "Europe/Berlin", "2026-11-27 09:00 CET"},
		{"at 9 am on friday", "", "2026-11-27 09:00 UTC"},
		{"at nine pm tomorrow Berlin", "", "2026-11-27 21:00 CET"},
		{"um 9 morgen", "Europe/Berlin", "2026-11-27 09:00 CET"},
		{"morgen um neun Uhr", "Europe/Berlin", "2026-11-27 09:00 CET"},
		{"um 21 am Freitag", "Europe/Berlin", "2026-11-27 21:00 CET"},
		{"um 12 am Freitag", "Europe/Berlin", "2026-11-27 12:00 CET"},
		{"at 9 december at 10", "", "2026-12-09 10:00 UTC"},
		{"at 9 of December", "", "2026-12-09 00:00 UTC"},
		{"at 10 on the 9th of december", "", "2026-12-09 10:00 UTC"},
		{"noon on friday", "", "2026-11-27 12:00 UTC"},
		{"23:00", "", "2026-11-26 23:00 UTC"}, // the next time that clocks show it
		{"at 18:00", "", "2026-11-27 18:00 UTC"},
		{"mittags", "Europe/Berlin", "2026-11-27 12:00 CET"},
		{"at noon Ho Chi Minh City", "", "2026-11-27 12:00 +07"},
	} {
		at, zone, err := when.ReadTime(c.words, c.zone, now)
		if got := at.In(bot.Zone(zone)).Format("2006-01-02 15:04 MST"); err != nil || got != c.want {
			t.Errorf("%q in %q is %s (%v), want %s", c.words, c.zone, got, err, c.want)
		}
	}
	for words, want := range map[string]string{
		"friday 25:00": "no time of day", "friday 13 pm": "no time of day", "at 25 tomorrow": "no time of day", "at 13 pm": "no time of day", "at 9 on fryday": "is not a date", "friday 10:75": "no time of day", "today 18:00": "has passed: it is 22:30", "today": "has already begun", "2026-11-01 18:00": "is over", "30.2. 18:00": "no such day",
	} {
		if at, _, err := when.ReadTime(words, "", now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v (%v), want a refusal with %q", words, at, err, want)
		} else {
			mustReadExamples(t, err, now)
		}
	}
}

// FuzzReadTime looks for texts that break the reader, or that it reads as a moment in the past.
func FuzzReadTime(f *testing.F) {
	for _, words := range []string{"friday 18:00 Berlin", "24.12.", "next monday", "6 pm tomorrow", "2026-12-24T18:00", "10th of December, 2026 at noon", "at 9 on friday", "um neun morgen"} {
		f.Add(words, "Europe/Berlin")
	}
	now := time.Date(2026, 11, 26, 22, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, words, zone string) {
		at, _, err := when.ReadTime(words, zone, now)
		if err == nil && !at.After(now) {
			t.Fatalf("%q in %q is %v", words, zone, at)
		}
		if problem := (*bot.Problem)(nil); err != nil && !errors.As(err, &problem) {
			t.Fatalf("%q: %v is no problem to show", words, err)
		}
	})
}
