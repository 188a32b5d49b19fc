package engine

import (
	"context"

	"raumbot/rules"
)

// benchDepth is how deeply a bench searches each position.
const benchDepth = 4

// BenchGames returns the games that a bench of the variant searches: the start, and two positions
// of a fixed random game that captures whenever it can.
func BenchGames(v *rules.Variant) []*rules.Game {
	games := []*rules.Game{rules.NewGame(v)}
	for _, plies := range []int{24, 64} {
		random := newDice(146, uint64(plies))
		g := rules.NewGame(v)
		for range plies {
			legal := g.Position().Legal()
			m := legal[random.below(len(legal))]
			for range 4 {
				if _, victim := g.Position().Capture(m); victim != rules.NoPiece {
					break
				}
				m = legal[random.below(len(legal))]
			}
			next, err := g.Position().Play(m)
			if err != nil || next.Status().Finished() {
				continue
			}
			if g.Play(m) != nil {
				break
			}
		}
		games = append(games, g)
	}
	return games
}

// Bench searches the positions of a bench and returns the number of nodes, which changes only when
// the search or the evaluation does.
func Bench(ctx context.Context, v *rules.Variant) (nodes uint64) {
	e := New(DefaultHash)
	for _, g := range BenchGames(v) {
		nodes += e.Search(ctx, g, Limits{Depth: benchDepth}, nil).Nodes
	}
	return nodes
}
