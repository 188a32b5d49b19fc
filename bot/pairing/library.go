package pairing

import (
	"fmt"
	"slices"
	"strconv"

	cp "github.com/gnutterts/chesspairing"
)

// name returns the library's identifier of an entrant. The library compares identifiers as text to break ties, hence the leading zeros.
func name(number int) string { return fmt.Sprintf("%05d", number) }

func number(name string) int {
	n, _ := strconv.Atoi(name)
	return n
}

var results = map[Result]cp.GameResult{
	Pending:       cp.ResultPending,
	WhiteWins:     cp.ResultWhiteWins,
	BlackWins:     cp.ResultBlackWins,
	Drawn:         cp.ResultDraw,
	WhiteForfeits: cp.ResultForfeitBlackWins,
	BlackForfeits: cp.ResultForfeitWhiteWins,
	BothForfeit:   cp.ResultDoubleForfeit,
}

var byeTypes = map[ByeKind]cp.ByeType{Allocated: cp.ByePAB, Half: cp.ByeHalf, Zero: cp.ByeZero}

// chess converts a state to the library's type. All entrants are in it
// from the first round on; byes say when they did not play.
func (s State) chess() *cp.TournamentState {
	state := &cp.TournamentState{CurrentRound: len(s.Rounds) + 1}
	for _, e := range s.Entrants {
		state.Players = append(state.Players, cp.PlayerEntry{ID: name(e.Number), DisplayName: name(e.Number), Rating: e.Rating})
	}
	for i, r := range s.Rounds {
		round := cp.RoundData{Number: i + 1, Byes: byeEntries(r.Byes)}
		for _, g := range r.Games {
			result := results[g.Result]
			round.Games = append(round.Games, cp.GameData{WhiteID: name(g.White), BlackID: name(g.Black), Result: result, IsForfeit: result.IsForfeit()})
		}
		state.Rounds = append(state.Rounds, round)
	}
	return state
}

func byeEntries(byes []Bye) (all []cp.ByeEntry) {
	for _, b := range byes {
		all = append(all, cp.ByeEntry{PlayerID: name(b.Entrant), Type: byeTypes[b.Kind]})
	}
	return all
}

// read converts the library's pairings to a round.
func read(result *cp.PairingResult) (r Round) {
	pairings := slices.Clone(result.Pairings)
	slices.SortStableFunc(pairings, func(a, b cp.GamePairing) int { return a.Board - b.Board })
	for _, p := range pairings {
		r.Games = append(r.Games, Game{White: number(p.WhiteID), Black: number(p.BlackID)})
	}
	for _, b := range result.Byes {
		for kind, t := range byeTypes {
			if t == b.Type {
				r.Byes = append(r.Byes, Bye{number(b.PlayerID), kind})
			}
		}
	}
	return r
}
