package service_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDailyPuzzleStaysOpen changes the time of a room's puzzles soon after one has come, by itself,
// with all other settings, and by the room's zone: its solution is told on the day after all the
// same, with the next one.
func TestDailyPuzzleStaysOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before string
		change func(*stage)
		want   []string
	}{
		"a little later": {"room puzzle 18:00", func(s *stage) { s.say("olga!: room puzzle 18:05") }, []string{"05 18:00", "06 18:05", "07 18:05"}},
		"another game":   {"room puzzle 18:00", func(s *stage) { s.say("olga!: room puzzle 18:05 gutenschach") }, []string{"05 18:00", "06 18:05", "07 18:05"}},
		"with all else":  {"room puzzle 18:00", func(s *stage) { s.say("olga!: room default puzzle 18:05") }, []string{"05 18:00", "06 18:05", "07 18:05"}},
		"twice": {"room puzzle 18:00", func(s *stage) {
			s.say("olga!: room puzzle 18:05")
			s.say("olga!: room puzzle 18:10")
		}, []string{"05 18:00", "06 18:10", "07 18:10"}},
		"by hours":   {"room puzzle 18:00", func(s *stage) { s.say("olga!: room puzzle 12:00") }, []string{"05 18:00", "06 12:00", "07 12:00"}},
		"a bit less": {"room puzzle 18:00", func(s *stage) { s.say("olga!: room puzzle 15:00") }, []string{"05 18:00", "06 15:00", "07 15:00"}},
		"by zone":    {"room puzzle 18:00", func(s *stage) { s.say("olga!: room time New York") }, []string{"05 18:00", "06 23:00", "07 23:00"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, "") // it is noon
			start := s.now
			s.say("olga!: " + c.before)
			s.now = start
			came := s.run(6*time.Hour, time.Minute, "lobby")
			open := s.daily("lobby").ID
			s.now = start.Add(6*time.Hour + time.Minute)
			c.change(s)
			if d := s.daily("lobby"); d.ID != open {
				t.Errorf("after the change the puzzle is %q, not %q", d.ID, open)
			}
			s.said = nil
			s.now = s.now.Truncate(time.Minute)
			came = append(came, s.run(start.AddDate(0, 0, 3).Sub(s.now), time.Minute, "lobby")...)
			if !slices.Equal(came[:min(len(came), len(c.want))], c.want) {
				t.Errorf("puzzles came at %s, want %s", came, c.want)
			}
			if !strings.Contains(strings.Join(s.said, "\n"), "The solution of "+open+":") {
				t.Errorf("the solution of %s is not told", open)
			}
		})
	}
}
