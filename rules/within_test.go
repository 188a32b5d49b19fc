package rules_test

import (
	"testing"

	"raumbot/rules"
)

// TestPerftWithin counts with a sufficient limit, with a limit that is too low by one, and with a
// low one.
func TestPerftWithin(t *testing.T) {
	for _, v := range rules.Variants() {
		p := v.Start()
		want := rules.Perft(p, 2)
		// perft generates the moves of the start and of each position after it
		looked := 1 + int(rules.Perft(p, 1))
		if n, ok := rules.PerftWithin(p, 2, looked); n != want || !ok {
			t.Errorf("%s: %d, %v within %d positions, not %d", v.Name, n, ok, looked, want)
		}
		for _, most := range []int{looked - 1, 1, 0} {
			if n, ok := rules.PerftWithin(p, 2, most); ok || n > want {
				t.Errorf("%s: %d, %v within %d positions", v.Name, n, ok, most)
			}
		}
	}
	if n, ok := rules.PerftWithin(rules.Variants()[0].Start(), 0, 0); n != 1 || !ok {
		t.Errorf("no ply: %d, %v", n, ok)
	}
}
