package pairing_test

import (
	"slices"
	"testing"

	"raumbot/bot/pairing"
)

// everybody returns n entrants.
func everybody(n int) (all []pairing.Entrant) {
	for i := range n {
		all = append(all, pairing.Entrant{Number: i + 1})
	}
	return all
}

// TestRoundRobinMeets checks that everybody meets everybody, once or twice, in groups or together,
// that everybody is in each round once, and that the colours of two games differ.
func TestRoundRobinMeets(t *testing.T) {
	for _, double := range []bool{false, true} {
		for entrants := 2; entrants <= 13; entrants++ {
			for groups := 1; groups <= entrants/2; groups++ {
				rr := pairing.RoundRobin{Double: double, Groups: pairing.Snake(entrants, groups)}
				s := pairing.State{Entrants: everybody(entrants)}
				met, whites := map[[2]int]int{}, map[int]int{}
				for range rr.Rounds() {
					round, err := rr.Pair(s)
					if err != nil {
						t.Fatal(err)
					}
					for i, g := range round.Games {
						met[[2]int{g.White, g.Black}]++
						whites[g.White]++
						round.Games[i].Result = pairing.WhiteWins
					}
					s.Rounds = append(s.Rounds, round)
				}
				if _, err := rr.Pair(s); err != pairing.ErrNoPairing {
					t.Errorf("after the last round: %v", err)
				}
				for _, group := range rr.Groups {
					for _, a := range group {
						if n := len(group); double && whites[a] != n-1 || !double && (whites[a] < (n-1)/2 || whites[a] > n/2) {
							t.Errorf("%d entrants, %d groups, double %v: %d has White %d times of %d", entrants, groups, double, a, whites[a], n-1)
						}
						for _, b := range group {
							once, back := met[[2]int{a, b}], met[[2]int{b, a}]
							if want := map[bool]int{false: 1, true: 2}[double]; a != b && (once+back != want || double && once != 1) {
								t.Errorf("%d entrants, %d groups: %d and %d meet %d and %d times", entrants, groups, a, b, once, back)
							}
						}
					}
				}
				for pair := range met {
					if !slices.ContainsFunc(rr.Groups, func(g []int) bool { return slices.Contains(g, pair[0]) && slices.Contains(g, pair[1]) }) {
						t.Errorf("%v are of two groups", pair)
					}
				}
			}
		}
	}
}

// TestBergerTable compares the pairings with FIDE's table for six (Handbook C.05, annex 1).
func TestBergerTable(t *testing.T) {
	want := [][][2]int{
		{{1, 6}, {2, 5}, {3, 4}},
		{{6, 4}, {5, 3}, {1, 2}},
		{{2, 6}, {3, 1}, {4, 5}},
		{{6, 5}, {1, 4}, {2, 3}},
		{{3, 6}, {4, 2}, {5, 1}},
	}
	rr := pairing.RoundRobin{Groups: pairing.Snake(6, 1)}
	s := pairing.State{Entrants: everybody(6)}
	for n, games := range want {
		round, err := rr.Pair(s)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range round.Games {
			if games[i] != [2]int{g.White, g.Black} {
				t.Errorf("round %d, board %d: %d against %d, want %v", n+1, i+1, g.White, g.Black, games[i])
			}
		}
		s.Rounds = append(s.Rounds, round)
	}
}

// TestRoundRobinGone checks that the games of entrants who left are forfeited.
func TestRoundRobinGone(t *testing.T) {
	s := pairing.State{Entrants: everybody(4)}
	s.Entrants[0].Gone, s.Entrants[3].Gone = true, true
	round, err := pairing.RoundRobin{Groups: pairing.Snake(4, 1)}.Pair(s)
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Game{{White: 1, Black: 4, Result: pairing.BothForfeit}, {White: 2, Black: 3}}
	if !slices.Equal(round.Games, want) {
		t.Errorf("got %v, want %v", round.Games, want)
	}
}

// TestBracket checks that the best seeds meet as late as possible.
func TestBracket(t *testing.T) {
	if got := pairing.Bracket(6); !slices.Equal(got, []int{1, 0, 4, 5, 2, 0, 3, 6}) {
		t.Errorf("six: %v", got)
	}
	for entrants := 2; entrants <= 256; entrants++ {
		slots := pairing.Bracket(entrants)
		if len(slots) != 1<<pairing.KnockoutRounds(entrants) {
			t.Fatalf("%d: %d slots, %d rounds", entrants, len(slots), pairing.KnockoutRounds(entrants))
		}
		for size := len(slots); size >= 2; size /= 2 {
			var next []int
			for i := 0; i < size; i += 2 {
				a, b := slots[i], slots[i+1]
				if a+b != size+1 && a != 0 && b != 0 {
					t.Fatalf("%d: seeds %d and %d meet among %d", entrants, a, b, size)
				}
				if a == 0 || b != 0 && b < a {
					a = b
				}
				if a == 0 {
					t.Fatalf("%d: a match of nobody", entrants)
				}
				next = append(next, a) // the better seed wins
			}
			slots = next
		}
	}
}

// TestStandings compares a small table with tie-breaks worked out by hand.
func TestStandings(t *testing.T) {
	s := pairing.State{Entrants: everybody(4), Total: 3, Rounds: []pairing.Round{
		{Games: []pairing.Game{{White: 1, Black: 4, Result: pairing.WhiteWins}, {White: 2, Black: 3, Result: pairing.Drawn}}},
		{Games: []pairing.Game{{White: 4, Black: 3, Result: pairing.BlackWins}, {White: 1, Black: 2, Result: pairing.BlackWins}}},
		{Games: []pairing.Game{{White: 2, Black: 4, Result: pairing.Drawn}, {White: 3, Black: 1, Result: pairing.Drawn}}},
	}}
	// Points: 2 has ½+1+½ = 2, 3 has ½+1+½ = 2, 1 has 1+0+½ = 1½, 4 has ½.
	places, err := pairing.Rank(s, []pairing.TieBreak{pairing.SonnebornBerger, pairing.MostWins})
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Standing{
		// ½·2 (3) + 1½ (1) + ½·½ (4)
		{Entrant: 2, Place: 1, Points: 2, Wins: 1, Draws: 2, TieBreaks: []float64{2.75, 1}},
		// ½·2 (2) + ½ (4) + ½·1½ (1)
		{Entrant: 3, Place: 2, Points: 2, Wins: 1, Draws: 2, TieBreaks: []float64{2.25, 1}},
		{Entrant: 1, Place: 3, Points: 1.5, Wins: 1, Draws: 1, Losses: 1, TieBreaks: []float64{1.5, 1}},
		{Entrant: 4, Place: 4, Points: 0.5, Draws: 1, Losses: 2, TieBreaks: []float64{1, 0}},
	}
	for i, p := range places {
		w := want[i]
		if p.Entrant != w.Entrant || p.Place != w.Place || p.Points != w.Points || p.Wins != w.Wins || p.Draws != w.Draws || p.Losses != w.Losses || !slices.Equal(p.TieBreaks, w.TieBreaks) {
			t.Errorf("place %d: got %+v, want %+v", i+1, p, w)
		}
	}
	for _, by := range pairing.TieBreaks() {
		if _, err := pairing.Rank(s, []pairing.TieBreak{by}); err != nil {
			t.Errorf("%s: %v", by, err)
		}
	}
}
