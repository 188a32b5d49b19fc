package render

import (
	"math"
	"testing"
)

// TestSnapIgnoresTheLastBit checks that a change in the last bit, as by fused multiply-add, does
// not move a point, in particular not where lengths are exact halves of the grid.
func TestSnapIgnoresTheLastBit(t *testing.T) {
	for i := range 64 * 256 {
		x := float64(i) / 256
		for _, y := range []float64{math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1))} {
			if snap(x) != snap(y) {
				t.Fatalf("snap(%v) = %v, but snap(%v) = %v", x, snap(x), y, snap(y))
			}
		}
		if d := math.Abs(snap(x) - x); d > 1.0/64 {
			t.Fatalf("snap(%v) is %v away", x, d)
		}
	}
}
