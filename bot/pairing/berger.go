package pairing

import (
	"context"
	"fmt"

	cp "github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/roundrobin"
)

// RoundRobin pairs everybody with everybody by the Berger tables of FIDE
// (Handbook C.05), in groups or all together. Entrants who are gone keep
// their place in the tables: their games are forfeited.
type RoundRobin struct {
	// Double means that all meet twice, with the colours changed.
	Double bool
	// Groups holds the numbers of each group's entrants.
	Groups [][]int
}

// Rounds returns how many rounds there are.
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

// Pair implements [Pairer]. A group that has finished earlier than others has
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
		round.Byes[i].Kind = Zero // everybody has as many
	}
	return round, nil
}
