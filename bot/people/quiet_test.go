package people

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

func TestQuietHours(t *testing.T) {
	for _, c := range []struct{ quiet, at, end string }{
		{"22-7", "05 21:59", ""},
		{"22-7", "05 22:00", "06 07:00"},
		{"22-7", "06 06:59", "06 07:00"},
		{"22-7", "06 07:00", ""},
		{"22-7 +2", "05 20:00", "06 05:00"},
		{"22-7 +2", "06 05:00", ""},
		{"22-7 -5:30", "06 12:29", "06 12:30"},
		{"22-7 -5:30", "06 03:29", ""},
		{"0-8", "05 23:59", ""},
		{"0-8", "06 00:00", "06 08:00"},
		{"12-24", "05 18:00", "06 00:00"},
		{"3-1", "05 03:00", "06 01:00"},
		{"3-1", "05 02:00", ""},
	} {
		q, err := readQuiet(c.quiet)
		if err != nil {
			t.Errorf("%s is not read: %v", c.quiet, err)
		}
		at, err := time.Parse("2006 01 02 15:04", "2026 01 "+c.at)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if end, quiet := q.End(at, ""); quiet {
			got = end.Format("02 15:04")
		}
		if got != c.end {
			t.Errorf("%s at %s: quiet until %q, want %q", c.quiet, c.at, got, c.end)
		}
	}
	if _, quiet := (bot.Quiet{}).End(time.Now(), "Europe/Berlin"); quiet {
		t.Error("it is quiet without quiet hours")
	}
	for text, want := range map[string]string{
		"": "two different hours", "22": "two different hours", "7-7": "two different hours", "0-24": "two different hours", "25-3": "two different hours", "22:30-7": "two different hours",
		"22-7 2": "no time zone", "22-7 +15": "no time zone", "22-7 +2:75": "no time zone", "22-7 Atlantis": "no time zone",
	} {
		if q, err := readQuiet(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want %s", text, q, err, want)
		}
	}
}

// TestQuietZones asks for the end of quiet hours in zones, also on days on which the clocks change,
// and of hours stored before zones had names.
func TestQuietZones(t *testing.T) {
	for _, c := range []struct{ stored, own, words, at, end string }{
		{`{"From":22,"To":7,"East":0}`, "Europe/Berlin", "UTC", "2026-07-01 21:30", ""},
		{`{"From":22,"To":7,"East":0}`, "Europe/Berlin", "UTC", "2026-07-01 22:30", "2026-07-02 07:00"},
		{`{"From":22,"To":7,"East":-12600000000000}`, "Europe/Berlin", "UTC-3:30", "2026-07-02 01:30", "2026-07-02 10:30"},
		{`{"From":22,"To":7,"Own":true}`, "", "UTC", "2026-07-01 22:30", "2026-07-02 07:00"},
		{`{"From":22,"To":7,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-07-01 20:00", "2026-07-02 05:00"},
		{`{"From":22,"To":7,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-01-01 20:59", ""},
		{`{"From":22,"To":7,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-01-01 21:00", "2026-01-02 06:00"},
		{`{"From":22,"To":7,"Zone":"America/New_York"}`, "Europe/Berlin", "America/New_York", "2026-07-02 02:00", "2026-07-02 11:00"},
		// The night to 29 March is an hour shorter, that to 25 October an hour longer.
		{`{"From":22,"To":7,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-03-28 21:00", "2026-03-29 05:00"},
		{`{"From":22,"To":7,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-10-24 20:00", "2026-10-25 06:00"},
		{`{"From":22,"To":2,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-03-29 00:59", "2026-03-29 01:00"}, // two o'clock is three
		{`{"From":22,"To":2,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-03-29 01:00", ""},
		{`{"From":22,"To":2,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-10-24 23:59", "2026-10-25 00:00"}, // the first two o'clock
		{`{"From":22,"To":2,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-10-25 00:59", ""},
		{`{"From":2,"To":3,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-10-25 00:30", "2026-10-25 02:00"}, // both hours
		{`{"From":2,"To":3,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-10-25 01:30", "2026-10-25 02:00"},
		{`{"From":2,"To":3,"Own":true}`, "Europe/Berlin", "Europe/Berlin", "2026-03-29 01:00", ""},
	} {
		var q bot.Quiet
		if err := json.Unmarshal([]byte(c.stored), &q); err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse("2006-01-02 15:04", c.at)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if end, quiet := q.End(at, c.own); quiet {
			got = end.Format("2006-01-02 15:04")
		}
		if words := phrase.English(q.Words(c.own)); got != c.end || !strings.Contains(words, "("+c.words+")") {
			t.Errorf("%s of somebody in %q at %s: %s, quiet until %q; want %s, %q", c.stored, c.own, c.at, words, got, c.words, c.end)
		}
	}
}
