package dutch

import (
	"math/bits"

	"raumbot/bot/pairing/matching"
)

// field is a part of a weight, for one criterion.
type field struct {
	word  int
	shift int
}

// add adds to the field of a weight.
func (f field) add(weight []int64, value int) { weight[f.word] += int64(value) << f.shift }

// layout divides weights into fields, the most important first.
type layout struct{ bits, words, free int }

// field returns a field for values whose sum over a matching is from zero to limit, or from -limit
// to zero.
func (l *layout) field(limit int) field {
	need := bits.Len(uint(limit))
	if l.words == 0 || need > l.free {
		l.words, l.free = l.words+1, l.bits
	}
	l.free -= need
	return field{l.words - 1, l.free}
}

// fields returns a field for each of several limits.
func (l *layout) fields(limits []int) (all []field) {
	for _, limit := range limits {
		all = append(all, l.field(limit))
	}
	return all
}

// criteria holds the fields of the weights in a bracket. Fields "by score" are one for each score
// of moved-down players, the highest first; nextByScore has one for the residents, too.
type criteria struct {
	pairs       field   // C6
	byScore     []field // C7
	next        field   // C8
	nextByScore []field // C8
	unplayed    field   // C9

	difference, thrice, colour, strong field // C10 to C13

	down, up               [2]field   // C14 to C17: of the last round and of the one before
	downByScore, upByScore [2][]field // C18 to C21

	width int // with one component for the order among the best
	// scores tells which of the scores of the bracket a player has.
	scores []int
}

// criteria lays out the weights of a bracket.
func (b *bracket) criteria() (c criteria) {
	var moved []int // how many have each score
	for v := range b.moved {
		if v == 0 || b.at(v).Score != b.at(v-1).Score {
			moved = append(moved, 0)
		}
		moved[len(moved)-1]++
		c.scores = append(c.scores, len(moved)-1)
	}
	for range b.residents {
		c.scores = append(c.scores, len(moved))
	}
	l := layout{bits: matching.Bits(len(b.ids) + 1)}
	c.pairs = l.field(b.moved + b.residents)
	c.byScore = l.fields(moved)
	c.next = l.field(b.moved + b.residents + b.next)
	c.nextByScore = l.fields(append(moved[:len(moved):len(moved)], b.residents))
	c.unplayed = l.field(b.Played)
	for _, f := range []*field{&c.difference, &c.thrice, &c.colour, &c.strong} {
		*f = l.field(b.moved + b.residents)
	}
	for i := range c.down {
		c.down[i], c.up[i] = l.field(b.residents), l.field(b.moved)
	}
	for i := range c.down {
		c.downByScore[i], c.upByScore[i] = l.fields(moved), l.fields(moved)
	}
	c.width = l.words + 1
	return c
}

// weigh adds what a pair of the bracket contributes; v is ranked higher than w.
func (b *bracket) weigh(weight []int64, v, w int) {
	c, p, q := &b.crit, b.at(v), b.at(w)
	moved := v < b.moved
	c.pairs.add(weight, 1)
	if moved {
		c.byScore[c.scores[v]].add(weight, 1)
	}
	b.weighColours(weight, p, q)
	for i := range c.down {
		if q.Floats[i] == Down {
			c.down[i].add(weight, 1)
		}
		switch {
		case moved && p.Floats[i] == Down:
			c.downByScore[i][c.scores[v]].add(weight, 1)
		case !moved && p.Floats[i] == Down:
			c.down[i].add(weight, 1)
		}
		if moved && q.Floats[i] == Up {
			c.up[i].add(weight, -1)
			c.upByScore[i][c.scores[v]].add(weight, -1)
		}
	}
}

// weighColours adds what a pair contributes to the criteria of colours.
func (b *bracket) weighColours(weight []int64, p, q *player) {
	if !p.clashes(q.preference) {
		return
	}
	c := &b.crit
	c.colour.add(weight, -1)
	if p.difference > 1 && q.difference > 1 {
		c.difference.add(weight, -1)
	}
	if p.thrice(q.preference) {
		c.thrice.add(weight, -1)
	}
	if min(p.strength(), q.strength()) > 0 && !(p.absolute() && q.absolute()) {
		c.strong.add(weight, -1)
	}
}

// weighNext adds what a pair contributes that waits for the next bracket; w is of the next score
// group.
func (b *bracket) weighNext(weight []int64, v int) {
	b.crit.next.add(weight, 1)
	if v < b.moved+b.residents {
		b.crit.nextByScore[b.crit.scores[v]].add(weight, 1)
	}
}

// weighBye adds what the bye of a player contributes.
func (b *bracket) weighBye(weight []int64, v int) {
	if b.byeInBracket {
		b.crit.unplayed.add(weight, len(b.at(v).Colours))
	}
}
