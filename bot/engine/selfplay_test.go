package engine

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"raumbot/rules"
	"raumbot/rules/games"
)

var (
	selfplay     = flag.Int("selfplay", 40, "how many games the engine plays against itself; those with few pieces most")
	selfplaySeed = flag.Uint64("selfplay.seed", 1, "chooses these games")
)

// TestSelfPlay lets the engine play against itself in every game, including those in files. After
// each move it checks that the move and every line that the engine expected are legal, and that the
// position and the key that a search updates equal those of the game. The long form is go test
// ./bot/engine -run SelfPlay -selfplay 10000 -timeout 0 -v.
func TestSelfPlay(t *testing.T) {
	t.Parallel()
	shipped, err := games.All()
	if err != nil {
		t.Fatal(err)
	}
	variants := rules.Variants()
	for _, game := range shipped {
		variants = append(variants, game.Variant)
	}
	shares := make([]float64, len(variants))
	all := 0.0
	for i, v := range variants {
		shares[i] = 1 / float64(men(v.Start()))
		all += shares[i]
	}
	total := 0
	for i, v := range variants {
		n := max(1, int(float64(*selfplay)*shares[i]/all+0.999))
		total += n
		t.Run(v.Name, func(t *testing.T) {
			ends := map[string]int{}
			plies := 0
			for game := range n {
				seed := *selfplaySeed<<32 + uint64(game)
				end, length := playItself(t, v, seed)
				ends[end]++
				plies += length
			}
			t.Logf("%d games, %d plies: %v", n, plies, ends)
		})
	}
	t.Logf("%d games", total)
}

// playItself plays one game and returns how it ended.
func playItself(t *testing.T, v *rules.Variant, seed uint64) (end string, plies int) {
	const longest = 300
	random := rand.New(rand.NewPCG(seed, 10))
	g := rules.NewGame(v)
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("seed %d, ply %d: panic: %v\n%s", seed, g.Ply(), r, g.Position().Line())
		}
	}()
	line := rules.NewSearchPosition(v.Start())
	e := New(1 << 18)
	for !g.Outcome().Over() && g.Ply() < longest {
		legal := g.Position().Legal()
		m := legal[random.IntN(len(legal))]
		// Some moves are random, so that unusual positions arise.
		if g.Ply() >= 6 && random.IntN(12) > 0 {
			limits := Limits{Nodes: uint64(20 + random.IntN(60)), Lines: 1 + random.IntN(2)}
			info := e.Search(context.Background(), g, limits, nil)
			var ok bool
			if m, ok = info.Best(); !ok {
				t.Fatalf("seed %d: no move in %s", seed, g.Position().Line())
			}
			if random.IntN(8) == 0 {
				checkLines(t, g.Position(), info)
			}
		}
		if err := g.Play(m); err != nil {
			t.Fatalf("seed %d: %s in %s: %v", seed, v.Text(m), g.PositionAt(g.Ply()).Line(), err)
		}
		line.Make(m)
		if line.Key() != g.Position().Key() || line.Position().Key() != g.Position().Key() {
			t.Fatalf("seed %d: the key after %s is not that of %s", seed, v.Text(m), g.Position().Line())
		}
		if g.Ply()%16 == 0 && line.Position().Line() != g.Position().Line() {
			t.Fatalf("seed %d: %s became %s", seed, g.Position().Line(), line.Position().Line())
		}
	}
	for range g.Ply() {
		line.Unmake()
	}
	if line.Position().Line() != v.Start().Line() || line.Key() != v.Start().Key() {
		t.Fatalf("seed %d: all moves taken back lead to %s", seed, line.Position().Line())
	}
	switch o := g.Outcome(); {
	case !o.Over():
		return "not over", g.Ply()
	case o.Won:
		return "won", g.Ply()
	}
	return "drawn", g.Ply()
}

// checkLines plays the lines of a search.
func checkLines(t *testing.T, p *rules.Position, info Info) {
	t.Helper()
	for i, line := range info.Lines {
		at := p
		for _, m := range line.Moves {
			next, err := at.Play(m)
			if err != nil {
				t.Fatalf("line %d of %s: %v in %s", i, p.Line(), err, at.Line())
			}
			at = next
		}
	}
}

func men(p *rules.Position) (n int) {
	for c := range rules.Cell(p.Variant().Board.Len()) {
		if p.At(c) != rules.NoPiece {
			n++
		}
	}
	return n
}
