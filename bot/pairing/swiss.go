package pairing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	cp "github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/dutch"
)

// Swiss pairs by FIDE's Dutch system (Handbook C.04.3). Nobody meets an opponent
// twice, unless their first game was forfeited, and nobody gets the pairing-allocated bye twice or, if
// avoidable, after a win by forfeit. Pairing takes
// about a tenth of a second for 64 entrants, a second for 128 and twenty for 256.
type Swiss struct{}

// Pair implements [Pairer]. If only requested byes make it impossible to pair the others, these do
// not play either: a single one gets the pairing-allocated bye if they have not had it, all others half a point.
func (Swiss) Pair(s State) (Round, error) {
	round, err := s.swiss()
	if !errors.Is(err, ErrNoPairing) || len(s.Byes) == 0 {
		return round, err
	}
	all := s
	all.Byes = nil
	if _, err := all.swiss(); err != nil {
		return Round{}, err
	}
	return s.idle(), nil
}

// idle returns a round of byes only.
func (s State) idle() Round {
	round := Round{Byes: s.absent()}
	all := s.histories()
	for _, h := range all {
		kind := Half
		if len(all) == 1 && !h.left {
			kind = Allocated
		}
		round.Byes = append(round.Byes, Bye{h.number, kind})
	}
	return round
}

// swiss pairs the entrants who are to play.
func (s State) swiss() (Round, error) {
	if len(s.playing()) < 2 {
		return Round{}, ErrNoPairing
	}
	round, err := s.dutch(true)
	if errors.Is(err, ErrNoPairing) {
		round, err = s.dutch(false)
	}
	if errors.Is(err, ErrNoPairing) {
		round, err = s.search()
	}
	return round, err
}

// dutch pairs the next round with the library. If strict, entrants who have won by forfeit do not get the
// pairing-allocated bye (C.04.1, rule d), which a small tournament may not be able to satisfy.
func (s State) dutch(strict bool) (Round, error) {
	state := s.chess()
	if strict {
		forfeitsAsByes(state)
	}
	for i := range state.Players {
		if s.Entrants[i].Gone {
			last := len(s.Rounds)
			state.Players[i].WithdrawnAfterRound = &last
		}
	}
	// The library assumes that this is the last round, in which leaders may get a colour once more than usual, unless
	// the state has further rounds. It does not look into them.
	for n := len(s.Rounds); n < s.Total-1; n++ {
		state.Rounds = append(state.Rounds, cp.RoundData{Number: n + 1})
	}
	for _, b := range s.Byes {
		if !s.gone(b.Entrant) {
			state.PreAssignedByes = append(state.PreAssignedByes, byeEntries([]Bye{b})...)
		}
	}
	result, err := dutch.New(dutch.Options{}).Pair(context.Background(), state)
	if errors.Is(err, dutch.ErrTooFewPlayers) || errors.Is(err, dutch.ErrNoPairingPossible) {
		return Round{}, ErrNoPairing
	}
	if err != nil {
		return Round{}, fmt.Errorf("pairing round %d: %w", len(s.Rounds)+1, err)
	}
	round := read(result)
	gone := s.absent()
	for _, b := range gone {
		if s.gone(b.Entrant) {
			round.Byes = append(round.Byes, b)
		}
	}
	if err := s.whole(round); err != nil {
		return Round{}, fmt.Errorf("%w: %w", ErrNoPairing, err)
	}
	return round, s.fair(round)
}

// forfeitsAsByes replaces forfeited games by what they are for pairing:
// a full-point bye for one side, an absence for the other.
func forfeitsAsByes(state *cp.TournamentState) {
	for i := range state.Rounds {
		r := &state.Rounds[i]
		r.Games = slices.DeleteFunc(r.Games, func(g cp.GameData) bool {
			byes := map[cp.GameResult][2]cp.ByeType{
				cp.ResultForfeitWhiteWins: {cp.ByePAB, cp.ByeZero}, cp.ResultForfeitBlackWins: {cp.ByeZero, cp.ByePAB},
			}
			b, forfeited := byes[g.Result]
			if forfeited {
				r.Byes = append(r.Byes, cp.ByeEntry{PlayerID: g.WhiteID, Type: b[0]}, cp.ByeEntry{PlayerID: g.BlackID, Type: b[1]})
			}
			return forfeited
		})
	}
}

func (s State) gone(number int) bool {
	for _, e := range s.Entrants {
		if e.Number == number {
			return e.Gone
		}
	}
	return false
}

// fair returns an error if a round repeats a pairing or a pairing-allocated bye. The library may
// return such a round if it finds no other.
func (s State) fair(r Round) error {
	for _, before := range s.Rounds {
		for _, old := range before.Games {
			for _, g := range r.Games {
				if old.Result.Played() && (g.White == old.White && g.Black == old.Black || g.White == old.Black && g.Black == old.White) {
					return ErrNoPairing
				}
			}
		}
		for _, old := range before.Byes {
			for _, b := range r.Byes {
				if b == old && b.Kind == Allocated {
					return ErrNoPairing
				}
			}
		}
	}
	return nil
}
