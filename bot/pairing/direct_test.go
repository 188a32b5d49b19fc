package pairing_test

import (
	"slices"
	"testing"

	"raumbot/bot/pairing"
)

// TestDirectEncounter checks that only games among entrants who are still equal decide a direct
// encounter.
func TestDirectEncounter(t *testing.T) {
	game := func(white, black int, r pairing.Result) pairing.Game {
		return pairing.Game{White: white, Black: black, Result: r}
	}
	won, lost, drawn := pairing.WhiteWins, pairing.BlackWins, pairing.Drawn
	for _, c := range []struct {
		name   string
		games  []pairing.Game
		by     []pairing.TieBreak
		places map[int]int
	}{
		// 1, 2, 3 and 4 have a point each and not all have met, so that 2's win against one of them
		// does not count.
		{"not all have met", []pairing.Game{game(1, 2, won), game(2, 3, won), game(3, 5, won), game(4, 5, won)},
			[]pairing.TieBreak{pairing.DirectEncounter}, map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 5}},
		// 1 to 4 have 1½ points. 1 and 2 have one win more than the others; 1 has beaten 2, who has
		// beaten 3.
		{"after another", []pairing.Game{
			game(1, 2, won), game(2, 3, won), game(2, 6, drawn), game(1, 5, drawn), game(1, 6, lost),
			game(3, 4, drawn), game(3, 5, drawn), game(3, 6, drawn), game(4, 5, drawn), game(4, 6, drawn)},
			[]pairing.TieBreak{pairing.MostWins, pairing.DirectEncounter}, map[int]int{1: 2, 2: 3, 3: 4, 4: 4}},
		// All four have met: 1 and 2 have two points from these games, 3 and 4 one; then 2 has
		// beaten 1, and 4 has beaten 3.
		{"anew among the rest", []pairing.Game{
			game(1, 3, won), game(1, 4, won), game(2, 1, won), game(2, 4, won), game(3, 2, won), game(4, 3, won), game(3, 5, won), game(4, 5, won)},
			[]pairing.TieBreak{pairing.DirectEncounter}, map[int]int{2: 1, 1: 2, 4: 3, 3: 4}},
		{"a forfeit is no encounter", []pairing.Game{game(1, 2, pairing.BlackForfeits), game(2, 3, won)},
			[]pairing.TieBreak{pairing.DirectEncounter}, map[int]int{1: 1, 2: 1, 3: 3}},
	} {
		s := pairing.State{}
		entrants := 0
		for _, g := range c.games {
			entrants = max(entrants, g.White, g.Black)
		}
		s.Entrants = everybody(entrants)
		for _, g := range c.games {
			s.Rounds = append(s.Rounds, pairing.Round{Games: []pairing.Game{g}})
		}
		all, err := pairing.Rank(s, c.by)
		if err != nil {
			t.Fatal(err)
		}
		for _, st := range all {
			if want, asked := c.places[st.Entrant]; asked && st.Place != want {
				t.Errorf("%s: %d is at place %d, want %d: %+v", c.name, st.Entrant, st.Place, want, all)
			}
		}
		if !slices.IsSortedFunc(all, func(a, b pairing.Standing) int { return a.Place - b.Place }) {
			t.Errorf("%s: out of order: %+v", c.name, all)
		}
	}
}
