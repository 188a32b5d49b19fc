package engine

import "raumbot/rules"

// bound says how a stored score limits the true one.
type bound uint8

const (
	noBound bound = iota
	upper
	lower
	exact
)

// An entry of the transposition table: the key and, packed into a word, the move (34 bits), the
// score (16), the depth (8), the bound (2) and the generation (4).
type entry struct {
	key, data uint64
}

const entrySize = 16

// table is the transposition table, in buckets of one entry. Each search begins with an empty
// table, so that its answer does not depend on earlier searches.
type table struct {
	limit   int // the maximum number of entries
	entries []entry
	mask    uint64
	// generation numbers the searches, from 1 to lastGeneration. Entries of other generations count as
	// empty, so that a large table need not be cleared for each search.
	generation uint64
}

const lastGeneration = 15

// prepare empties the table. It is small for a search of few nodes.
func (t *table) prepare(nodes uint64) {
	size := 1 << 10
	for size*2 <= t.limit && (nodes == 0 || uint64(size) < nodes) {
		size *= 2
	}
	switch t.generation++; {
	case len(t.entries) < size:
		t.entries, t.generation = make([]entry, size), 1
	case t.generation > lastGeneration:
		clear(t.entries)
		t.generation = 1
	}
	t.mask = uint64(size - 1)
}

// found is a table entry, unpacked.
type found struct {
	move  rules.Move
	score Score
	depth int
	bound bound
}

// decides reports whether the score settles a search between alpha and beta.
func (f found) decides(alpha, beta Score) bool {
	return f.bound == exact || f.bound == lower && f.score >= beta || f.bound == upper && f.score <= alpha
}

// corrects reports whether the score says more about a position than its evaluation.
func (f found) corrects(evaluation Score) bool {
	if max(f.score, -f.score) >= forced {
		return false
	}
	return f.bound == exact || f.bound == lower && f.score > evaluation || f.bound == upper && f.score < evaluation
}

func (t *table) load(key uint64, ply int) (f found, ok bool) {
	e := &t.entries[key&t.mask]
	if e.key != key || e.data>>60 != t.generation {
		return found{move: noMove}, false
	}
	f.move = unpack(e.data)
	f.score = Score(int16(e.data >> 34))
	f.depth = int(e.data>>50&0xff) - 1
	f.bound = bound(e.data >> 58 & 3)
	// Scores of wins are stored relative to the position itself.
	switch {
	case f.score >= forced:
		f.score -= Score(ply)
	case f.score <= -forced:
		f.score += Score(ply)
	}
	return f, true
}

func (t *table) store(key uint64, ply int, f found) {
	e := &t.entries[key&t.mask]
	switch {
	case f.score >= forced:
		f.score += Score(ply)
	case f.score <= -forced:
		f.score -= Score(ply)
	}
	move := pack(f.move)
	if e.key == key && e.data>>60 == t.generation {
		if f.move == noMove {
			move = e.data & moveBits // keep the known move rather than none
		}
		if f.bound != exact && f.depth < int(e.data>>50&0xff)-3 {
			return
		}
	}
	e.key = key
	e.data = move | uint64(uint16(f.score))<<34 | uint64(f.depth+1)<<50 | uint64(f.bound)<<58 | t.generation<<60
}

// noMove is no move of any position.
var noMove = rules.Move{From: rules.NoCell, To: rules.NoCell, Via: rules.NoCell}

const moveBits = 1<<34 - 1

// pack encodes a move in 34 bits, which are 0 for [noMove] only. The first cell of a double step
// shares its bits with the promotion.
func pack(m rules.Move) uint64 {
	if m.From == rules.NoCell {
		return 0
	}
	rest := uint64(m.Promotion)
	if m.Special == rules.DoubleStep {
		rest = uint64(m.Via)
	}
	return 1<<33 | uint64(m.From) | uint64(m.To)<<9 | rest<<18 | uint64(m.Special)<<27
}

func unpack(data uint64) rules.Move {
	if data>>33&1 == 0 {
		return noMove
	}
	m := rules.Move{From: rules.Cell(data & 511), To: rules.Cell(data >> 9 & 511), Via: rules.NoCell, Special: rules.Special(data >> 27 & 7)}
	if rest := data >> 18 & 511; m.Special == rules.DoubleStep {
		m.Via = rules.Cell(rest)
	} else {
		m.Promotion = rules.KindID(rest)
	}
	return m
}
