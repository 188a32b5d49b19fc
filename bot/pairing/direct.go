package pairing

import (
	"cmp"
	"slices"
)

// part orders entrants with equal points, by the tie-breaks from index at on, and assigns places
// from place on. Direct encounters count among entrants who are still equal, if all of them have
// met (FIDE Handbook C.07, article 6.1).
func (s State) part(equal []Standing, by []TieBreak, at, place int) {
	if len(equal) == 1 || at == len(by) {
		for i := range equal {
			equal[i].Place = place
		}
		return
	}
	value := func(e Standing) float64 { return e.TieBreaks[at] }
	if by[at] == DirectEncounter {
		points, met := s.encounters(equal)
		if !met {
			s.part(equal, by, at+1, place)
			return
		}
		value = func(e Standing) float64 { return points[e.Entrant] }
		// It is reported once, for the largest group, not again for a part of it.
		if equal[0].TieBreaks[at] == 0 {
			for i := range equal {
				equal[i].TieBreaks[at] = value(equal[i])
			}
		}
	}
	slices.SortStableFunc(equal, func(a, b Standing) int { return cmp.Compare(value(b), value(a)) })
	for from := 0; from < len(equal); {
		to := from + 1
		for to < len(equal) && value(equal[to]) == value(equal[from]) {
			to++
		}
		next := at + 1
		if by[at] == DirectEncounter && to-from < len(equal) {
			next = at // again among those who are still equal
		}
		s.part(equal[from:to], by, next, place+from)
		from = to
	}
}

// encounters returns the entrants' points in games against each other, and whether all have met.
func (s State) encounters(equal []Standing) (points map[int]float64, all bool) {
	points, met := map[int]float64{}, map[[2]int]bool{}
	for _, e := range equal {
		points[e.Entrant] = 0
	}
	for _, r := range s.Rounds {
		for _, g := range r.Games {
			_, white := points[g.White]
			_, black := points[g.Black]
			if !white || !black || !g.Result.Played() {
				continue
			}
			w, b := g.Result.Halves()
			points[g.White] += float64(w) / 2
			points[g.Black] += float64(b) / 2
			met[[2]int{min(g.White, g.Black), max(g.White, g.Black)}] = true
		}
	}
	return points, len(met) == len(equal)*(len(equal)-1)/2
}
