package league

import (
	"math"
	"slices"

	"raumbot/bot/pairing"
)

// scope says which games a tie-break between entrants with equal points depends on.
type scope int

// The scopes. Each includes the one before. A tie-break without a scope counts rounds in which
// somebody did not play.
const (
	among scope = iota + 1 // games among these entrants
	own                    // all games of these entrants
	every                  // the points of their opponents too
)

var scopes = map[pairing.TieBreak]scope{
	pairing.DirectEncounter: among, pairing.MostWins: own, pairing.GamesAsBlack: own, pairing.SonnebornBerger: every,
}

// search looks for the end of the division in which the fewest, or the most, rivals are ahead of an
// entrant. It tries out the outcomes of all undecided games, except for these:
//
//   - Outcomes of the entrant's own games that do not give the most, or the fewest, points. Half a
//     point more puts the entrant ahead of everybody with whom they were equal, and nobody else
//     gains by it. So no tie-break makes up for it.
//   - Outcomes after which no better end can follow by points than one that has been found.
//
// The points of the near games come first. They settle who has as many points as the entrant. Then
// it tries out which of these games were forfeited, as far as the tie-breaks ask for that. The far
// games matter only to the points of opponents, and are tried out if those decide.
type search struct {
	*table
	entrant int
	sign    int // 1 for the fewest rivals, -1 for the most: a cost is their number times the sign
	target  int // the entrant's points in the end
	games   []game
	near    int   // how many games are near: they come first
	choice  []int // the index of the outcome of each game
	points  []int // with the outcomes chosen so far
	left    []int // the most points that each entrant can still add
	found   int   // the lowest cost so far
	ties    map[tie]prospect
}

// tie is what tie-breaks up to a scope depend on.
type tie struct {
	scope    scope
	equal    uint64 // the set of entrants with equal points
	outcomes uint64 // of the games in the scope
}

// prospect limits the lowest cost that can follow.
type prospect struct{ low, high int }

// fewest and most return how many rivals can be ahead of an entrant in the end.
func (t *table) fewest(p int) int { return t.search(p, t.high[p], 1) }
func (t *table) most(p int) int   { return -t.search(p, t.low[p], -1) }

// search returns the lowest cost for an entrant who will have a number of points.
func (t *table) search(p, target, sign int) int {
	s := &search{table: t, entrant: p, sign: sign, target: target, found: math.MaxInt,
		points: slices.Clone(t.low), left: make([]int, len(t.low)), ties: map[tie]prospect{}}
	for q := range s.left {
		s.left[q] = t.high[q] - t.low[q]
	}
	live := func(q int) bool { return q == p || t.low[q] <= target && target <= t.high[q] }
	var far []game
	for _, g := range t.games {
		g.outcomes = slices.Clone(g.outcomes)
		if side := slices.Index(g.players[:], p); side >= 0 {
			wanted := 0
			if sign > 0 {
				wanted = g.most(side)
			}
			g.outcomes = slices.DeleteFunc(g.outcomes, func(o outcome) bool { return o.points[side] != wanted })
		}
		if sign < 0 {
			slices.Reverse(g.outcomes)
		}
		if live(g.players[0]) || live(g.players[1]) {
			s.games = append(s.games, g)
		} else {
			far = append(far, g)
		}
	}
	s.near = len(s.games)
	s.games = append(s.games, far...)
	s.choice = make([]int, len(s.games))
	s.try(0)
	return s.found
}

// try tries out the games from index i on.
func (s *search) try(i int) {
	if s.byPoints() >= s.found || i >= s.near && s.settled(i) {
		return
	}
	g := s.games[i]
	for side, p := range g.players {
		s.left[p] -= g.most(side)
	}
	for k, o := range g.outcomes {
		s.choice[i] = k
		for side, p := range g.players {
			s.points[p] += o.points[side]
		}
		s.try(i + 1)
		for side, p := range g.players {
			s.points[p] -= o.points[side]
		}
	}
	for side, p := range g.players {
		s.left[p] += g.most(side)
	}
}

// byPoints returns the lowest cost that the points still allow.
func (s *search) byPoints() (cost int) {
	for q, points := range s.points {
		if s.rivals(s.entrant, q) && (s.sign > 0 && points > s.target || s.sign < 0 && points+s.left[q] >= s.target) {
			cost += s.sign
		}
	}
	return cost
}

// settled records the cost of the outcomes chosen, when the first i games have one and all near
// games are among them. It returns false if the other games still matter.
func (s *search) settled(i int) bool {
	ahead, rivals := 0, 0
	var equal []int
	for q, points := range s.points {
		switch {
		case points == s.target:
			equal = append(equal, q+1)
			if s.rivals(s.entrant, q) {
				rivals++
			}
		case points > s.target && s.rivals(s.entrant, q):
			ahead += s.sign
		}
	}
	if rivals == 0 {
		s.found = min(s.found, ahead)
		return true
	}
	upTo := own
	if i == len(s.games) {
		upTo = every
	}
	for scope := among; scope <= upTo; scope++ {
		p := s.tied(equal, scope)
		s.found = min(s.found, ahead+p.high)
		if ahead+p.low >= s.found {
			return true
		}
	}
	return false
}

// tied returns the costs that are possible among entrants with equal points, by the tie-breaks up to
// a scope.
func (s *search) tied(equal []int, upTo scope) prospect {
	by := s.by
	if i := slices.IndexFunc(by, func(b pairing.TieBreak) bool { return scopes[b] > upTo }); i >= 0 {
		by = by[:i]
	}
	key := tie{scope: upTo}
	for _, number := range equal {
		key.equal |= 1 << number
	}
	has := func(p int) bool { return key.equal&(1<<(p+1)) != 0 }
	var vary []int // the games whose results matter
	for i, g := range s.games {
		white, black := has(g.players[0]), has(g.players[1])
		if white && black || upTo > among && (white || black) {
			vary = append(vary, i)
			key.outcomes |= uint64(s.choice[i]+1) << (4 * i)
		} else if upTo == every {
			*g.result = g.outcomes[s.choice[i]].results[0]
		}
	}
	known, ok := s.ties[key]
	if ok && upTo < every {
		return known
	}
	best := prospect{math.MaxInt, math.MaxInt}
	s.vary(vary, func() {
		p := s.cost(s.state.Break(equal, by), len(by) == len(s.by))
		best = prospect{min(best.low, p.low), min(best.high, p.high)}
	})
	s.ties[key] = best
	return best
}

// vary calls a function with all results of games that give the points chosen.
func (s *search) vary(games []int, do func()) {
	if len(games) == 0 {
		do()
		return
	}
	g := s.games[games[0]]
	for _, r := range g.outcomes[s.choice[games[0]]].results {
		*g.result = r
		s.vary(games[1:], do)
	}
}

// cost returns the costs that a ranking of entrants with equal points leaves open. In a final one,
// those who share the entrant's place are not ahead.
func (s *search) cost(ranking []pairing.Standing, final bool) prospect {
	ahead, same := 0, 0
	at := slices.IndexFunc(ranking, func(st pairing.Standing) bool { return st.Entrant == s.entrant+1 })
	for _, st := range ranking {
		switch {
		case !s.rivals(s.entrant, st.Entrant-1):
		case st.Place < ranking[at].Place:
			ahead++
		case st.Place == ranking[at].Place && !final:
			same++
		}
	}
	if s.sign < 0 {
		return prospect{-ahead - same, -ahead}
	}
	return prospect{ahead, ahead + same}
}
