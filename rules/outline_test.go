package rules_test

import (
	"math/rand/v2"
	"testing"

	"raumbot/rules"
)

// TestOutline checks that a position equals itself when it is shifted, turned or has its colours
// exchanged, and that it differs by the pieces that have moved.
func TestOutline(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	for _, text := range []string{"ab1-ac3", "eb5-ec3", "ad1-cc1", "ed5-cc5"} {
		m, err := g.Position().ReadText(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(ply int) rules.Outline { return v.Outline(g.PositionAt(ply).Men()) }
	const most = 100
	here := at(4)
	for ply, want := range []int{8, 6, 4, 2, 0} {
		var bent rules.Outline
		for side, men := range at(ply) {
			for _, p := range men {
				bent[1-side] = append(bent[1-side], rules.Vector{7 - p[2], p[0] + 3, 20 + p[1]})
			}
		}
		for name, other := range map[string]rules.Outline{"the same": at(ply), "bent": bent} {
			if got := here.Differs(other, most); got != want {
				t.Errorf("%s at ply %d: %d men differ, want %d", name, ply, got, want)
			}
		}
	}
	few := here
	few[rules.White] = few[rules.White][:5]
	if got := here.Differs(few, 3); got <= 3 || got > 15 {
		t.Errorf("without 15 men %d differ", got)
	}
	if got := here.Differs(rules.Outline{}, most); got != 40 {
		t.Errorf("from an empty board %d men differ", got)
	}
}

// TestOutlineOfAll compares random outlines, some of them similar, with the result of trying every
// way to lay one over the other.
func TestOutlineOfAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	at := func() rules.Vector { return rules.Vector{random.IntN(9), random.IntN(8), random.IntN(7)} }
	near := 0
	for range 300 {
		var one, other rules.Outline
		stands := map[rules.Vector]bool{}
		for range 10 {
			if p := at(); !stands[p] {
				stands[p] = true
				side := random.IntN(2)
				one[side] = append(one[side], p)
				switch random.IntN(8) {
				case 0: // it is missing
				case 1:
					other[1-side] = append(other[1-side], at())
				default:
					other[1-side] = append(other[1-side], rules.Vector{9 - p[2], 2 + p[0], -p[1]})
				}
			}
		}
		most, want := random.IntN(6), leastApart(one, other)
		got := one.Differs(other, most)
		if want <= most {
			near++
		}
		if want <= most && got != want || want > most && (got <= most || got > want) {
			t.Fatalf("%v and %v: %d differ, want %d, at most %d", one, other, got, want, most)
		}
	}
	if near < 50 || near > 250 {
		t.Errorf("%d of 300 are near", near)
	}
}

// leastApart lays each piece of an outline over each piece of another in all orientations.
func leastApart(one, other rules.Outline) int {
	all := len(one[0]) + len(one[1]) + len(other[0]) + len(other[1])
	least := all
	for _, axes := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			for swap := range 2 {
				turned := func(p rules.Vector) (to rules.Vector) {
					for i, axis := range axes {
						to[i] = p[axis] * (1 - 2*(signs>>i&1))
					}
					return to
				}
				times := map[rules.Vector]int{}
				for side := range one {
					for _, p := range one[side] {
						for _, q := range other[side^swap] {
							from := turned(p)
							shift := rules.Vector{q[0] - from[0], q[1] - from[1], q[2] - from[2]}
							times[shift]++
							least = min(least, all-2*times[shift])
						}
					}
				}
			}
		}
	}
	return least
}
