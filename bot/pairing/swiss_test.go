package pairing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"raumbot/bot/pairing"
)

// anyResult returns a random result; forfeits are rare.
func anyResult(r *rand.Rand) pairing.Result {
	if r.IntN(12) == 0 {
		return []pairing.Result{pairing.WhiteForfeits, pairing.BlackForfeits, pairing.BothForfeit}[r.IntN(3)]
	}
	return []pairing.Result{pairing.WhiteWins, pairing.WhiteWins, pairing.BlackWins, pairing.Drawn}[r.IntN(4)]
}

func anyState(r *rand.Rand) pairing.State {
	s := pairing.State{Total: 3 + r.IntN(6)}
	for n := range 2*s.Total + r.IntN(16) {
		s.Entrants = append(s.Entrants, pairing.Entrant{Number: n + 1, Rating: 1000 + 50*r.IntN(20)})
	}
	return s
}

// TestSwissProperties plays random Swiss tournaments with forfeits, requested
// byes, late entries and withdrawals, and checks every round against the
// rules that matter to players.
func TestSwissProperties(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := anyState(r)
		for len(s.Rounds) < s.Total {
			s.Byes = nil
			if last := len(s.Rounds) == s.Total-1; !last {
				for i := range s.Entrants {
					switch e := &s.Entrants[i]; {
					case r.IntN(60) == 0:
						e.Gone = true
					case !e.Gone && r.IntN(25) == 0:
						s.Byes = append(s.Byes, pairing.Bye{Entrant: e.Number, Kind: pairing.Half})
					}
				}
			}
			if len(s.Rounds) == 1 && r.IntN(2) == 0 {
				s.Entrants = append(s.Entrants, pairing.Entrant{Number: len(s.Entrants) + 1, Rating: 1500})
				s.Rounds[0].Byes = append(s.Rounds[0].Byes, pairing.Bye{Entrant: len(s.Entrants), Kind: pairing.Half})
			}
			round, err := pairing.Swiss{}.Pair(s)
			if err != nil {
				t.Fatalf("seed %d, round %d of %d with %d: %v", seed, len(s.Rounds)+1, s.Total, len(s.Entrants), err)
			}
			if seed%8 == 0 && !same(s, round) {
				t.Fatalf("seed %d: the same state gives two rounds", seed)
			}
			for i := range round.Games {
				round.Games[i].Result = anyResult(r)
			}
			s.Rounds = append(s.Rounds, round)
			if fault := swissFault(s); fault != "" {
				t.Fatalf("seed %d, round %d of %d with %d: %s", seed, len(s.Rounds), s.Total, len(s.Entrants), fault)
			}
		}
	}
}

// swissFault describes what is wrong with the latest round of a Swiss tournament.
func swissFault(s pairing.State) string {
	met, left, colours, score := map[[2]int]bool{}, map[int]int{}, map[int]int{}, map[int]int{}
	for n, round := range s.Rounds {
		seen := map[int]bool{}
		before := map[int]int{}
		for e, h := range score {
			before[e] = h
		}
		for _, g := range round.Games {
			pair := [2]int{min(g.White, g.Black), max(g.White, g.Black)}
			if met[pair] {
				return fmt.Sprintf("%v meet again", pair)
			}
			if seen[g.White] || seen[g.Black] {
				return fmt.Sprintf("%v are in a round twice", pair)
			}
			seen[g.White], seen[g.Black] = true, true
			white, black := g.Result.Halves()
			score[g.White], score[g.Black] = score[g.White]+white, score[g.Black]+black
			if !g.Result.Played() {
				continue
			}
			met[pair] = true
			colours[g.White]++
			colours[g.Black]--
			for _, e := range pair {
				// In the last round a leader may get a colour once more than usual (C.04.3, C3).
				leaders := n == s.Total-1 && max(before[g.White], before[g.Black]) > n
				if d := colours[e]; (d > 2 || d < -2) && !leaders {
					return fmt.Sprintf("the colours of %d differ by %d", e, d)
				}
			}
		}
		for _, b := range round.Byes {
			seen[b.Entrant] = true
			score[b.Entrant] += b.Kind.Halves()
			if b.Kind == pairing.Allocated {
				left[b.Entrant]++
			}
			if left[b.Entrant] > 1 {
				return fmt.Sprintf("%d is left over twice", b.Entrant)
			}
		}
		if n == len(s.Rounds)-1 && len(seen) != len(s.Entrants) {
			return fmt.Sprintf("%d of %d are in the round", len(seen), len(s.Entrants))
		}
	}
	return ""
}

// TestSwissEnds checks that a tournament with too many rounds ends instead of
// repeating pairings.
func TestSwissEnds(t *testing.T) {
	for entrants := range 8 {
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 2))
			s := pairing.State{Total: 20}
			for n := range entrants {
				s.Entrants = append(s.Entrants, pairing.Entrant{Number: n + 1})
			}
			for {
				round, err := pairing.Swiss{}.Pair(s)
				if errors.Is(err, pairing.ErrNoPairing) {
					break
				}
				if err != nil {
					t.Fatalf("%d entrants, round %d: %v", entrants, len(s.Rounds)+1, err)
				}
				for i := range round.Games {
					round.Games[i].Result = []pairing.Result{pairing.WhiteWins, pairing.Drawn, pairing.BlackWins}[r.IntN(3)]
				}
				s.Rounds = append(s.Rounds, round)
				if fault := swissFault(s); fault != "" {
					t.Fatalf("%d entrants, seed %d, round %d: %s", entrants, seed, len(s.Rounds), fault)
				}
				if len(s.Rounds) > entrants {
					t.Fatalf("%d entrants have played %d rounds", entrants, len(s.Rounds))
				}
			}
			if entrants > 1 && len(s.Rounds) == 0 {
				t.Errorf("%d entrants have not played at all", entrants)
			}
		}
	}
}

