package coach

import (
	"testing"

	"raumbot/bot/phrase"
)

// TestPawns checks that nothing is worth minus zero.
func TestPawns(t *testing.T) {
	for score, want := range map[int]string{0: "+0.0", -4: "+0.0", 4: "+0.0", -5: "-0.1", 130: "+1.3"} {
		if got := phrase.English(pawns(score)); got != want {
			t.Errorf("%d is %q", score, got)
		}
	}
}
