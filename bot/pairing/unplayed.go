package pairing

import "slices"

// Of a Swiss tournament, the tie-breaks that are made of opponents' scores follow FIDE's Handbook C.07 in the version of
// 1 August 2024, article 16, about rounds that are not played:
//
//   - A voluntary unplayed round is a bye by request, a round after a withdrawal, or a loss by forfeit (16.2.5).
//   - What an opponent has scored counts as it is, but a bye by request or a round missed counts half a point where no round
//     follows it but voluntary unplayed ones (16.3).
//   - In one's own unplayed rounds, of whatever kind, one's opponent is a dummy with as many points as oneself (16.4).
//   - What is cut first is the least of one's voluntary unplayed rounds, and only then the least of all (16.5).

// roundRecord is what an entrant has in a round that is over for them.
type roundRecord struct {
	halves   int // that it has given
	opponent int // zero if it was not played
	// requested means a requested bye or a round after a withdrawal, forfeited a loss by forfeit.
	requested, forfeited bool
}

func (r roundRecord) voluntary() bool { return r.requested || r.forfeited }

// records returns the rounds of an entrant in their order. A game that goes on is none yet, but the
// entrant is there to play it: ongoing are the places at which such rounds stand.
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

// adjusted returns the half points of an entrant as they count for opponents.
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

// contribution is what a round adds to a sum over opponents: the opponent's half points.
type contribution struct {
	halves    int
	gained    int // half points that the entrant has of the round
	voluntary bool
}

// contributions returns what the rounds of an entrant add, the least first.
func (s State) contributions(number int) (all []contribution) {
	own := 0
	records, _ := s.records(number)
	for _, r := range records {
		own += r.halves
	}
	for _, r := range records {
		c := contribution{halves: own, gained: r.halves, voluntary: r.voluntary()}
		if r.opponent != 0 {
			c.halves = s.adjusted(r.opponent)
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b contribution) int { return a.halves - b.halves })
	return all
}

// ofOpponents returns a tie-break that is made of the scores of an entrant's opponents in a Swiss tournament, and
// whether it is one.
func (s State) ofOpponents(number int, by TieBreak) (value float64, ok bool) {
	all := s.contributions(number)
	switch by {
	case Buchholz, SonnebornBerger:
	case BuchholzCut1:
		all = cutLeast(all)
	case BuchholzMedian:
		if all = cutLeast(all); len(all) > 0 {
			all = all[:len(all)-1]
		}
	default:
		return 0, false
	}
	for _, c := range all {
		if by == SonnebornBerger {
			value += float64(c.halves*c.gained) / 4
		} else {
			value += float64(c.halves) / 2
		}
	}
	return value, true
}

// cutLeast takes the least of voluntary unplayed rounds away, or if there is none, the least of all.
func cutLeast(sorted []contribution) []contribution {
	if len(sorted) == 0 {
		return nil
	}
	at := max(slices.IndexFunc(sorted, func(c contribution) bool { return c.voluntary }), 0)
	return slices.Delete(slices.Clone(sorted), at, at+1)
}
