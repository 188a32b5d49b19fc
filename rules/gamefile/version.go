package gamefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"raumbot/rules"
)

// Pin sets the variant's version, a short hash of its file, so that a changed file
// is another version.
func (g *Game) Pin() {
	sum := sha256.Sum256(g.Text)
	g.Variant.Version = hex.EncodeToString(sum[:6])
}

// maxCounted limits the positions counted to compare two versions.
const maxCounted = 5_000_000

// Alike returns nil if two versions have the same start and the same perft counts, as deep as can be
// counted quickly. The error says where they differ.
func Alike(a, b *rules.Variant) error {
	if a.Start().Line() != b.Start().Line() {
		return fmt.Errorf("the pieces stand elsewhere at the start than in %s", b.ID())
	}
	moves := rules.Perft(a.Start(), 1)
	for depth, n := 1, moves; n > 0 && depth <= 6 && n*moves <= maxCounted; depth++ {
		n = rules.Perft(a.Start(), depth)
		if m := rules.Perft(b.Start(), depth); n != m {
			return fmt.Errorf("sequences of %d plies: %d, and %d in %s", depth, n, m, b.ID())
		}
	}
	return nil
}
