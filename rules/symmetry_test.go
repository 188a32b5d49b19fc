package rules

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMirroredMen checks that the pieces of the position itself come first, that the position with
// colours exchanged is one of the mirror images in every variant, and that both have the same ones.
func TestMirroredMen(t *testing.T) {
	eachPosition(t, 1, 40, func(t *testing.T, p *Position, _ []Move, _ *rand.Rand) {
		all, other := p.MirroredMen(), mirrored(t, p)
		if !bytes.Equal(all[0], p.Men()) {
			t.Errorf("the first is %x, not %x", all[0], p.Men())
		}
		if !slices.ContainsFunc(all, func(men []byte) bool { return bytes.Equal(men, other.Men()) }) {
			t.Errorf("no mirror is that of %s", other.Line())
		}
		theirs := other.MirroredMen()
		slices.SortFunc(all, bytes.Compare)
		slices.SortFunc(theirs, bytes.Compare)
		if !slices.EqualFunc(all, theirs, bytes.Equal) {
			t.Errorf("the mirrors of %s are others", other.Line())
		}
	})
}
