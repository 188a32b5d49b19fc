package pairing

import (
	"cmp"
	"slices"
)

// part puts entrants in order who are equal in their points, by the tie-breaks from the one at a place of
// the list on, and gives them their places. The library's direct encounter is among all of equal points,
// whatever tie-breaks come before, and counts where they have not all met; here it is as
// FIDE has it (Handbook C.07, article 6.1): among those who are still equal, if all of them have met.
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
		if equal[0].TieBreaks[at] == 0 { // not anew among a part, whose members have had points against each other
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
			next = at // anew among those who are left
		}
		s.part(equal[from:to], by, next, place+from)
		from = to
	}
}

// encounters returns the points of entrants in their games against each other, and whether all have met.
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
