package league

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

// Range is the best and the worst place that an entrant can still finish in.
type Range struct{ Best, Worst int }

// Has reports whether a place is in the range.
func (r Range) Has(place int) bool { return r.Best <= place && place <= r.Worst }

// MostExact is the greatest number of undecided games for which [Ranges] is exact.
const MostExact = 10

// Ranges returns the range of each entrant of a division, by their numbers: that of entrant 1
// comes first. The places are those of [tournament.Tournament.Standings], so entrants who are
// equal after all tie-breaks share one. Ranges returns an error if the tournament is not a round
// robin in a single group.
//
// The final place is always within the range, and a range never widens from one result to the
// next: an undecided game may still end in any of the results that a tournament knows, forfeits
// of one side or both included, so that withdrawals, no-shows and adjudications are provided for.
// With up to [MostExact] undecided games both ends of a range can be reached. With more, entrants
// count as independent of each other, and equal points as both better and worse. The exact search
// takes some milliseconds, seldom a few tenths of a second.
//
// What organisers take back or overrule may widen a range: a result that is removed, a removed
// entrant, and one who is let in again.
func Ranges(t *tournament.Tournament) ([]Range, error) {
	if t.System != bot.RoundRobin || len(t.Groups) > 1 || t.GroupCount > 1 {
		return nil, errors.New("a division is a round robin in a single group")
	}
	all := make([]Range, len(t.Entrants))
	if t.Over() {
		places, err := t.Standings()
		for _, p := range places {
			all[p.Entrant-1] = Range{p.Place, p.Place}
		}
		return all, err
	}
	table, err := newTable(t)
	if err != nil {
		return nil, err
	}
	exact := len(table.games) <= MostExact && len(t.Entrants) < 64 && foreseeable(t.TieBreaks)
	for p := range all {
		all[p] = table.bounds(p)
		if exact && all[p].Best < all[p].Worst {
			all[p] = Range{1 + table.fewest(p), 1 + table.most(p)}
		}
		if t.Removed(p + 1) { // those who were removed come last
			all[p].Best += table.staying
			all[p].Worst += table.staying
		}
	}
	return all, nil
}

// table is a division with its undecided games. Entrants are counted from 0 here, and points in
// halves.
type table struct {
	// state holds all rounds. The results of undecided games are tried out in it.
	state   pairing.State
	by      []pairing.TieBreak
	games   []game
	removed []bool
	staying int // how many have not been removed
	// low and high are the points that each entrant has at least and at most in the end.
	low, high []int
}

// game is an undecided game.
type game struct {
	players  [2]int // White and Black
	result   *pairing.Result
	outcomes []outcome
}

// outcome is one way in which the points of a game can be shared. The results differ only in
// tie-breaks.
type outcome struct {
	points  [2]int
	results []pairing.Result
}

// The outcomes of an undecided game. In a forfeit nobody has played.
var (
	noPoints = outcome{[2]int{0, 0}, []pairing.Result{pairing.BothForfeit}}
	anything = []outcome{noPoints, {[2]int{1, 1}, []pairing.Result{pairing.Drawn}},
		{[2]int{2, 0}, []pairing.Result{pairing.WhiteWins, pairing.BlackForfeits}},
		{[2]int{0, 2}, []pairing.Result{pairing.BlackWins, pairing.WhiteForfeits}}}
)

// newTable returns the table of a division, with the rounds that have not been paired yet.
//
// If all but one have left, a tournament ends before its last round. So in rounds that are not
// paired yet the games of withdrawn players are undecided: either they are forfeited, or they never
// exist. By all tie-breaks with a scope, that is the same as a game that both sides forfeit.
func newTable(t *tournament.Tournament) (*table, error) {
	t = t.Clone()
	paired := len(t.Rounds)
	for len(t.Rounds) < t.Total() {
		round, err := t.PairNext()
		if err != nil {
			return nil, err
		}
		t.Rounds = append(t.Rounds, round)
	}
	n := len(t.Entrants)
	all := &table{state: t.State(), by: t.TieBreaks, removed: make([]bool, n), low: make([]int, n)}
	for p := range n {
		all.removed[p] = t.Removed(p + 1)
		if !all.removed[p] {
			all.staying++
		}
	}
	for i, r := range all.state.Rounds {
		for j := range r.Games {
			all.add(&r.Games[j], i < paired)
		}
	}
	all.high = slices.Clone(all.low)
	for _, g := range all.games {
		for side, p := range g.players {
			all.high[p] += g.most(side)
		}
	}
	return all, nil
}

// add adds a game of a round that is paired already, or not yet.
func (t *table) add(g *pairing.Game, paired bool) {
	players := [2]int{g.White - 1, g.Black - 1}
	white, black := g.Result.Halves()
	switch {
	case g.Result == pairing.Pending:
		t.games = append(t.games, game{players, &g.Result, anything})
	case !paired && white+black > 0:
		t.games = append(t.games, game{players, &g.Result, []outcome{noPoints, {[2]int{white, black}, []pairing.Result{g.Result}}}})
	default:
		t.low[players[0]] += white
		t.low[players[1]] += black
	}
}

// most returns the most points that a side can score.
func (g game) most(side int) (points int) {
	for _, o := range g.outcomes {
		points = max(points, o.points[side])
	}
	return points
}

// rivals reports whether one of two entrants can be placed ahead of the other by points. Those who
// have been removed do not displace others.
func (t *table) rivals(p, q int) bool { return p != q && t.removed[p] == t.removed[q] }

// bounds returns the places that an entrant can reach if entrants are independent of each other.
func (t *table) bounds(p int) Range {
	r := Range{1, 1}
	for q := range t.low {
		if t.rivals(p, q) && t.low[q] > t.high[p] {
			r.Best++
		}
		if t.rivals(p, q) && t.high[q] >= t.low[p] {
			r.Worst++
		}
	}
	return r
}
