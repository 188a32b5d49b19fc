package daily_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"raumbot/bot/daily"
)

// simpleStreak counts a streak day by day, from the first to the last, by the rules as they are
// told to players.
func simpleStreak(first, last daily.Day, solved, forgiven map[daily.Day]bool) (length, freezes int) {
	earned := 0
	for d := first; d <= last; d++ {
		switch {
		case solved[d]:
			length++
			if earned++; earned == 7 {
				earned, freezes = 0, min(freezes+1, 2)
			}
		case forgiven[d] || length == 0:
		case freezes > 0:
			freezes--
		default:
			length, earned = 0, 0
		}
	}
	return length, freezes
}

// TestStreak compares streaks over 60 random days, advanced on random days and on all days, with
// the simple count.
func TestStreak(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for range 3000 {
		first := daily.Day(20_000 + random.IntN(1000))
		last := first + 59
		solved, forgiven := map[daily.Day]bool{}, map[daily.Day]bool{}
		most := random.IntN(10) + 1
		for d := first; d <= last; d++ {
			solved[d], forgiven[d] = random.IntN(most) > 0, random.IntN(5) == 0
		}
		isForgiven := func(d daily.Day) bool { return forgiven[d] }
		var often, rarely daily.Streak
		for d := first; d <= last; d++ {
			often = often.Advance(d, isForgiven)
			if solved[d] {
				often, rarely = often.Solve(d, isForgiven), rarely.Solve(d, isForgiven)
				if again := often.Solve(d, isForgiven); again != often {
					t.Fatalf("solving day %d again changes %+v to %+v", d, often, again)
				}
				if earlier := often.Solve(d-daily.Day(random.IntN(5)), isForgiven); earlier != often {
					t.Fatalf("with the clock set back %+v becomes %+v", often, earlier)
				}
			}
		}
		often, rarely = often.Advance(last+1, isForgiven), rarely.Advance(last+1, isForgiven)
		length, freezes := simpleStreak(first, last, solved, forgiven)
		if !often.Valid() || often != rarely || often.Length != length || often.Freezes != freezes {
			t.Fatalf("counted often %+v, rarely %+v, want %d and %d freezes", often, rarely, length, freezes)
		}
	}
}

// TestDay converts days over three years.
func TestDay(t *testing.T) {
	at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for d := daily.Of(at); at.Year() < 2028; d++ {
		if daily.Of(at) != d || daily.Of(at.Add(24*time.Hour-time.Nanosecond)) != d || !d.Begins().Equal(at) || d.String() != at.Format(time.DateOnly) {
			t.Fatalf("%s is day %d", at, d)
		}
		monday := d.Monday()
		if monday.Begins().Weekday() != time.Monday || monday > d || d > monday+6 {
			t.Fatalf("the week of %s begins on %s", d, monday)
		}
		at = at.AddDate(0, 0, 1)
	}
	late := time.Date(2026, 11, 27, 20, 0, 0, 0, time.FixedZone("", -5*60*60))
	if got := daily.Of(late).String(); got != "2026-11-28" {
		t.Errorf("late in New York it is %s", got)
	}
}
