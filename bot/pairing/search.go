package pairing

import (
	"cmp"
	"slices"
)

// searchSteps limits the search, which would take forever in a large field. Only small fields need it.
const searchSteps = 100_000

// history is what matters of an entrant's previous rounds.
type history struct {
	number, halves int
	balance        int   // games as White minus games as Black
	colours        []int // in order: 1 for White, -1 for Black
	left           bool  // has had the pairing-allocated bye
	met            map[int]bool
}

// due returns the colour that the rules require an entrant to get: 1 for White, -1 for Black, 0 for either.
func (h *history) due() int {
	n := len(h.colours)
	switch {
	case h.balance > 1:
		return -1
	case h.balance < -1:
		return 1
	case n > 1 && h.colours[n-1] == h.colours[n-2]:
		return -h.colours[n-1]
	}
	return 0
}

// histories returns the histories of all entrants to be paired, highest score first.
func (s State) histories() (all []*history) {
	of := map[int]*history{}
	for _, e := range s.Entrants {
		of[e.Number] = &history{number: e.Number, met: map[int]bool{}}
	}
	for _, r := range s.Rounds {
		for _, g := range r.Games {
			white, black := of[g.White], of[g.Black]
			w, b := g.Result.Halves()
			white.halves, black.halves = white.halves+w, black.halves+b
			if !g.Result.Played() {
				continue
			}
			white.balance, black.balance = white.balance+1, black.balance-1
			white.colours, black.colours = append(white.colours, 1), append(black.colours, -1)
			white.met[g.Black], black.met[g.White] = true, true
		}
		for _, b := range r.Byes {
			of[b.Entrant].halves += b.Kind.Halves()
			of[b.Entrant].left = of[b.Entrant].left || b.Kind == Allocated
		}
	}
	for _, e := range s.playing() {
		all = append(all, of[e.Number])
	}
	slices.SortStableFunc(all, func(a, b *history) int {
		return cmp.Or(cmp.Compare(b.halves, a.halves), cmp.Compare(a.number, b.number))
	})
	return all
}

// search finds a round that obeys the absolute rules, pairing equal scores where it can. It is the
// fallback for small fields in which the library finds no round although there is one.
func (s State) search() (Round, error) {
	all, steps := s.histories(), searchSteps
	var byes []int // indexes of possible byes, the lowest-ranked first; -1 for none
	if len(all)%2 == 0 {
		byes = []int{-1}
	}
	for i := len(all) - 1; i >= 0 && len(all)%2 == 1; i-- {
		if !all[i].left {
			byes = append(byes, i)
		}
	}
	for _, left := range byes {
		rest := slices.Clone(all)
		var round Round
		if left >= 0 {
			rest = slices.Delete(rest, left, left+1)
			round.Byes = []Bye{{all[left].number, Allocated}}
		}
		if games, ok := couple(rest, &steps); ok {
			round.Games = games
			round.Byes = append(round.Byes, s.absent()...)
			return round, s.whole(round)
		}
	}
	return Round{}, ErrNoPairing
}

// couple pairs the first entrant with the nearest possible opponent for whom the rest can be paired; ok is false if there is none.
func couple(all []*history, steps *int) ([]Game, bool) {
	if len(all) == 0 {
		return nil, true
	}
	a := all[0]
	for i, b := range all[1:] {
		if *steps--; *steps < 0 {
			return nil, false
		}
		if a.met[b.number] || a.due() != 0 && a.due() == b.due() {
			continue
		}
		rest := slices.Delete(slices.Clone(all), i+1, i+2)[1:]
		if games, ok := couple(rest, steps); ok {
			return append([]Game{colour(a, b)}, games...), true
		}
	}
	return nil, false
}

// colour gives White to the player who is due it, else to the one who has had it less often or
// not last, else to the first.
func colour(a, b *history) Game {
	last := func(h *history) int {
		if len(h.colours) == 0 {
			return 0
		}
		return h.colours[len(h.colours)-1]
	}
	if cmp.Or(b.due()-a.due(), a.balance-b.balance, last(a)-last(b)) > 0 {
		a, b = b, a
	}
	return Game{White: a.number, Black: b.number}
}