// same reports whether a state gives the same round again.
func same(s pairing.State, round pairing.Round) bool {
	again, err := pairing.Swiss{}.Pair(s)
	return err == nil && reflect.DeepEqual(round, again)
}

// TestSwissGivesUp plays small fields for many rounds and checks that pairing fails only if no
// round exists.
func TestSwissGivesUp(t *testing.T) {
	refused := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 77))
		n := 5 + r.IntN(6)
		s := pairing.State{Total: n - 1 + n%2}
		for i := range n {
			s.Entrants = append(s.Entrants, pairing.Entrant{Number: i + 1, Rating: 1500})
		}
		for len(s.Rounds) < s.Total {
			round, err := pairing.Swiss{}.Pair(s)
			if err != nil {
				refused++
				if !errors.Is(err, pairing.ErrNoPairing) || possible(s) {
					t.Fatalf("seed %d, round %d of %d with %d: %v, though there is a pairing", seed, len(s.Rounds)+1, s.Total, n, err)
				}
				break
			}
			for i := range round.Games {
				round.Games[i].Result = anyResult(r)
			}
			s.Rounds = append(s.Rounds, round)
			if fault := swissFault(s); fault != "" {
				t.Fatalf("seed %d, round %d of %d with %d: %s", seed, len(s.Rounds), s.Total, n, fault)
			}
		}
	}
	if refused == 0 {
		t.Error("no round was refused")
	}
}

// possible reports by brute force whether there is a round that repeats nothing and gives nobody a
// colour three times in a row, or three times more often than the other.
func possible(s pairing.State) bool {
	met, left, must := map[[2]int]bool{}, map[int]bool{}, map[int]string{}
	colours := map[int]string{}
	for _, round := range s.Rounds {
		for _, g := range round.Games {
			if g.Result.Played() {
				met[[2]int{g.White, g.Black}], met[[2]int{g.Black, g.White}] = true, true
				colours[g.White] += "w"
				colours[g.Black] += "b"
			}
		}
		for _, b := range round.Byes {
			left[b.Entrant] = left[b.Entrant] || b.Kind == pairing.Allocated
		}
	}
	for n, had := range colours {
		white, black := strings.Count(had, "w"), strings.Count(had, "b")
		switch {
		case strings.HasSuffix(had, "ww") || white > black+1:
			must[n] = "b"
		case strings.HasSuffix(had, "bb") || black > white+1:
			must[n] = "w"
		}
	}
	var try func(rest []int, odd bool) bool
	try = func(rest []int, odd bool) bool {
		if len(rest) == 0 {
			return true
		}
		a, others := rest[0], rest[1:]
		if odd && !left[a] && try(others, false) {
			return true
		}
		for i, b := range others {
			if met[[2]int{a, b}] || must[a] != "" && must[a] == must[b] {
				continue
			}
			if try(append(append([]int{}, others[:i]...), others[i+1:]...), odd) {
				return true
			}
		}
		return false
	}
	var all []int
	for _, e := range s.Entrants {
		all = append(all, e.Number)
	}
	return try(all, len(all)%2 == 1)
}

// TestIdleRound checks that requested byes do not end a tournament: if nobody else can be paired
// because of them, there is a round without games.
func TestIdleRound(t *testing.T) {
	four := []pairing.Entrant{{Number: 1, Rating: 1800}, {Number: 2, Rating: 1700}, {Number: 3, Rating: 1600}, {Number: 4, Rating: 1500}}
	first := pairing.Round{Games: []pairing.Game{{White: 1, Black: 3, Result: pairing.WhiteWins}, {White: 2, Black: 4, Result: pairing.WhiteWins}}}
	half := func(numbers ...int) (byes []pairing.Bye) {
		for _, n := range numbers {
			byes = append(byes, pairing.Bye{Entrant: n, Kind: pairing.Half})
		}
		return byes
	}
	left := []pairing.Bye{{Entrant: 4, Kind: pairing.Allocated}}
	for name, c := range map[string]struct {
		state pairing.State
		want  []pairing.Bye // nil for no round
	}{
		"one of two":                {pairing.State{Entrants: four[:2], Total: 1, Byes: half(1)}, append(half(1), pairing.Bye{Entrant: 2, Kind: pairing.Allocated})},
		"both":                      {pairing.State{Entrants: four[:2], Total: 1, Byes: half(1, 2)}, half(1, 2)},
		"two who have met are left": {pairing.State{Entrants: four, Total: 3, Rounds: []pairing.Round{first}, Byes: half(2, 4)}, half(2, 4, 1, 3)},
		"left over once before": {pairing.State{Entrants: four, Total: 3, Byes: half(1, 2, 3), Rounds: []pairing.Round{
			{Games: []pairing.Game{{White: 1, Black: 2, Result: pairing.Drawn}}, Byes: append(half(3), left...)}}}, half(1, 2, 3, 4)},
		"all have met anyway": {pairing.State{Entrants: four[:2], Total: 2, Byes: half(1), Rounds: []pairing.Round{
			{Games: []pairing.Game{{White: 1, Black: 2, Result: pairing.Drawn}}}}}, nil},
	} {
		round, err := pairing.Swiss{}.Pair(c.state)
		if c.want == nil && !errors.Is(err, pairing.ErrNoPairing) || c.want != nil && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(round.Games) > 0 || !reflect.DeepEqual(round.Byes, c.want) {
			t.Errorf("%s: %+v, want %v", name, round, c.want)
		}
	}
}
