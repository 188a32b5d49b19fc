package tournament

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/bot"
	"raumbot/bot/pairing"
)

// TestRandomMatches plays random matches: teams of any size, with players who leave, and results by
// chance. Line-ups, colours and points are those of a count by hand.
func TestRandomMatches(t *testing.T) {
	t.Parallel()
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := Match{Of(bot.Tournament{ID: 1, Terms: bot.Terms{System: bot.TeamMatch, Boards: 2 + r.IntN(19), Double: r.IntN(2) == 0, AtOnce: 2, Variants: []string{"raumschach"}}, Phase: bot.Running})}
		for n := range 2 + r.IntN(40) {
			m.Entrants = append(m.Entrants, bot.Entrant{Player: bot.PlayerID(n + 1), User: bot.User{Name: fmt.Sprint("p", n)}, Rating: 1400 + 10*r.IntN(30), Team: r.IntN(2), Gone: r.IntN(12) == 0})
		}
		slices.SortStableFunc(m.Entrants, func(a, b bot.Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
		if len(m.Team(0)) == 0 || len(m.Team(1)) == 0 {
			continue
		}
		wanted := m.Boards
		for range r.IntN(4) { // captains give boards to players
			m.Place(1+r.IntN(len(m.Entrants)), 1+r.IntN(m.Boards))
		}
		m.LineUp()
		given := map[int]bool{} // the numbers of the entrants to whom captains gave their boards
		for i, e := range m.Entrants {
			if given[i+1] = 0 < e.Board && e.Board <= m.Boards && !e.Gone; given[i+1] && m.Board(i+1) != e.Board-1 {
				t.Errorf("%d: %d was given board %d, and has %d", seed, i+1, e.Board, m.Board(i+1)+1)
			}
		}
		if sizes := [2]int{len(m.Team(0)), len(m.Team(1))}; m.Boards != min(wanted, sizes[0], sizes[1]) {
			t.Fatalf("%d: %d boards of %d for teams of %v", seed, m.Boards, wanted, sizes)
		}
		if r.IntN(4) == 0 { // somebody goes between the line-up and the first games
			m.Entrants[r.IntN(len(m.Entrants))].Gone = true
		}
		var points [2]float64
		colours := map[int]map[int]int{} // by board and team: games with White, less those with Black
		for len(m.Rounds) < m.Total() {
			round, err := m.PairNext()
			if err != nil {
				t.Fatal(err)
			}
			whites := 0
			for i := range round.Games {
				g := &round.Games[i]
				white, black := m.Entrants[g.White-1], m.Entrants[g.Black-1]
				if white.Team == black.Team || m.Board(g.White) != i || m.Board(g.Black) != i {
					t.Fatalf("%d: game %d is %d against %d", seed, i, g.White, g.Black)
				}
				if (white.Team == 1) != ((i+len(m.Rounds))%2 == 0) {
					t.Errorf("%d: team %d has White on board %d in round %d", seed, white.Team, i+1, len(m.Rounds)+1)
				}
				whites += white.Team
				if i > 0 {
					for _, number := range []int{g.White, g.Black} {
						team := m.Entrants[number-1].Team
						for _, above := range m.Groups[team][:i] {
							if m.Entrants[above-1].Rating < m.Entrants[number-1].Rating && !given[above] && !given[number] {
								t.Errorf("%d: board %d has %d below %d", seed, i+1, number, above)
							}
						}
					}
				}
				if colours[i] == nil {
					colours[i] = map[int]int{}
				}
				colours[i][white.Team]++
				colours[i][black.Team]--
				if forfeits := white.Gone || black.Gone; forfeits != (g.Result != pairing.Pending) {
					t.Errorf("%d: game %d has the result %q", seed, i, g.Result)
				}
				if g.Result == pairing.Pending {
					g.Result = []pairing.Result{pairing.WhiteWins, pairing.BlackWins, pairing.Drawn, pairing.WhiteForfeits, pairing.BlackForfeits, pairing.BothForfeit}[r.IntN(6)]
				}
				switch g.Result {
				case pairing.WhiteWins, pairing.BlackForfeits:
					points[white.Team]++
				case pairing.BlackWins, pairing.WhiteForfeits:
					points[black.Team]++
				case pairing.Drawn:
					points[0] += .5
					points[1] += .5
				}
			}
			if rest := len(round.Games) - 2*whites; rest < -1 || rest > 1 {
				t.Errorf("%d: the second team has White %d times of %d", seed, whites, len(round.Games))
			}
			m.Rounds = append(m.Rounds, round)
		}
		for i, teams := range colours {
			if m.Double && (teams[0] != 0 || teams[1] != 0) {
				t.Errorf("%d: board %d has the colours %v", seed, i+1, teams)
			}
		}
		got, open := m.Halves()
		if open != 0 || float64(got[0])/2 != points[0] || float64(got[1])/2 != points[1] {
			t.Errorf("%d: %v half points and %d open games, want %v points", seed, got, open, points)
		}
		places, err := m.Standings()
		if err != nil {
			t.Fatal(err)
		}
		var sums [2]float64
		for _, p := range places {
			sums[p.Group] += p.Points
		}
		if sums != points {
			t.Errorf("%d: the members have %v points, the teams %v", seed, sums, points)
		}
		winners := m.Winning()
		switch won := points[0] > points[1]; {
		case points[0] == points[1] && winners != nil, points[0] != points[1] && len(winners) != m.Boards:
			t.Errorf("%d: %v points, and the winners are %v", seed, points, winners)
		case winners != nil && (m.Entrants[winners[0]-1].Team == 0) != won:
			t.Errorf("%d: %v points, and team %d wins", seed, points, m.Entrants[winners[0]-1].Team)
		}
	}
}
