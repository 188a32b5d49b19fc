package rules

import "math/bits"

// hunters returns the pieces of a side that may have a capture or a promotion in one frame of the line, pinned or frozen ones included:
// few of up to 128. They are those of the frame before and the watchers of the cells that have changed since: where a capture becomes
// possible, its path leads over a changed cell, and from where the piece stands it sees the first of these. Those of them that
// turn out to have no capture are removed where that serves several frames, if their kind is watched; others stay hunters for ever. Whoever
// lists captures removes the rest.
func (s *SearchPosition) hunters(at int, side Side) *bitset {
	f := &s.frames[at]
	h := &f.hunters[side]
	if f.hunting[side] {
		return h
	}
	f.hunting[side] = true
	if at == 0 || s.tables.watched == 0 {
		*h = f.occupied[side]
		f.dismiss(s.tables, side, h)
		return h
	}
	before := s.hunters(at-1, side)
	*h = bitset{}
	for _, change := range f.changes {
		kinds := anyKind
		if f.board[change.Cell] == NoPiece {
			kinds = s.tables.riding // others captured nothing there, and see nothing behind it
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
		f.dismiss(s.tables, side, h)
	}
	for w := range h {
		h[w] = (h[w] | before[w]) & f.occupied[side][w]
	}
	return h
}

// dismiss removes the pieces of a side from a set that are of a watched kind and neither have a capture nor may promote.
func (p *Position) dismiss(st *searchTables, side Side, h *bitset) {
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

// anyKind has the bits of all kinds.
const anyKind = ^uint32(0)

// addWatchers adds the pieces of a side and of some kinds that would capture a piece put on a cell, frozen or not, and the one that stands
// there.
func (p *Position) addWatchers(st *searchTables, c Cell, side Side, kinds uint32, found *bitset) {
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
		if piece.Side() == side && (n.kinds&kinds)>>piece.Kind()&1 != 0 {
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
