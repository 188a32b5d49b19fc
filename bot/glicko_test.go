package bot

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGlickmansExample is the worked example of the paper.
func TestGlickmansExample(t *testing.T) {
	got := strength{Value: 1500, Deviation: 200, Volatility: 0.06}.after([]encounter{
		{strength{Value: 1400, Deviation: 30}, 1},
		{strength{Value: 1550, Deviation: 100}, 0},
		{strength{Value: 1700, Deviation: 300}, 0},
	})
	for _, c := range []struct {
		what                 string
		got, want, precision float64
	}{
		{"rating", got.Value, 1464.06, 0.01},
		{"deviation", got.Deviation, 151.52, 0.01},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(c.got-c.want) > c.precision {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
}

// TestGlickoProperties holds for any two players: who wins gains, a deviation never
// leaves its bounds, and whoever is unknown changes more than whoever is known.
func TestGlickoProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() strength {
		return strength{500 + 2000*r.Float64(), 30 + 320*r.Float64(), 0.03 + 0.1*r.Float64()}
	}
	for range 5000 {
		a, b := random(), random()
		win, loss := a.after([]encounter{{b, 1}}), a.after([]encounter{{b, 0}})
		draw := a.after([]encounter{{b, 0.5}})
		if !(win.Value > draw.Value && draw.Value > loss.Value && win.Value > a.Value && loss.Value < a.Value) {
			t.Fatalf("%v against %v: win %v, draw %v, loss %v", a, b, win, draw, loss)
		}
		for _, s := range []strength{win, draw, loss, a.aged(100)} {
			if math.IsNaN(s.Value) || s.Deviation <= 0 || s.Deviation > maxDeviation || s.Volatility <= 0 {
				t.Fatalf("%v against %v gives %v", a, b, s)
			}
		}
		known, unsure := a, a
		known.Deviation, unsure.Deviation = 50, 300
		if up := []encounter{{b, 1}}; unsure.after(up).Value < known.after(up).Value {
			t.Fatalf("%v: whoever is known gains more", a)
		}
	}
	if old := (strength{1600, 60, 0.06}).aged(12); old.Deviation <= 60 || old.Value != 1600 {
		t.Errorf("after a year: %v", old)
	}
}
