package rules

// maxFigure is more than the number of cells of any figure that is likely to be empty.
const maxFigure = 32

// Mobility returns the expected numbers of cells to which a piece of the kind can move from c, and
// on which it can capture, if each other cell is occupied with the given probability, half of the
// time by an enemy.
func (v *Variant) Mobility(id KindID, s Side, c Cell, occupied float64) (quiet, captures float64) {
	t := v.compile()
	kt := &t.kinds[id]
	empty := 1 - occupied
	var clear [maxFigure + 1]float64 // by number of cells, the probability that they are empty
	clear[0] = 1
	for n := range maxFigure {
		clear[n+1] = clear[n] * empty
	}
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
		// No row of a figure reaches farther than the one before.
		reach := 0
		for to := across[c]; to != NoCell; to = across[to] {
			reach++
		}
		rows := 1
		for row := along[c]; row != NoCell; row = along[row] {
			rows++
			to := row
			for n := range reach {
				if to = across[to]; to == NoCell {
					reach = n
					break
				}
				add(clear[min(rows*(n+2)-2, maxFigure)])
			}
		}
	}
	if kt.indirect != nil {
		for _, way := range kt.indirect[s][c] {
			passed := clear[min(len(way.path), maxFigure)]
			if way.mode == Any || way.mode == Quiet {
				quiet += passed * empty
			}
			if way.mode != Quiet {
				captures += passed * occupied / 2
			}
		}
	}
	quiet += float64(len(kt.quiet[s][c])) * empty
	captures += float64(len(kt.captures[s][c])) * occupied / 2
	return quiet, captures
}

// MayPromoteOn reports whether a move of the kind that ends on c may
// promote.
func (v *Variant) MayPromoteOn(id KindID, s Side, c Cell) bool {
	promotes := v.compile().kinds[id].promotes[s]
	return promotes != nil && promotes[c] != stays
}
