package league

import (
	"cmp"
	"slices"

	"raumbot/bot"
	"raumbot/bot/rating"
)

// The sizes of divisions. With fewer than Least entrants there is no season, and with fewer than
// twice as many one division. Every division has Target members, except that the lowest may have
// from Least to Most, and those above it fewer if it would have less than Least.
const (
	Least  = 6
	Target = 8
	Most   = 11
)

// Entrant is a player who enters the next season.
type Entrant struct {
	Player bot.PlayerID
	// Rating is the rating in the game of the league.
	Rating rating.Rating
	// Left is the division, from 1 on, in which a player who sat out the last season played before.
	// It is zero for a player who has never played in the league, and is not read for a member of the
	// last season.
	Left int
}

// Divide returns the members of the divisions of the next season, the highest division first, or
// nil if too few have entered. last holds the final tables of the last season's divisions, the
// best place first, and includes those who do not play on. It is nil for the first season, for
// which the entrants are divided by rating. The same arguments give the same divisions, in
// whatever order the entrants are.
//
// Those in the zones at the ends of a table go up and down: see [Zones]. To give the divisions
// their sizes, some more may have to move:
//
//   - A vacancy is filled by the best of the division below who would have stayed there, and only
//     if these do not suffice by the best of those who would come down.
//   - Where there are too many, the worst who would have stayed go down. Nobody loses a
//     promotion.
//   - A member of the last season moves by one division at most. If there are fewer divisions
//     than before, members may move up by as many more, since those above them have left.
//
// A player who sat out returns one division lower than they left. A new player begins in the
// lowest division that needs players. One with a certain rating that reaches the median of a
// division begins there if it has room, but not in the first division.
func Divide(last [][]bot.PlayerID, entrants []Entrant) [][]bot.PlayerID {
	if len(entrants) < Least {
		return nil
	}
	sizes := sizesFor(len(entrants))
	waiting := candidates(last, entrants, len(sizes))
	divisions := make([][]bot.PlayerID, len(sizes))
	for i, size := range sizes {
		slices.SortFunc(waiting, func(a, b *candidate) int { return a.compare(b, i+1) })
		makeRoom(waiting, sizes, i)
		for _, c := range waiting[:size] {
			divisions[i] = append(divisions[i], c.Player)
		}
		waiting = waiting[size:]
	}
	return divisions
}

// makeRoom exchanges the last of those who are about to be taken into a division for the first of
// the others, as far as too many others would be left for the divisions to which they may be
// moved. waiting are all who have no division yet, and index is that of the division.
func makeRoom(waiting []*candidate, sizes []int, index int) {
	taken := sizes[index]
	left := make([]int, len(sizes)+1) // how many are left, by the lowest division that they may have
	for _, c := range waiting[taken:] {
		left[c.lowest]++
	}
	bound, room := 0, 0
	for division := index + 2; division <= len(sizes); division++ {
		bound += left[division]
		room += sizes[division-1]
		for ; bound > room; bound-- {
			in := taken + slices.IndexFunc(waiting[taken:], func(c *candidate) bool { return c.lowest <= division })
			out := taken - 1
			for out >= 0 && waiting[out].lowest <= division {
				out--
			}
			if out < 0 {
				return
			}
			left[waiting[out].lowest]++
			waiting[out], waiting[in] = waiting[in], waiting[out]
		}
	}
}

// Zones returns how many places at the top of a division's table lead one division up, and how
// many at the bottom one down. sizes are the sizes of all divisions of the season, the highest
// first, and division is counted from 1. A quarter of a division goes up, rounded up, and as many
// come down to it.
func Zones(sizes []int, division int) (up, down int) {
	if division > 1 {
		up = (sizes[division-1] + 3) / 4
	}
	if division < len(sizes) {
		down = (sizes[division] + 3) / 4
	}
	return up, down
}

