package gamefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"raumbot/rules"
)

// Pin gives the game's variant a version: what its file says, in a few letters. A file that is changed
// is another version.
func (g *Game) Pin() {
	sum := sha256.Sum256(g.Text)
	g.Variant.Version = hex.EncodeToString(sum[:6])
}

// maxCounted bounds the positions that are counted to compare two versions.
const maxCounted = 5_000_000

// Alike returns nil if two versions begin alike and have as many sequences of plies, as far as can be
// counted at once. The error says where they differ.
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
