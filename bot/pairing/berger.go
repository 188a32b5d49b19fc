package pairing

// RoundRobin pairs everybody with everybody by FIDE's Berger tables (Handbook
// C.05), within groups or all together. Entrants who have left keep their
// place in the tables, and their games are forfeited.
type RoundRobin struct {
	// Double means that everybody meets twice, with colours reversed.
	Double bool
	// Groups holds the entrant numbers of each group.
	Groups [][]int
}

// Rounds returns the number of rounds.
func (rr RoundRobin) Rounds() (most int) {
	for _, group := range rr.Groups {
		most = max(most, rr.rounds(group))
	}
	return most
}

// rounds returns the number of rounds of a group.
func (rr RoundRobin) rounds(group []int) int {
	rounds := len(group) - 1 + len(group)%2
	if rr.Double {
		rounds *= 2
	}
	return rounds
}

// Pair implements [Pairer]. Entrants of a group that has finished before others get
// zero-point byes.
func (rr RoundRobin) Pair(s State) (Round, error) {
	next := len(s.Rounds) + 1
	if next > rr.Rounds() {
		return Round{}, ErrNoPairing
	}
	var round Round
	for _, group := range rr.Groups {
		part := rr.pairGroup(group, next)
		round.Games = append(round.Games, part.Games...)
		round.Byes = append(round.Byes, part.Byes...)
	}
	for i := range round.Games {
		g := &round.Games[i]
		g.Result = Forfeited(s.gone(g.White), s.gone(g.Black))
	}
	return round, s.whole(round)
}

// pairGroup returns a round of a group. Everybody in a round robin has the same number of byes, so
// they give no points.
func (rr RoundRobin) pairGroup(group []int, next int) (round Round) {
	if next > rr.rounds(group) {
		for _, n := range group {
			round.Byes = append(round.Byes, Bye{n, Zero})
		}
		return round
	}
	places := len(group) + len(group)%2
	cycle := places - 1
	second, row := next > cycle, (next-1)%cycle
	if rr.Double && !second && row >= cycle-2 && cycle > 1 {
		// The last two rounds change places, or some would have a colour three times in a row.
		row = 2*cycle - 3 - row
	}
	play := func(white, black int) {
		if second {
			white, black = black, white
		}
		round.Games = append(round.Games, Game{White: group[white], Black: group[black]})
	}
	// The last place stands still, and the others meet in circles around its opponent.
	centre := row * (places / 2) % cycle
	switch {
	case len(group) < places:
		round.Byes = append(round.Byes, Bye{group[centre], Zero})
	case row%2 == 0:
		play(centre, cycle)
	default:
		play(cycle, centre)
	}
	for k := 1; k < places/2; k++ {
		play((centre+k)%cycle, (centre-k+cycle)%cycle)
	}
	return round
}

func (s State) gone(number int) bool {
	for _, e := range s.Entrants {
		if e.Number == number {
			return e.Gone
		}
	}
	return false
}
