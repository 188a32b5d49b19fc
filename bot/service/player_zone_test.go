package service_test

import (
	"strings"
	"testing"
	"time"

	"raumbot/bot"
)

// TestVacationUntilMidnightThere begins vacations until a date, in zones and around changes of the
// clocks: they end when the day begins there.
func TestVacationUntilMidnightThere(t *testing.T) {
	for _, c := range []struct{ zone, from, until, ends, says string }{
		{"", "2026-03-27 12:00", "2026-03-30", "2026-03-30 00:00", "Otherwise it ends when 2026-03-30 begins (UTC). I don't know your time zone: `prefer time Europe/Berlin`"},
		{"Berlin", "2026-03-27 12:00", "2026-03-29", "2026-03-28 23:00", "Otherwise it ends when 2026-03-29 begins (Europe/Berlin)."},
		{"Berlin", "2026-03-27 12:00", "2026-03-30", "2026-03-29 22:00", "(Europe/Berlin)"},
		{"Berlin", "2026-10-23 12:00", "2026-10-25", "2026-10-24 22:00", "(Europe/Berlin)"},
		{"Berlin", "2026-10-23 12:00", "2026-10-26", "2026-10-25 23:00", "(Europe/Berlin)"},
		{"Cairo", "2026-04-20 12:00", "2026-04-24", "2026-04-23 22:00", "(Africa/Cairo)"}, // at 1:00, as there is no midnight
		{"Havana", "2026-10-28 12:00", "2026-11-01", "2026-11-01 04:00", "(America/Havana)"},
		{"UTC+14", "2026-03-27 12:00", "2026-03-29", "2026-03-28 10:00", "(UTC+14)"},
		{"Auckland", "2026-03-27 11:30", "2026-03-28", "", "has already begun. Name a later day, such as `2026-04-04`"}, // that day has begun there
		{"Los Angeles", "2026-03-28 05:00", "2026-03-28", "2026-03-28 07:00", "(America/Los_Angeles)"},                  // still the 27th there
		{"Berlin", "2026-03-27 12:00", "2026-02-30", "", "There is no such day as"},
		{"Berlin", "2026-03-27 12:00", "monday", "2026-03-29 22:00", "Otherwise it ends when 2026-03-30 begins (Europe/Berlin)."},
		{"Auckland", "2026-03-27 11:30", "29. März", "2026-03-28 11:00", "when 2026-03-29 begins"}, // it is the 28th there
		{"Berlin", "2026-03-27 12:00", "yesterday", "", "is over. Name a later day"},
	} {
		s := newStage(t, "")
		var err error
		if s.now, err = time.Parse("2006-01-02 15:04", c.from); err != nil {
			t.Fatal(err)
		}
		s.now = s.now.Add(700 * time.Millisecond) // which must not end it a second too early
		if c.zone != "" {
			s.say("alice@: prefer time " + c.zone)
		}
		s.said = nil
		s.say("alice@: vacation until " + c.until)
		said := strings.Join(s.said, "\n")
		v := s.player("alice").Settings.Vacation
		var uptime bot.Uptime
		err = s.store.View(t.Context(), func(tx bot.Tx) (err error) {
			uptime, err = tx.Uptime()
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		ends := ""
		if v.Until != 0 {
			ends = uptime.Calendar(v.Until).Format("2006-01-02 15:04")
		}
		if ends != c.ends || !strings.Contains(said, c.says) {
			t.Errorf("in %q from %s until %s: ends at %q, want %q; said %s, want %s", c.zone, c.from, c.until, ends, c.ends, said, c.says)
		}
	}
}

// TestQuietHoursOverSummerTime has reminders wait for the end of quiet hours in the night in which
// the clocks change, and in another zone from then on.
func TestQuietHoursOverSummerTime(t *testing.T) {
	for _, c := range []struct {
		from     string
		settings []string
		want     string // when the reminder comes, which is due ten hours later
	}{
		{"2026-03-28 16:00", nil, "29 02:00"},
		{"2026-03-28 16:00", []string{"quiet 22-7"}, "29 07:00"},
		{"2026-03-28 16:00", []string{"quiet 22-7", "prefer time Berlin"}, "29 05:00"}, // which follow the player's zone
		{"2026-03-27 16:00", []string{"prefer time Berlin", "quiet 22-7"}, "28 06:00"},
		{"2026-10-24 16:00", []string{"prefer time Berlin", "quiet 22-7"}, "25 06:00"},
		{"2026-10-23 16:00", []string{"prefer time Berlin", "quiet 22-7"}, "24 05:00"},
		{"2026-03-28 16:00", []string{"quiet 22-7 +0", "prefer time Berlin"}, "29 07:00"}, // which do not
		{"2026-03-28 16:00", []string{"prefer time Berlin", "quiet 22-7 new york"}, "29 11:00"},
		{"2026-03-28 16:00", []string{"prefer time Berlin", "quiet 22-7", "prefer default"}, "29 07:00"},
	} {
		s := newStage(t, "")
		start, err := time.Parse("2006-01-02 15:04", c.from)
		if err != nil {
			t.Fatal(err)
		}
		s.now = start.Add(-time.Minute)
		s.say("alice: remind 20")
		for _, text := range c.settings {
			s.say("alice@: " + text)
		}
		s.say("alice: challenge bob raumschach white 30h")
		s.now = start.Add(-time.Second)
		s.say("bob: accept")
		got := ""
		s.heard = func(m bot.RenderedMessage) {
			if got == "" && strings.Contains(m.Text, "it is your move") {
				got = s.now.Format("02 15:04")
			}
		}
		for s.now.Before(start.Add(24 * time.Hour)) {
			if err := s.direct("wait 1h"); err != nil {
				t.Fatal(err)
			}
		}
		if got != c.want {
			t.Errorf("from %s, %s: reminded at %q, want %q", c.from, strings.Join(c.settings, ", "), got, c.want)
		}
	}
}
