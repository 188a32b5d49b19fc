package rules

// reach holds, for each side and cell, the cells on which a kind may capture from there and those to which it may move at all, were
// the paths free. Kinds whose moves fit neither trees nor single cells have none.
type reach struct {
	known          bool
	captures, ends [2][]bitset
}

// newReach computes the reach of a kind.
func (t *tables) newReach(kt *kindTable) (r reach) {
	if kt.indirect != nil || t.twin != nil {
		return r
	}
	r.known = true
	for s := White; s <= Black; s++ {
		for from := range kt.moves[s] {
			captures := kt.path(s, Cell(from))
			for _, f := range kt.figures {
				t.addCorners(&captures, f[0], f[1], Cell(from))
			}
			ends := captures
			for _, to := range kt.captures[s][from] {
				captures.add(to)
				ends.add(to)
			}
			for i, to := range kt.quiet[s][from] {
				ends.add(to)
				if !kt.pawn || !t.pawnHome[s].has(Cell(from)) {
					continue
				}
				for _, end := range kt.quiet[s][to] {
					ends.add(end)
				}
				if kt.second[s] != nil && kt.second[s][from][i] != NoCell {
					ends.add(kt.second[s][from][i])
				}
			}
			r.captures[s] = append(r.captures[s], captures)
			r.ends[s] = append(r.ends[s], ends)
		}
	}
	return r
}

// path returns all cells of the tree of paths from a cell.
func (kt *kindTable) path(s Side, from Cell) (cells bitset) {
	for _, n := range kt.moves[s][from] {
		cells.add(Cell(n.cell))
	}
	return cells
}

// addCorners adds the far corners of all figures that two directions span from a cell.
func (t *tables) addCorners(cells *bitset, along, across int, from Cell) {
	for row := t.next[along][from]; row != NoCell; row = t.next[along][row] {
		for c := t.next[across][row]; c != NoCell; c = t.next[across][c] {
			cells.add(c)
		}
	}
}

// meets reports whether two sets have a cell in common.
func (s *bitset) meets(other *bitset) bool {
	return s[0]&other[0]|s[1]&other[1]|s[2]&other[2]|s[3]&other[3]|s[4]&other[4]|s[5]&other[5]|s[6]&other[6]|s[7]&other[7] != 0
}

// mayCapture reports whether a piece could capture on one of the cells of prey, were its paths free, or promote.
func (f *frame) mayCapture(st *searchTables, from Cell, prey *bitset) bool {
	kind := f.board[from].Kind()
	r := &st.reach[kind]
	return !r.known || r.captures[f.turn][from].meets(prey) || f.kinds[kind].menu != nil && f.kinds[kind].promotesFrom[f.turn].has(from)
}

// mayAnswer reports whether a piece could end the check of which d tells, were its paths free.
func (f *frame) mayAnswer(st *searchTables, from Cell, d *danger) bool {
	kind := f.board[from].Kind()
	r, kt := &st.reach[kind], &f.kinds[kind]
	return !r.known || f.noAnswers || kt.royal || kt.tryAll || r.ends[f.turn][from].meets(&d.answers) || f.passed != NoCell && kt.pawn
}

// prey returns the cells on which the player to move may capture.
func (f *frame) prey() bitset {
	prey := f.occupied[f.turn.Other()]
	if f.passed != NoCell {
		prey.add(f.passed)
	}
	return prey
}
