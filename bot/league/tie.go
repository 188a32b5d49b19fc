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

// foreseeable reports whether the places that tie-breaks give can be searched: all have scopes,
// none a smaller one than the one before it, and opponents' points come last.
func foreseeable(by []pairing.TieBreak) bool {
	last := scope(1)
	for i, b := range by {
		if scopes[b] < last || scopes[b] == every && i < len(by)-1 {
			return false
		}
		last = scopes[b]
	}
	return true
}

// search looks for the end of the division in which the fewest, or the most, rivals are ahead of
// an entrant. It tries out the outcomes of all undecided games, except for these:
//
//   - Outcomes of the entrant's own games that do not give the most, or the fewest, points. Half
//     a point more puts the entrant ahead of everybody with whom they were equal, and nobody else
//     gains by it. So no tie-break makes up for it.
//   - Outcomes after which no better end can follow by points than one that has been found.
//
// The points of the near games come first. They settle who has as many points as the entrant.
// Then the tie-breaks follow, scope by scope, until one settles the place. The games among these
// players may have been forfeited or not. Of their games against others it is known which is
// better: a game that counts as played never lowers a tie-break of its winner or loser. The far
// games matter only to the points of opponents, and are tried out if those can decide either way.
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

// group is a set of entrants with equal points: a bit for each number.
type group uint64

func (g group) has(p int) bool { return g>>(p+1)&1 != 0 }

// scope returns the smallest scope to which a game belongs.
func (g group) scope(players [2]int) scope {
	switch white, black := g.has(players[0]), g.has(players[1]); {
	case white && black:
		return among
	case white || black:
		return own
	}
	return every
}

// tie is what the tie-breaks up to a scope say about a group: the lowest cost that can follow, a
// cost that can be had in any case, and the variants that leave it open.
type tie struct {
	low, high int
	open      []variant
}

// tieKey is what a tie depends on: the group, and the outcomes of the games in the scope.
type tieKey struct {
	scope
	group
	outcomes uint64
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
		key.group |= 1 << number
	}
	for i, g := range s.games {
		if key.group.scope(g.players) <= upTo {
			key.outcomes |= uint64(s.choice[i]+1) << (4 * i)
		}
	}
	if known, ok := s.ties[key]; ok {
		return known
	}
	by := s.by
	if i := slices.IndexFunc(by, func(b pairing.TieBreak) bool { return scopes[b] > upTo }); i >= 0 {
		by = by[:i]
	}
	t := tie{low: math.MaxInt, high: math.MaxInt}
	for _, v := range s.variants(equal, key) {
		s.set(key.group, v)
		low, high := s.cost(s.state.Break(equal, by), key.group, upTo)
		t.low, t.high = min(t.low, low), min(t.high, high)
		if low < high {
			t.open = append(t.open, v)
		}
	}
	if upTo < every {
		s.ties[key] = t
	}
	return t
}

// variants returns the variants that are to be tried out in a scope.
func (s *search) variants(equal []int, key tieKey) []variant {
	if key.scope > among {
		return s.tied(equal, key.scope-1).open
	}
	all := []variant{0}
	for i, g := range s.games {
		if key.group.scope(g.players) == among && len(g.outcomes[s.choice[i]].results) > 1 {
			for _, v := range all {
				all = append(all, v|1<<i)
			}
		}
	}
	return all
}

// set gives all games results by the outcomes chosen: those among a group by the variant, and
// those between the group and others as they are best.
func (s *search) set(group group, v variant) {
	for i, g := range s.games {
		results := g.outcomes[s.choice[i]].results
		second := v>>i&1 != 0
		if group.scope(g.players) == own {
			second = slices.Contains(g.players[:], s.entrant) != (s.sign > 0)
		}
		*g.result = results[0]
		if second {
			*g.result = results[len(results)-1]
		}
	}
}

// cost returns the lowest and the highest cost that a ranking by the tie-breaks up to a scope
// leaves open. Those who share the entrant's place in the end are not ahead.
func (s *search) cost(ranking []pairing.Standing, group group, upTo scope) (low, high int) {
	ahead, same := 0, 0
	at := slices.IndexFunc(ranking, func(st pairing.Standing) bool { return st.Entrant == s.entrant+1 })
	for _, st := range ranking {
		q := st.Entrant - 1
		switch {
		case !s.rivals(s.entrant, q):
		case st.Place < ranking[at].Place:
			ahead++
		case st.Place > ranking[at].Place || upTo == every:
		case upTo == among:
			same++
		default:
			switch least, most := s.lead(q, group); {
			case most < 0:
				ahead++
			case least < 0:
				same++
			}
		}
	}
	if s.sign < 0 {
		return -ahead - same, -ahead
	}
	return ahead, ahead + same
}

// lead returns the least and the greatest lead that the entrant can have over a rival by the
// points of opponents, given the results of all games of the group. Both are zero if these do not
// count.
func (s *search) lead(q int, group group) (least, most int) {
	if len(s.by) == 0 || scopes[s.by[len(s.by)-1]] < every {
		return 0, 0
	}
	weight := make([]int, len(s.low))
	for _, r := range s.state.Rounds {
		for _, g := range r.Games {
			white, black := g.Result.Halves()
			if !g.Result.Played() {
				continue
			}
			for _, side := range [2][3]int{{g.White - 1, g.Black - 1, white}, {g.Black - 1, g.White - 1, black}} {
				switch side[0] {
				case s.entrant:
					weight[side[1]] += side[2]
				case q:
					weight[side[1]] -= side[2]
				}
			}
		}
	}
	for p, w := range weight {
		low, high := s.low[p], s.low[p]
		for i, g := range s.games {
			side := slices.Index(g.players[:], p)
			switch {
			case side < 0:
			case group.scope(g.players) < every:
				points := g.outcomes[s.choice[i]].points[side]
				low, high = low+points, high+points
			default:
				high += g.most(side)
			}
		}
		least += min(w*low, w*high)
		most += max(w*low, w*high)
	}
	return least, most
}
