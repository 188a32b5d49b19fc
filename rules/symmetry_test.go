package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestMirrored checks that the men of a position come first, that the position with colours exchanged is one of its mirrors in
// every variant, and that both have the same mirrors.
func TestMirrored(t *testing.T) {
	eachPosition(t, 1, 40, func(t *testing.T, p *Position, _ []Move, _ *rand.Rand) {
		men := func(p *Position) string { return strings.Join(strings.Fields(p.Line())[1:3], " ") }
		all, other := p.Mirrored(), mirrored(t, p)
		if all[0] != men(p) {
			t.Errorf("the first is %s, not %s", all[0], men(p))
		}
		if !slices.Contains(all, men(other)) {
			t.Errorf("no mirror is %s", men(other))
		}
		theirs := other.Mirrored()
		slices.Sort(all)
		slices.Sort(theirs)
		if !slices.Equal(all, theirs) {
			t.Errorf("the mirrors of %s are others", men(other))
		}
	})
}
