package rules

import "math/bits"

// hunters returns the pieces of a side that may have a capture or a promotion in one frame of the line, pinned or frozen ones included:
// few of up to 128. They are those of the frame before and the watchers of the cells that have changed since: where a capture becomes
// possible, its path leads over a changed cell, and from where the piece stands it sees the first of these. Whoever finds that a piece has
// no capture removes it, if its kind is watched; others stay hunters for ever.
func (s *SearchPosition) hunters(at int, side Side) *bitset {
	f := &s.frames[at]
	h := &f.hunters[side]
	if f.hunting[side] {
		return h
	}
	f.hunting[side] = true
	if at == 0 || s.tables.watched == 0 {
		*h = f.occupied[side]
		return h
	}
	*h = *s.hunters(at-1, side)
	for _, change := range f.changes {
		f.addWatchers(s.tables, change.Cell, side, h)
	}
	if f.passed != NoCell && f.turn == side {
		f.addWatchers(s.tables, f.passed, side, h)
	}
	for w := range h {
		h[w] &= f.occupied[side][w]
	}
	return h
}

// addWatchers adds the pieces of a side that would capture a piece put on a cell, frozen or not, and the one that stands there.
func (p *Position) addWatchers(st *searchTables, c Cell, side Side, found *bitset) {
	if piece := p.board[c]; piece != NoPiece && piece.Side() == side {
		found.add(c)
		return // nobody else sees through it
	}
	nodes := st.attacks[side][c]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell%MaxCells]
		if piece == NoPiece {
			i++
			continue
		}
		if piece.Side() == side && n.kinds>>piece.Kind()&1 != 0 {
			found.add(Cell(n.cell))
		}
		i = int(n.skip)
	}
}

// answerers returns the pieces of the player to move that may have a legal move: all of them, or in check those that may end it.
func (s *SearchPosition) answerers() bitset {
	f := s.frame()
	d := f.dangers()
	if !d.checked || f.noAnswers {
		return f.occupied[f.turn]
	}
	var able bitset
	for w, word := range d.answers {
		for ; word != 0; word &= word - 1 {
			f.addWatchers(s.tables, Cell(w<<6+bits.TrailingZeros64(word)), f.turn, &able)
		}
	}
	for w := range able {
		for word := f.occupied[f.turn][w] &^ able[w]; word != 0; word &= word - 1 {
			from := Cell(w<<6 + bits.TrailingZeros64(word))
			if kind := f.board[from].Kind(); s.tables.attacking>>kind&1 == 0 && f.mayAnswer(s.tables, from, d) {
				able.add(from)
			}
		}
	}
	return able
}
