package rules

import "slices"

// refuseWay explains why a piece cannot get from one cell to another in the current placement.
func (p *Position) refuseWay(kt *kindTable, m Move) *MoveError {
	piece, to := p.piece(m.From), p.name(m.To)
	victim := p.board[m.To]
	switch {
	case victim == NoPiece && slices.Contains(kt.captures[p.turn][m.From], m.To):
		return moveError(OnlyCaptures, m.To, "the %s goes from %s to %s only to capture, and %s is empty", piece, p.name(m.From), to, to)
	case victim != NoPiece && slices.Contains(kt.quiet[p.turn][m.From], m.To):
		return moveError(OnlyQuiet, m.To, "the %s goes from %s to %s only when %s is empty; it does not capture that way", piece, p.name(m.From), to, to)
	}
	if blocker := p.blocker(kt, m); blocker != NoCell {
		return moveError(Blocked, blocker, "the %s on %s cannot reach %s: blocked at %s by the %s", piece, p.name(m.From), to, p.name(blocker), p.piece(blocker))
	}
	return moveError(NotThatWay, m.To, "the %s does not move from %s to %s", piece, p.name(m.From), to)
}

// blocker returns a piece that blocks a move which the kind could make on an
// empty board, or [NoCell].
func (p *Position) blocker(kt *kindTable, m Move) Cell {
	nodes := kt.moves[p.turn][m.From]
	for i, n := range nodes {
		if Cell(n.cell) == m.To {
			for j, before := range nodes[:i] {
				if int(before.skip) > i && p.board[nodes[j].cell] != NoPiece {
					return Cell(before.cell)
				}
			}
		}
	}
	for _, f := range kt.figures {
		for _, c := range figureCells(p.next[f[0]], p.next[f[1]], m.From, m.To) {
			if p.board[c] != NoPiece {
				return c
			}
		}
	}
	if kt.indirect != nil {
		for _, way := range kt.indirect[p.turn][m.From] {
			if i := slices.IndexFunc(way.path, func(c Cell) bool { return p.board[c] != NoPiece }); way.to == m.To && i >= 0 {
				return way.path[i]
			}
		}
	}
	return NoCell
}

// figureCells returns the cells, without the corners, of the figure that two directions span
// between opposite corners. It returns nil if they span none.
func figureCells(along, across []Cell, from, to Cell) []Cell {
	var rows [][]Cell
	for row := from; row != NoCell; row = along[row] {
		var cells []Cell
		for c := row; c != NoCell; c = across[c] {
			cells = append(cells, c)
		}
		rows = append(rows, cells)
		column := slices.Index(cells, to)
		if column < 0 {
			continue
		}
		var inside []Cell
		for _, r := range rows {
			if len(r) <= column {
				return nil
			}
			for _, c := range r[:column+1] {
				if c != from && c != to {
					inside = append(inside, c)
				}
			}
		}
		return inside
	}
	return nil
}

// Figure returns the cells that the move passes over: those of a rider's or crooked path that is
// clear, or of the figure that a planar piece spans. It is nil for leaps and single steps.
func (p *Position) Figure(m Move) []Cell {
	cells, _ := p.Passage(m)
	return cells
}

// Passage returns [Position.Figure] and whether the cells are those of a planar piece's figure. If
// they are not, they are in the order in which the piece passes them.
func (p *Position) Passage(m Move) (cells []Cell, plane bool) {
	switch m.Special {
	case DoubleStep:
		return []Cell{m.Via}, false
	case RifleCapture:
		return nil, false
	case Castling:
		from, to := p.CastlingPartner(m)
		return []Cell{to, from}, false
	}
	to := p.Arrival(m)
	kt := &p.kinds[p.board[m.From].Kind()]
	nodes := kt.moves[p.board[m.From].Side()][m.From]
	for i, n := range nodes {
		if Cell(n.cell) == to {
			if path := p.clearPath(nodes, i); path != nil {
				return path, false
			}
		}
	}
	if kt.indirect != nil {
		for _, way := range kt.indirect[p.turn][m.From] {
			if way.to == to && p.canGo(way) && len(way.path) > 0 {
				return way.path, false
			}
		}
	}
	for _, f := range kt.figures {
		cells := figureCells(p.next[f[0]], p.next[f[1]], m.From, to)
		if len(cells) > 0 && !slices.ContainsFunc(cells, func(c Cell) bool { return p.board[c] != NoPiece }) {
			return cells, true
		}
	}
	return nil, false
}

// clearPath returns the cells before node i on its path. It returns nil if there are none, or one
// is not empty.
func (p *Position) clearPath(nodes []node, i int) []Cell {
	var path []Cell
	for _, before := range nodes[:i] {
		if int(before.skip) > i {
			if p.board[before.cell] != NoPiece {
				return nil
			}
			path = append(path, Cell(before.cell))
		}
	}
	return path
}
