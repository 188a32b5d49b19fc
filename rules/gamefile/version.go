package gamefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"raumbot/rules"
)

// Pin sets the variant's version to a short hash of its file, so that a changed file is another
// version.
func (g *Game) Pin() {
	sum := sha256.Sum256(g.Text)
	g.Variant.Version = hex.EncodeToString(sum[:6])
}

// maxCounted limits the number of positions whose moves are generated, at each depth, to compare
// two versions.
const maxCounted = 100_000

// Alike returns nil if two versions have the same start and the same perft counts, as deep as can
// be counted quickly. The error says where they differ.
func Alike(a, b *rules.Variant) error {
	if a.Start().Line() != b.Start().Line() {
		return fmt.Errorf("the pieces stand elsewhere at the start than in %s", b.ID())
	}
	for depth := 1; depth <= 6; depth++ {
		n, known := rules.PerftWithin(a.Start(), depth, maxCounted)
		m, comparable := rules.PerftWithin(b.Start(), depth, maxCounted)
		switch {
		case !known && !comparable:
			return nil
		case n != m || known != comparable:
			return fmt.Errorf("sequences of %d plies: %d, and %d in %s", depth, n, m, b.ID())
		}
	}
	return nil
}
