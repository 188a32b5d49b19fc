package rules

import "math/bits"

// capturers returns the pieces of a side that may have a capture or a promotion in frame at of the
// line, including pinned and frozen ones. These are few among up to 128 pieces.
//
// They are computed from the capturers of the frame before. Where a capture becomes possible, its
// path leads over a cell that has changed since, and the first such cell is visible from the piece.
// So the pieces that see a changed cell are added. If several frames benefit, pieces of watched
// kinds that turn out to have no capture are removed again; those of other kinds stay. A caller
// that lists captures finds out about the rest.
func (s *SearchPosition) capturers(at int, side Side) *bitset {
	f := &s.frames[at]
	h := &f.capturers[side]
	if f.capturersKnown[side] {
		return h
	}
	f.capturersKnown[side] = true
	if at == 0 || s.tables.watched == 0 {
		*h = f.occupied[side]
		f.dropIdle(s.tables, side, h)
		return h
	}
	before := s.capturers(at-1, side)
	*h = bitset{}
	for _, change := range f.changes {
		kinds := anyKind
		if f.board[change.Cell] == NoPiece {
			kinds = s.tables.riding // other kinds captured nothing here, and see nothing behind it
		}
		f.addWatchers(s.tables, change.Cell, side, kinds, h)
	}
	if f.passed != NoCell && f.turn == side {
		f.addWatchers(s.tables, f.passed, side, anyKind, h)
	}
	if f.turn != side {
		for w := range h {
			h[w] &^= before[w]
		}
		f.dropIdle(s.tables, side, h)
	}
	for w := range h {
		h[w] = (h[w] | before[w]) & f.occupied[side][w]
	}
	return h
}

// dropIdle removes the pieces of a side from a set if their kind is watched and they neither have a
// capture nor may promote.
func (p *Position) dropIdle(st *searchTables, side Side, h *bitset) {
	for w := range h {
		for word := h[w]; word != 0; word &= word - 1 {
			from := Cell(w<<6 + bits.TrailingZeros64(word))
			kind := p.board[from].Kind()
			kt := &p.kinds[kind]
			if st.watched>>kind&1 != 0 && !(kt.menu != nil && kt.promotesFrom[side].has(from)) && !p.strikesFrom(kt, from, side) {
				h.remove(from)
			}
		}
	}
}

// strikesFrom reports whether a piece has a capture by its paths or single cells.
func (p *Position) strikesFrom(kt *kindTable, from Cell, side Side) bool {
	nodes := kt.moves[side][from]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		switch piece := p.board[n.cell%MaxCells]; {
		case piece == NoPiece:
			i++
			continue
		case piece.Side() != side:
			return true
		}
		i = int(n.skip)
	}
	for _, to := range kt.captures[side][from] {
		if piece := p.board[to%MaxCells]; piece != NoPiece && piece.Side() != side || to == p.passed {
			return true
		}
	}
	return false
}

// anyKind is the set of all kinds.
const anyKind = ^uint32(0)

// addWatchers adds the pieces of a side and of certain kinds, frozen or not, that would capture an
// enemy piece put on a cell. If a piece of the side stands on the cell it adds only that.
func (p *Position) addWatchers(st *searchTables, c Cell, side Side, kinds uint32, found *bitset) {
	if piece := p.board[c]; piece != NoPiece && piece.Side() == side {
		found.add(c)
		return // no other piece sees through it
	}
	nodes := st.attacks[side][c]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell%MaxCells]
		if piece == NoPiece {
			i++
			continue
		}
		if piece.Side() == side && (n.kinds&kinds)>>piece.Kind()&1 != 0 {
			found.add(Cell(n.cell))
		}
		i = int(n.skip)
	}
}

// answerers returns the pieces of the player to move that may have a legal move: all of them, or in
// check those that may end it.
func (s *SearchPosition) answerers() bitset {
	f := s.frame()
	d := f.dangers()
	if !d.checked || f.noAnswers {
		return f.occupied[f.turn]
	}
	var able bitset
	for w, word := range d.answers {
		for ; word != 0; word &= word - 1 {
			f.addWatchers(s.tables, Cell(w<<6+bits.TrailingZeros64(word)), f.turn, anyKind, &able)
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