// sizesFor returns the sizes of the divisions of a number of entrants, the highest first.
func sizesFor(entrants int) []int {
	sizes := make([]int, max((entrants+Target/2)/Target, 1))
	lowest := len(sizes) - 1
	for i := range lowest {
		sizes[i] = Target
	}
	sizes[lowest] = entrants - lowest*Target
	for i := lowest; sizes[lowest] < Least; sizes[lowest]++ {
		if i--; i < 0 {
			i = lowest - 1
		}
		sizes[i]--
	}
	return sizes
}

// claim says why an entrant belongs to a division. The claims are in the order in which a division
// takes people in. Those who come down to a division are relegated as seen from the one above.
type claim int

const (
	comesDown claim = iota
	promoted
	returned
	stayed
	relegated
	began
)

// candidate is an entrant with the division that they should play in.
type candidate struct {
	Entrant
	claim
	division int
	// highest and lowest are the divisions that the entrant may be moved to, farthest the highest one
	// if nobody else is left for it.
	highest, lowest, farthest int
	// from is the entrant's last division, and place the index in its table.
	from, place int
}

// candidates returns the entrants of a season with some divisions.
func candidates(last [][]bot.PlayerID, entrants []Entrant, divisions int) (all []*candidate) {
	var sizes []int
	played := map[bot.PlayerID]candidate{}
	fewer := max(len(last)-divisions, 0)
	for _, table := range last {
		sizes = append(sizes, len(table))
	}
	for i, table := range last {
		up, down := Zones(sizes, i+1)
		for place, p := range table {
			c := candidate{claim: stayed, division: i + 1, highest: i, lowest: i + 2, farthest: i - fewer, from: i + 1, place: place}
			switch {
			case place < up:
				c.claim, c.division, c.lowest = promoted, i, i
			case place >= len(table)-down:
				c.claim, c.division = comesDown, i+2
			}
			played[p] = c
		}
	}
	members := map[int][]float64{} // the ratings of those who have played
	for _, e := range entrants {
		c, ok := played[e.Player]
		switch {
		case ok:
		case e.Left > 0:
			c = candidate{claim: returned, division: e.Left + 1, lowest: divisions}
		default:
			c = candidate{claim: began, division: divisions, lowest: divisions}
		}
		c.Entrant = e
		c.division, c.lowest = min(c.division, divisions), min(c.lowest, divisions)
		all = append(all, &c)
		if ok {
			members[c.division] = append(members[c.division], seed(e.Rating))
		}
	}
	for _, c := range all {
		for d := divisions - 1; d > 1 && c.claim == began && !c.Rating.Provisional(); d-- {
			if ratings := members[d]; len(ratings) > 0 && c.Rating.Value >= median(ratings) {
				c.division = d
			}
		}
		if c.claim == began || c.claim == returned {
			c.highest = c.division
		}
	}
	return all
}

// compare orders the entrants who have not been given a division yet, when those of a division are
// chosen: first those who cannot go lower.
func (c *candidate) compare(other *candidate, division int) int {
	urgency := func(c *candidate) int {
		switch {
		case c.lowest <= division:
			return 0
		case c.highest <= division:
			return 1
		case c.claim != returned && c.farthest <= division:
			return 2
		case c.claim == returned:
			return 3
		}
		return 4
	}
	now := func(c *candidate) int {
		if c.claim == began || c.claim == returned { // with no claim to a division further down
			return max(c.division, division)
		}
		return c.division
	}
	claim := func(c *candidate) int {
		if c.claim == comesDown && c.division > division {
			return int(relegated)
		}
		return int(c.claim)
	}
	return cmp.Or(urgency(c)-urgency(other), now(c)-now(other), claim(c)-claim(other), c.from-other.from, c.place-other.place,
		cmp.Compare(seed(other.Rating), seed(c.Rating)), cmp.Compare(c.Player, other.Player))
}

// seed returns the rating by which new players are ordered. While a rating is provisional that is
// the rating of a beginner.
func seed(r rating.Rating) float64 {
	if r.Provisional() {
		r = rating.New()
	}
	return r.Value
}

// median returns the median of numbers, the higher one of two.
func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}
