package engine

import (
	"context"
	"testing"

	"raumbot/rules/games"
)

// TestShippedGames covers moves that built-in games lack, such as rifle captures and transfers. A
// bench of each shipped game must end, and a short game of the engine against itself must be legal.
func TestShippedGames(t *testing.T) {
	shipped, err := games.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range shipped {
		v := game.Variant
		t.Run(v.Name, func(t *testing.T) {
			if nodes := Bench(context.Background(), v); nodes == 0 {
				t.Error("nothing was searched")
			}
			g := BenchGames(v)[1]
			for range 12 {
				if g.Outcome().Over() {
					break
				}
				m, _ := search(t, g, Limits{Nodes: 300}).Best()
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
