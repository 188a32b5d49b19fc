package bot

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestCountdown checks that After and Between are inverse, and that no time during
// a pause is counted.
func TestCountdown(t *testing.T) {
	start := time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC) // a Monday
	for range 2000 {
		k := Countdown{
			Weekends: rand.IntN(2) == 0,
			Uptime:   Uptime{Beat: start, Down: time.Duration(rand.Int64N(int64(20 * Day)))},
		}
		from := k.Uptime.Moment().Plus(time.Duration(rand.Int64N(int64(14 * Day))))
		if rand.IntN(2) == 0 {
			k.Away = from.Plus(time.Duration(rand.Int64N(int64(10*Day))) - 5*Day)
		}
		d := time.Duration(1+rand.IntN(3_000_000)) * time.Second
		at := k.After(from, d)
		if got := k.Between(from, at); got != d {
			t.Fatalf("%+v: %v after %d is %d, and between them are %v", k, d, from, at, got)
		}
		switch last := at - 1; {
		case last < k.Away:
			t.Fatalf("%+v: the last second of %v from %d is in the vacation", k, d, from)
		case k.Weekends && (k.Uptime.Calendar(last).Weekday() == time.Saturday || k.Uptime.Calendar(last).Weekday() == time.Sunday):
			t.Fatalf("%+v: the last second of %v from %d is on a weekend", k, d, from)
		case !k.Weekends && max(from, k.Away).Plus(d) != at:
			t.Fatalf("%+v: %v after %d is %d", k, d, from, at)
		}
	}
}
