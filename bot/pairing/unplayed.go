package pairing

import "slices"

// In a Swiss tournament, tie-breaks based on opponents' scores treat unplayed rounds by FIDE's
// Handbook C.07, version of 1 August 2024, article 16:
//
//   - A voluntary unplayed round is a requested bye, a round after a withdrawal, or a loss by
//     forfeit (16.2.5).
//   - An opponent's points count as they are, except that a requested bye or missed round counts
//     half a point if only voluntary unplayed rounds follow it (16.3).
//   - In one's own unplayed rounds of any kind, the opponent is a dummy with the same number of
//     points as oneself (16.4).
//   - The first to be cut is the lowest of one's voluntary unplayed rounds; if there is none, the
//     lowest of all (16.5).
//
// In any other tournament opponents count with their points, and one's own unplayed rounds as a
// dummy with the same number of points as oneself, against whom nothing was scored.

// roundRecord is an entrant's result in a finished round.
type roundRecord struct {
	halves   int // scored
	opponent int // zero if it was unplayed
	// requested means a requested bye or a round after a withdrawal; forfeited means a loss by
	// forfeit.
	requested, forfeited bool
}

func (r roundRecord) voluntary() bool { return r.requested || r.forfeited }

// records returns an entrant's finished rounds in order. An ongoing game has no record, but the
// entrant is present for it: ongoing holds the indexes in all before which such rounds belong.
func (s State) records(number int) (all []roundRecord, ongoing []int) {
	for _, round := range s.Rounds {
		for _, b := range round.Byes {
			if b.Entrant == number {
				all = append(all, roundRecord{halves: b.Kind.Halves(), requested: b.Kind != Allocated})
			}
		}
		for _, g := range round.Games {
			if g.White != number && g.Black != number {
				continue
			}
			own, black := g.Result.Halves()
			if g.Black == number {
				own = black
			}
			switch {
			case g.Result == Pending:
				ongoing = append(ongoing, len(all))
			case g.Result.Played():
				all = append(all, roundRecord{halves: own, opponent: g.White + g.Black - number})
			default:
				all = append(all, roundRecord{halves: own, forfeited: own == 0})
			}
		}
	}
	return all, ongoing
}

// adjusted returns an entrant's half points as they count in the tie-breaks of opponents.
func (s State) adjusted(number int) (halves int) {
	all, ongoing := s.records(number)
	for i, r := range all {
		last := !slices.ContainsFunc(all[i+1:], func(later roundRecord) bool { return !later.voluntary() }) &&
			!slices.ContainsFunc(ongoing, func(at int) bool { return at > i })
		if r.requested && last {
			halves++
		} else {
			halves += r.halves
		}
	}
	return halves
}

// contribution is what one round adds to a sum over opponents: the opponent's half points.
type contribution struct {
	halves    int
	gained    int // half points that the entrant scored in the round
	voluntary bool
}

// contributions returns the contributions of an entrant's rounds, the lowest first.
func (s State) contributions(number int) (all []contribution) {
	records, ongoing := s.records(number)
	own := sum(records)
	for _, r := range records {
		c := contribution{halves: own, gained: r.halves, voluntary: r.voluntary()}
		switch {
		case r.opponent != 0 && s.Swiss:
			c.halves = s.adjusted(r.opponent)
		case r.opponent != 0:
			c.halves = s.tally(r.opponent).halves
		case !s.Swiss:
			c.gained, c.voluntary = 0, false
		}
		all = append(all, c)
	}
	if !s.Swiss {
		for range ongoing {
			all = append(all, contribution{halves: own})
		}
	}
	slices.SortStableFunc(all, func(a, b contribution) int { return a.halves - b.halves })
	return all
}

// sum returns the half points of rounds.
func sum(records []roundRecord) (halves int) {
	for _, r := range records {
		halves += r.halves
	}
	return halves
}

// ofOpponents returns the value of a tie-break based on opponents' scores.
func (s State) ofOpponents(number int, by TieBreak) (value float64) {
	all := s.contributions(number)
	switch by {
	case BuchholzCut1:
		all = cutLeast(all)
	case BuchholzMedian:
		if all = cutLeast(all); len(all) > 0 {
			all = all[:len(all)-1]
		}
	}
	for _, c := range all {
		if by == SonnebornBerger {
			value += float64(c.halves*c.gained) / 4
		} else {
			value += float64(c.halves) / 2
		}
	}
	return value
}

// cutLeast removes the lowest contribution of a voluntary unplayed round, or if there is none, the
// lowest of all.
func cutLeast(sorted []contribution) []contribution {
	if len(sorted) == 0 {
		return nil
	}
	at := max(slices.IndexFunc(sorted, func(c contribution) bool { return c.voluntary }), 0)
	return slices.Delete(slices.Clone(sorted), at, at+1)
}
