package rating

import (
	"math"
	"testing"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// TestPaperExample checks the paper's worked example: a player of 1500 beats 1400 and loses to
// 1550 and 1700.
func TestPaperExample(t *testing.T) {
	got := Rate(Rating{1500, 200, 0.06}, []Result{
		{Rating{1400, 30, 0.06}, Win},
		{Rating{1550, 100, 0.06}, Loss},
		{Rating{1700, 300, 0.06}, Loss},
	})
	if !near(got.Value, 1464.06, 0.01) || !near(got.Deviation, 151.52, 0.01) || !near(got.Volatility, 0.05999, 0.00001) {
		t.Errorf("%+v, want 1464.06, 151.52 and 0.05999", got)
	}
}

// TestEqualsAreSymmetric checks that between equals one gains what the other loses, and that a
// draw changes only the deviations.
func TestEqualsAreSymmetric(t *testing.T) {
	for _, deviation := range []float64{50, 110, 350} {
		r := Rating{1620, deviation, 0.06}
		won, lost := Rate(r, []Result{{r, Win}}), Rate(r, []Result{{r, Loss}})
		if !near(won.Value-r.Value, r.Value-lost.Value, 1e-6) || won.Value <= r.Value {
			t.Errorf("deviation %v: a win makes %v, a loss %v", deviation, won.Value, lost.Value)
		}
		drawn := Rate(r, []Result{{r, Draw}})
		if !near(drawn.Value, r.Value, 1e-6) || deviation > 100 && drawn.Deviation >= r.Deviation {
			t.Errorf("deviation %v: a draw makes %+v", deviation, drawn)
		}
	}
}

// TestExtremesStayFinite checks that extreme results keep ratings finite and deviations in bounds.
func TestExtremesStayFinite(t *testing.T) {
	strong, weak := Rating{3000, 30, 0.06}, Rating{100, 30, 0.06}
	r := weak
	for range 200 {
		r = Rate(r, []Result{{strong, Win}})
		if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) || r.Deviation <= 0 || r.Deviation > startDeviation || r.Volatility <= 0 {
			t.Fatalf("%+v", r)
		}
	}
	if r.Value <= weak.Value {
		t.Errorf("200 wins against 3000 leave %v", r.Value)
	}
}

func TestIdlenessMakesUnsure(t *testing.T) {
	r := Rating{1700, 60, 0.06}
	once, often := Idle(r, 1), Idle(r, 1e6)
	if once.Value != r.Value || once.Deviation <= r.Deviation || often.Deviation != startDeviation {
		t.Errorf("after one period %+v, after very many %+v", once, often)
	}
	if half := Idle(Idle(r, 0.5), 0.5); !near(half.Deviation, once.Deviation, 1e-9) {
		t.Errorf("two halves of a period make %v, a whole one %v", half.Deviation, once.Deviation)
	}
}

func TestExpected(t *testing.T) {
	sure := Rating{1500, 0, 0.06}
	if got := expected((Rating{1700, 0, 0.06}).mu(), sure.mu(), sure.phi()); !near(got, 0.76, 0.005) {
		t.Errorf("200 points more expect %v, want 0.76", got)
	}
	if !New().Provisional() || (Rating{1500, 80, 0.06}).Provisional() {
		t.Error("a new rating is provisional, one of deviation 80 is not")
	}
}
