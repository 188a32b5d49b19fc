package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Standing is an entrant's line of the standings. Entrants who are equal in
// points and all tie-breaks share a place.
type Standing struct {
	Entrant             int
	Place               int
	Points              float64
	Wins, Draws, Losses int
	TieBreaks           []float64 // in the order asked for
}

// TieBreak is a criterion that orders entrants with equal points.
type TieBreak string

// The tie-breaks, by the names that users type.
const (
	Buchholz        TieBreak = "buchholz"
	BuchholzCut1    TieBreak = "cut1"
	BuchholzMedian  TieBreak = "median"
	SonnebornBerger TieBreak = "sonneborn"
	DirectEncounter TieBreak = "direct"
	MostWins        TieBreak = "wins"
	Progressive     TieBreak = "progressive"
	GamesAsBlack    TieBreak = "black"
)

// TieBreaks returns all tie-breaks.
func TieBreaks() []TieBreak {
	return []TieBreak{Buchholz, BuchholzCut1, BuchholzMedian, SonnebornBerger, DirectEncounter, MostWins, Progressive, GamesAsBlack}
}

// Rank returns the standings, the best first; entrants who share a place
// are in order of number. It returns an error for an unknown tie-break.
func Rank(s State, by []TieBreak) ([]Standing, error) {
	for _, t := range by {
		if !slices.Contains(TieBreaks(), t) {
			return nil, fmt.Errorf("unknown tie-break %q", t)
		}
	}
	points := map[int]int{}
	var numbers []int
	for _, e := range s.Entrants {
		points[e.Number] = s.tally(e.Number).halves
		numbers = append(numbers, e.Number)
	}
	slices.SortFunc(numbers, func(a, b int) int { return cmp.Or(points[b]-points[a], a-b) })
	var all []Standing
	for len(numbers) > 0 {
		equal := numbers[:1]
		for len(equal) < len(numbers) && points[numbers[len(equal)]] == points[equal[0]] {
			equal = numbers[:len(equal)+1]
		}
		place := len(all)
		for _, st := range s.Break(equal, by) {
			st.Place += place
			all = append(all, st)
		}
		numbers = numbers[len(equal):]
	}
	return all, nil
}

// Break returns the standings of entrants with equal points among themselves, from place 1 on. It
// expects known tie-breaks, and entrants in order of number.
func (s State) Break(equal []int, by []TieBreak) []Standing {
	all := make([]Standing, len(equal))
	for i, number := range equal {
		all[i] = s.standing(number, by)
	}
	s.part(all, by, 0, 1)
	return all
}

// standing returns an entrant's line without the place and without direct encounters, which depend
// on others: see [State.part].
func (s State) standing(number int, by []TieBreak) Standing {
	t := s.tally(number)
	st := Standing{Entrant: number, Points: float64(t.halves) / 2, Wins: t.wins, Draws: t.draws, Losses: t.losses}
	for _, b := range by {
		value := 0.0
		switch b {
		case DirectEncounter:
		case MostWins:
			value = float64(t.played)
		case Progressive:
			value = float64(t.progressive) / 2
		case GamesAsBlack:
			value = float64(t.black)
		default:
			value = s.ofOpponents(number, b)
		}
		st.TieBreaks = append(st.TieBreaks, value)
	}
	return st
}

// tally is what an entrant's own games and byes add up to. Wins and losses may be by forfeit,
// played counts the wins that are not.
type tally struct {
	halves, wins, draws, losses, played, black, progressive int
}

func (s State) tally(number int) (t tally) {
	for _, r := range s.Rounds {
		for _, b := range r.Byes {
			if b.Entrant == number {
				t.halves += b.Kind.Halves()
			}
		}
		for _, g := range r.Games {
			own, other := g.Result.Halves()
			switch number {
			case g.White:
				t.add(g.Result, own, other)
			case g.Black:
				t.add(g.Result, other, own)
				if g.Result.Played() || g.Result == Pending {
					t.black++
				}
			}
		}
		t.progressive += t.halves
	}
	return t
}

// add adds a game.
func (t *tally) add(result Result, own, other int) {
	t.halves += own
	switch {
	case own > other:
		t.wins++
		if result.Played() {
			t.played++
		}
	case own < other:
		t.losses++
	case result == Drawn:
		t.draws++
	}
}
