package rules

import "math"

// Mobility returns to how many cells a piece of the kind can be expected to
// move from c, and on how many to capture, where each other cell of the board
// is occupied with the given probability, half of the time by an enemy.
func (v *Variant) Mobility(id KindID, s Side, c Cell, occupied float64) (quiet, captures float64) {
	t := v.compile()
	kt := &t.kinds[id]
	empty := 1 - occupied
	add := func(reached float64) {
		quiet += reached * empty
		captures += reached * occupied / 2
	}
	nodes := kt.moves[s][c]
	reached := make([]float64, len(nodes)+1)
	for i := range reached {
		reached[i] = 1
	}
	for i, n := range nodes {
		add(reached[i])
		// The children of node i are the nodes up to its skip.
		for j := i + 1; j < int(n.skip); j++ {
			reached[j] *= empty
		}
	}
	for _, pair := range kt.figures {
		along, across := t.next[pair[0]], t.next[pair[1]]
		rows := 1
		for row := along[c]; row != NoCell; row = along[row] {
			rows++
			columns := 1
			for to := across[row]; to != NoCell; to = across[to] {
				columns++
				add(math.Pow(empty, float64(rows*columns-2)))
			}
		}
	}
	quiet += float64(len(kt.quiet[s][c])) * empty
	captures += float64(len(kt.captures[s][c])) * occupied / 2
	return quiet, captures
}
