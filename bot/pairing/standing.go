package pairing

import (
	"cmp"
	"context"
	"slices"

	"github.com/gnutterts/chesspairing/scoring/standard"
	"github.com/gnutterts/chesspairing/standings"
)

// Standing is the place of an entrant. Those who are equal in all that counts
// share a place.
type Standing struct {
	Entrant             int
	Place               int
	Points              float64
	Wins, Draws, Losses int
	TieBreaks           []float64 // as many as were asked for
}

// TieBreak is what puts entrants of equal points in order.
type TieBreak string

// The tie-breaks, as people name them.
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

// TieBreaks lists all of them.
func TieBreaks() []TieBreak {
	return []TieBreak{Buchholz, BuchholzCut1, BuchholzMedian, SonnebornBerger, DirectEncounter, MostWins, Progressive, GamesAsBlack}
}

var libraryTieBreaks = map[TieBreak]string{
	Buchholz: "buchholz", BuchholzCut1: "buchholz-cut1", BuchholzMedian: "buchholz-median", SonnebornBerger: "sonneborn-berger",
	DirectEncounter: "direct-encounter", MostWins: "wins", Progressive: "progressive", GamesAsBlack: "black-games",
}

// Rank returns the standings, the best first; entrants who share a place
// come by number. Among those asked for it must know every tie-break.
func Rank(s State, by []TieBreak) ([]Standing, error) {
	var ids []string
	for _, t := range by {
		ids = append(ids, libraryTieBreaks[t])
	}
	table, err := standings.BuildByID(context.Background(), s.chess(), standard.New(standard.Options{}), ids)
	if err != nil {
		return nil, err
	}
	var all []Standing
	for _, row := range table {
		st := Standing{Entrant: number(row.PlayerID), Points: row.Score, Wins: row.Wins, Draws: row.Draws, Losses: row.Losses}
		for i, t := range row.TieBreakers {
			value := t.Value
			if by[i] == DirectEncounter {
				value = 0 // see [State.part]
			} else if own, ok := s.ofOpponents(st.Entrant, by[i]); ok && s.Swiss {
				value = own
			}
			st.TieBreaks = append(st.TieBreaks, value)
		}
		all = append(all, st)
	}
	slices.SortStableFunc(all, func(a, b Standing) int { return cmp.Or(cmp.Compare(b.Points, a.Points), a.Entrant-b.Entrant) })
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to].Points == all[from].Points {
			to++
		}
		s.part(all[from:to], by, 0, from+1)
		from = to
	}
	return all, nil
}
