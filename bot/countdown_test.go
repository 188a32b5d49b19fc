package bot

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestCountdown makes sure that counting to a moment and finding the moment of
// a count are inverse, and that no counted second lies in a pause.
func TestCountdown(t *testing.T) {
	start := time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC) // a Monday
	for range 2000 {
		k := countdown{
			weekends: rand.IntN(2) == 0,
			uptime:   Uptime{Beat: start, Down: time.Duration(rand.Int64N(int64(20 * day)))},
		}
		from := k.uptime.Moment().Plus(time.Duration(rand.Int64N(int64(14 * day))))
		if rand.IntN(2) == 0 {
			k.away = from.Plus(time.Duration(rand.Int64N(int64(10*day))) - 5*day)
		}
		d := time.Duration(1+rand.IntN(3_000_000)) * time.Second
		at := k.after(from, d)
		if got := k.between(from, at); got != d {
			t.Fatalf("%+v: %v after %d is %d, and between them are %v", k, d, from, at, got)
		}
		switch last := at - 1; {
		case last < k.away:
			t.Fatalf("%+v: the last second of %v from %d is in the vacation", k, d, from)
		case k.weekends && (k.uptime.Calendar(last).Weekday() == time.Saturday || k.uptime.Calendar(last).Weekday() == time.Sunday):
			t.Fatalf("%+v: the last second of %v from %d is on a weekend", k, d, from)
		case !k.weekends && max(from, k.away).Plus(d) != at:
			t.Fatalf("%+v: %v after %d is %d", k, d, from, at)
		}
	}
}
