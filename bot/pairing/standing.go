package pairing

import (
	"cmp"
	"context"
	"slices"

	"github.com/gnutterts/chesspairing/scoring/standard"
	"github.com/gnutterts/chesspairing/standings"
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

var libraryTieBreaks = map[TieBreak]string{
	Buchholz: "buchholz", BuchholzCut1: "buchholz-cut1", BuchholzMedian: "buchholz-median", SonnebornBerger: "sonneborn-berger",
	DirectEncounter: "direct-encounter", MostWins: "wins", Progressive: "progressive", GamesAsBlack: "black-games",
}

// Rank returns the standings, the best first; entrants who share a place
// are in order of number. It returns an error for an unknown tie-break.
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
