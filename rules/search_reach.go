package rules

// reach holds, for each side and cell, the cells to which a kind may move from there if its paths
// are free. It is empty for kinds whose moves fit neither trees nor single cells.
type reach struct {
	known bool
	ends  [2][]bitset
}

// newReach computes the reach of a kind.
func (t *tables) newReach(kt *kindTable) (r reach) {
	if kt.indirect != nil || t.twin != nil {
		return r
	}
	r.known = true
	for s := White; s <= Black; s++ {
		for from := range kt.moves[s] {
			ends := kt.path(s, Cell(from))
			for _, f := range kt.figures {
				t.addCorners(&ends, f[0], f[1], Cell(from))
			}
			for _, to := range kt.captures[s][from] {
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

// mayAnswer reports whether a piece could end the check described by d if its paths were free.
func (f *frame) mayAnswer(st *searchTables, from Cell, d *danger) bool {
	kind := f.board[from].Kind()
	r, kt := &st.reach[kind], &f.kinds[kind]
	return !r.known || f.noAnswers || kt.royal || kt.tryAll || r.ends[f.turn][from].meets(&d.answers) || f.passed != NoCell && kt.pawn
}
