package service

import (
	"testing"
	"time"

	"raumbot/bot"
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
		q, ok := readQuiet(c.quiet)
		if !ok {
			t.Errorf("%s is not read", c.quiet)
		}
		at, err := time.Parse("2006 01 02 15:04", "2026 01 "+c.at)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if end, quiet := q.End(at); quiet {
			got = end.Format("02 15:04")
		}
		if got != c.end {
			t.Errorf("%s at %s: quiet until %q, want %q", c.quiet, c.at, got, c.end)
		}
	}
	if _, quiet := (bot.Quiet{}).End(time.Now()); quiet {
		t.Error("it is quiet without quiet hours")
	}
	for _, text := range []string{"", "22", "7-7", "0-24", "25-3", "22-7 2", "22-7 +15", "22-7 +2:75", "22:30-7"} {
		if q, ok := readQuiet(text); ok {
			t.Errorf("%q is read as %v", text, q)
		}
	}
}
