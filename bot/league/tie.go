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
	ties    map[tieKey]tie
}

// tie is what the tie-breaks up to a scope say about entrants with equal points: the lowest cost that
// can follow, the lowest one that follows at the latest, and the variants that leave it open.
type tie struct {
	low, high int
	open      []variant
}

// tieKey is what a tie depends on: the set of entrants, and the outcomes of the games in the scope.
type tieKey struct {
	scope           scope
	equal, outcomes uint64
}

// variant is a set of games, by index, that end in the second result of the outcome chosen.
type variant uint64

// fewest and most return how many rivals can be ahead of an entrant in the end.
func (t *table) fewest(p int) int { return t.search(p, t.high[p], 1) }
func (t *table) most(p int) int   { return -t.search(p, t.low[p], -1) }

// search returns the lowest cost for an entrant who will have a number of points.
func (t *table) search(p, target, sign int) int {
	s := &search{table: t, entrant: p, sign: sign, target: target, found: math.MaxInt,
		points: slices.Clone(t.low), left: make([]int, len(t.low)), ties: map[tieKey]tie{}}
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
		t := s.tied(equal, scope)
		s.found = min(s.found, ahead+t.high)
		if ahead+t.low >= s.found {
			return true
		}
	}
	return false
}

// tied returns what the tie-breaks up to a scope say about entrants with equal points. It goes on
// from the variants that the scope before leaves open.
func (s *search) tied(equal []int, upTo scope) tie {
	key := tieKey{scope: upTo}
	for _, number := range equal {
		key.equal |= 1 << number
	}
	has := func(p int) bool { return key.equal&(1<<(p+1)) != 0 }
	var fresh []int // games that belong to this scope and not to the one before
	for i, g := range s.games {
		of := every
		switch white, black := has(g.players[0]), has(g.players[1]); {
		case white && black:
			of = among
		case white || black:
			of = own
		}
		if of <= upTo {
			key.outcomes |= uint64(s.choice[i]+1) << (4 * i)
		}
		if of == upTo {
			fresh = append(fresh, i)
		}
	}
	if known, ok := s.ties[key]; ok {
		return known
	}
	variants := []variant{0}
	if upTo > among {
		variants = slices.Clip(s.tied(equal, upTo-1).open)
	}
	if upTo < every { // forfeits among other players do not matter
		for _, i := range fresh {
			if len(s.games[i].outcomes[s.choice[i]].results) > 1 {
				for _, v := range variants {
					variants = append(variants, v|1<<i)
				}
			}
		}
	}
	t := s.rank(equal, upTo, variants)
	if upTo < every {
		s.ties[key] = t
	}
	return t
}

// rank tries out variants.
func (s *search) rank(equal []int, upTo scope, variants []variant) tie {
	by := s.by
	if i := slices.IndexFunc(by, func(b pairing.TieBreak) bool { return scopes[b] > upTo }); i >= 0 {
		by = by[:i]
	}
	all := tie{low: math.MaxInt, high: math.MaxInt}
	for _, v := range variants {
		for i, g := range s.games {
			*g.result = g.outcomes[s.choice[i]].results[v>>i&1]
		}
		low, high := s.cost(s.state.Break(equal, by), len(by) == len(s.by))
		all.low, all.high = min(all.low, low), min(all.high, high)
		if low < high {
			all.open = append(all.open, v)
		}
	}
	return all
}

// cost returns the lowest and the highest cost that a ranking of entrants with equal points leaves
// open. In a final one, those who share the entrant's place are not ahead.
func (s *search) cost(ranking []pairing.Standing, final bool) (low, high int) {
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
		return -ahead - same, -ahead
	}
	return ahead, ahead + same
}
