package pairing_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"raumbot/bot/pairing"
)

// TestHardlyAnybody pairs tournaments in which few or none can play: there is a round of byes, or
// an error that says that there is no round.
func TestHardlyAnybody(t *testing.T) {
	half := func(n int) (byes []pairing.Bye) {
		for i := range n {
			byes = append(byes, pairing.Bye{Entrant: i + 1, Kind: pairing.Half})
		}
		return byes
	}
	allButFirstGone := everybody(5)
	for i := range allButFirstGone[1:] {
		allButFirstGone[i+1].Gone = true
	}
	allGone := []pairing.Entrant{{Number: 1, Gone: true}, {Number: 2, Gone: true}}
	met := []pairing.Round{{Games: []pairing.Game{{White: 1, Black: 2, Result: pairing.Drawn}}}}
	for _, c := range []struct {
		name  string
		state pairing.State
		want  *pairing.Round // nil for none
	}{
		{"nobody", pairing.State{Total: 3}, nil},
		{"one entrant", pairing.State{Total: 3, Entrants: everybody(1)}, nil},
		{"two entrants", pairing.State{Total: 3, Entrants: everybody(2)}, &pairing.Round{Games: []pairing.Game{{White: 1, Black: 2}}}},
		{"two entrants again", pairing.State{Total: 3, Entrants: everybody(2), Rounds: met}, nil},
		{"three entrants", pairing.State{Total: 3, Entrants: everybody(3)},
			&pairing.Round{Games: []pairing.Game{{White: 1, Black: 2}}, Byes: []pairing.Bye{{Entrant: 3, Kind: pairing.Allocated}}}},
		{"all but one gone", pairing.State{Total: 3, Entrants: allButFirstGone}, nil},
		{"all gone", pairing.State{Total: 3, Entrants: allGone}, nil},
		{"all want a bye", pairing.State{Total: 3, Entrants: everybody(6), Byes: half(6)}, &pairing.Round{Byes: half(6)}},
		{"all but one want a bye", pairing.State{Total: 3, Entrants: everybody(6), Byes: half(5)},
			&pairing.Round{Byes: append(half(5), pairing.Bye{Entrant: 6, Kind: pairing.Allocated})}},
	} {
		round, err := pairing.Swiss{}.Pair(c.state)
		if c.want == nil && !errors.Is(err, pairing.ErrNoPairing) || c.want != nil && (err != nil || !reflect.DeepEqual(round, *c.want)) {
			t.Errorf("%s: %+v, %v, want %+v", c.name, round, err, c.want)
		}
	}
}

// TestMoreRoundsThanOpponents plays on until nobody can be paired any more. The last attempts, for
// which a search among the possible rounds would take forever, end soon.
func TestMoreRoundsThanOpponents(t *testing.T) {
	for _, entrants := range []int{7, 24, 41} {
		s := pairing.State{Total: 2 * entrants, Entrants: everybody(entrants)}
		for {
			began := time.Now()
			round, err := pairing.Swiss{}.Pair(s)
			if took := time.Since(began); took > 20*time.Second {
				t.Fatalf("round %d of %d entrants took %v", len(s.Rounds)+1, entrants, took)
			}
			if errors.Is(err, pairing.ErrNoPairing) {
				break
			}
			if err != nil || len(s.Rounds) >= entrants {
				t.Fatalf("round %d of %d entrants: %v", len(s.Rounds)+1, entrants, err)
			}
			for i := range round.Games {
				round.Games[i].Result = []pairing.Result{pairing.WhiteWins, pairing.Drawn, pairing.BlackWins}[(i*i+len(s.Rounds))%3]
			}
			s.Rounds = append(s.Rounds, round)
			if fault := swissFault(s); fault != "" {
				t.Fatalf("%d entrants, round %d: %s", entrants, len(s.Rounds), fault)
			}
		}
		if len(s.Rounds) < entrants/2 {
			t.Errorf("%d entrants have played only %d rounds", entrants, len(s.Rounds))
		}
	}
}

// TestLargeField pairs as many entrants as a tournament takes, of whom a few ask for byes or do not
// come.
func TestLargeField(t *testing.T) {
	r := rand.New(rand.NewPCG(256, 1))
	s := pairing.State{Total: 9, Entrants: everybody(256)}
	for len(s.Rounds) < 4 {
		s.Byes = nil
		for i := range 5 {
			s.Byes = append(s.Byes, pairing.Bye{Entrant: 1 + 50*i + r.IntN(50), Kind: pairing.Half})
		}
		began := time.Now()
		round, err := pairing.Swiss{}.Pair(s)
		if took := time.Since(began); err != nil || took > 30*time.Second {
			t.Fatalf("round %d took %v: %v", len(s.Rounds)+1, took, err)
		}
		for i := range round.Games {
			round.Games[i].Result = anyResult(r)
		}
		s.Rounds = append(s.Rounds, round)
		if fault := swissFault(s); fault != "" {
			t.Fatalf("round %d: %s", len(s.Rounds), fault)
		}
	}
}
