package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/rules"
)

// TestWinningCapture plays games of captures in which some pieces must be kept. It compares the
// wins that the search sees at once, even with no depth left and if the capture would lose
// material, with those among all moves.
func TestWinningCapture(t *testing.T) {
	t.Parallel()
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		if len(v.Survival.Families) == 0 {
			return
		}
		random := rand.New(rand.NewPCG(5, 7))
		ended, costly := 0, 0
		for game := 0; game < 6 || costly == 0 && game < 60; game++ {
			g := rules.NewGame(v)
			for !g.Outcome().Over() && g.Ply() < 300 {
				p := g.Position()
				wins := wonAtOnce(p)
				s := newSearcher(context.Background(), New(1<<16), g, Limits{})
				_, seen := s.winningCapture(nil)
				if seen != (len(wins) > 0) {
					t.Fatalf("%s: a win at once is seen: %t, there are %d", p.Line(), seen, len(wins))
				}
				if seen {
					ended++
					score := s.quiesce(-endless, endless, 0, recapturesFrom)
					if deeper := s.alphaBeta(1, -endless, endless, 0, true); score != won-1 || deeper != score {
						t.Fatalf("%s: scores %v and %v, though %s wins at once", p.Line(), score, deeper, p.Text(wins[0]))
					}
					if !s.pos.Gains(wins[0], &s.worth, 0) {
						costly++
					}
				}
				moves := p.Legal()
				m := moves[random.IntN(len(moves))]
				for range 8 {
					if _, victim := p.Capture(m); victim != rules.NoPiece && !seen {
						break
					}
					m = moves[random.IntN(len(moves))]
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		if ended == 0 || costly == 0 {
			t.Errorf("%d wins at once, %d of them captures that lose material", ended, costly)
		}
	})
}

// TestWantedWinningCaptures searches single moves in positions that a capture wins at once. Each
// such capture must be found even if another wins too, and none of some other moves may have its
// score.
func TestWantedWinningCaptures(t *testing.T) {
	t.Parallel()
	several := 0
	for name, mates := range readMates(t) {
		v, err := rules.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Survival.Families) == 0 {
			continue
		}
		for _, m := range mates {
			if m.moves != 1 {
				continue
			}
			wins := wonAtOnce(m.position)
			if len(wins) > 1 {
				several++
			}
			legal := m.position.Legal()
			for i, move := range legal {
				winning := slices.Contains(wins, move)
				if !winning && i%(len(legal)/5+1) != 0 {
					continue
				}
				info := search(t, rules.NewGameFrom(m.position), Limits{Mate: 1, Moves: []rules.Move{move}})
				if got := info.Lines[0].Score == won-1; got != winning || info.Lines[0].Moves[0] != move {
					t.Errorf("%s: %s has the score %s", m.line, v.Text(move), info.Lines[0].Score)
				}
			}
		}
	}
	if several == 0 {
		t.Error("no position is won by several captures")
	}
}
