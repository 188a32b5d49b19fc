package pairing

import (
	"context"
	"fmt"

	cp "github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/roundrobin"
)

// RoundRobin pairs everybody with everybody by FIDE's Berger tables (Handbook
// C.05), within groups or all together. Entrants who have left keep their
// place in the tables, and their games are forfeited.
type RoundRobin struct {
	// Double means that everybody meets twice, with colours reversed.
	Double bool
	// Groups holds the entrant numbers of each group.
	Groups [][]int
}

// Rounds returns the number of rounds.
func (rr RoundRobin) Rounds() (most int) {
	for _, group := range rr.Groups {
		rounds := len(group) - 1 + len(group)%2
		if rr.Double {
			rounds *= 2
		}
		most = max(most, rounds)
	}
	return most
}

// Pair implements [Pairer]. Entrants of a group that has finished before others get
// zero-point byes.
func (rr RoundRobin) Pair(s State) (Round, error) {
	next := len(s.Rounds) + 1
	if next > rr.Rounds() {
		return Round{}, ErrNoPairing
	}
	var round Round
	for _, group := range rr.Groups {
		part, err := rr.pairGroup(group, next)
		if err != nil {
			return Round{}, err
		}
		round.Games = append(round.Games, part.Games...)
		round.Byes = append(round.Byes, part.Byes...)
	}
	for i := range round.Games {
		g := &round.Games[i]
		switch white, black := s.gone(g.White), s.gone(g.Black); {
		case white && black:
			g.Result = BothForfeit
		case white:
			g.Result = WhiteForfeits
		case black:
			g.Result = BlackForfeits
		}
	}
	return round, s.whole(round)
}

func (rr RoundRobin) pairGroup(group []int, next int) (Round, error) {
	if next > (RoundRobin{Double: rr.Double, Groups: [][]int{group}}).Rounds() {
		var round Round
		for _, n := range group {
			round.Byes = append(round.Byes, Bye{n, Zero})
		}
		return round, nil
	}
	cycles := 1
	if rr.Double {
		cycles = 2
	}
	state := &cp.TournamentState{CurrentRound: next}
	for _, n := range group {
		state.Players = append(state.Players, cp.PlayerEntry{ID: name(n), DisplayName: name(n)})
	}
	result, err := roundrobin.New(roundrobin.Options{Cycles: &cycles}).Pair(context.Background(), state)
	if err != nil {
		return Round{}, fmt.Errorf("round %d of a group of %d: %w", next, len(group), err)
	}
	round := read(result)
	for i := range round.Byes {
		round.Byes[i].Kind = Zero // in a round robin everybody has the same number of byes
	}
	return round, nil
}
