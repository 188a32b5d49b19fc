package bot_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
)

// TestZones reads zones as people write them.
func TestZones(t *testing.T) {
	for text, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "europe/berlin": "Europe/Berlin", "Berlin": "Europe/Berlin", "BERLIN": "Europe/Berlin", "Wien": "Europe/Vienna",
		"new york": "America/New_York", "New_York": "America/New_York", "new-york": "America/New_York", "America/New York": "America/New_York",
		"São Paulo": "America/Sao_Paulo", "sao paulo": "America/Sao_Paulo", "Bogotá": "America/Bogota", "New Delhi": "Asia/Kolkata", "St. Petersburg": "Europe/Moscow", "st petersburg": "Europe/Moscow", "Rio de Janeiro": "America/Sao_Paulo",
		"UTC−3": "UTC-3", "UTC–3:30": "UTC-3:30", "Zürich": "Europe/Zurich", "Kraków": "Europe/Warsaw", "Malmö": "Europe/Stockholm", "Łódź": "Europe/Warsaw", "San José": "America/Costa_Rica", "México": "America/Mexico_City", "Ho Chi Minh City": "Asia/Ho_Chi_Minh", "Washington, D.C.": "America/New_York", "Xanadu": "", "St. John's": "America/St_Johns", "Reykjavík": "Atlantic/Reykjavik", "東京": "", "...": "",
		"port-au-prince": "America/Port-au-Prince", "UTC": "UTC", "utc+2": "UTC+2", "GMT-3:30": "UTC-3:30", "+5:45": "UTC+5:45", "utc + 2": "UTC+2", "-0": "UTC", "UTC+14": "UTC+14",
		"utc+15": "", "utc+14:30": "", "utc+2:60": "", "": "", "../../etc/passwd": "", "Local": "", "nowhere": "", "12": "", "off": "", "dark": "",
	} {
		got, ok := bot.ParseZone(text)
		if got != want || ok != (want != "") {
			t.Errorf("%q is the zone %q (%v), want %q", text, got, ok, want)
		}
		if again, ok := bot.ParseZone(got); want != "" && (!ok || again != got) {
			t.Errorf("%q is %q, which is %q", text, got, again)
		}
	}
}

// TestZonesAreKnown loads each zone of the list.
func TestZonesAreKnown(t *testing.T) {
	text, err := os.ReadFile("zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		place, zone, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			zone = place
		}
		if got := bot.Zone(zone).String(); got != zone {
			t.Errorf("%s is not a zone of the database: %s", zone, got)
		}
		if got, _ := bot.ParseZone(place); got != zone {
			t.Errorf("%s is read as %s", place, got)
		}
	}
}

// TestWhen writes moments in zones and languages, on both sides of a change of the clocks.
func TestWhen(t *testing.T) {
	now := time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		zone, language string
		at             time.Time
		want           string
	}{
		{"", "", now.Add(48 * time.Hour), "Monday 30 March, 12:00 UTC (in 2 days)"},
		{"Europe/Berlin", "", now.Add(time.Hour), "Saturday 28 March, 14:00 CET (in 1 hour)"},
		{"Europe/Berlin", "", now.Add(24 * time.Hour), "Sunday 29 March, 14:00 CEST (in 24 hours)"},
		{"Europe/Berlin", "de", now.Add(48*time.Hour - 3*time.Second), "Montag, 30. März, 13:59 CEST (in 2 Tagen)"},
		{"America/Sao_Paulo", "", now.Add(-300 * 24 * time.Hour), "Sunday 1 June 2025, 09:00 UTC-3"},
		{"UTC+5:45", "", now.Add(90 * time.Second), "Saturday 28 March, 17:46 UTC+5:45 (in 1 minute)"},
		{"Pacific/Auckland", "", now.Add(12 * time.Hour), "Sunday 29 March, 13:00 NZDT (in 12 hours)"},
		{"Nowhere/Land", "de", now, "Samstag, 28. März, 12:00 UTC"},
	} {
		if got := bot.When(c.zone, c.language, now)(c.at); got != c.want {
			t.Errorf("%v in %q, %q: %s, want %s", c.at, c.zone, c.language, got, c.want)
		}
	}
}
