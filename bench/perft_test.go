// Package bench compares the rules core with a peer in one run: orthodox chess in
// github.com/notnil/chess. It is a separate module, so that the product does not depend on
// that library.
//
//	cd bench && go test -bench .
package bench

import (
	"testing"

	"github.com/notnil/chess"

	"raumbot/rules"
)

// notnilPerft counts the last ply by the number of legal moves, as our perft does.
func notnilPerft(p *chess.Position, depth int) uint64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		n += notnilPerft(p.Update(m), depth-1)
	}
	return n
}

func BenchmarkPerft(b *testing.B) {
	report := func(b *testing.B, leaves uint64) {
		b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
	}
	b.Run("notnil/orthodox-5", func(b *testing.B) {
		var leaves uint64
		for b.Loop() {
			leaves += notnilPerft(chess.StartingPosition(), 5)
		}
		report(b, leaves)
	})
	for _, game := range []struct {
		name  string
		depth int
	}{{"stockschach216", 3}, {"octhex146", 3}, {"blocschach", 2}, {"gutenschach", 2}, {"stockschach512", 2}} {
		b.Run("raumbot/"+game.name, func(b *testing.B) {
			v, err := rules.Find(game.name)
			if err != nil {
				b.Fatal(err)
			}
			start := v.Start()
			var leaves uint64
			for b.Loop() {
				leaves += rules.Perft(start, game.depth)
			}
			report(b, leaves)
		})
	}
}
