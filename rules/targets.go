package rules

// Targets returns the cells to which the piece on c could move or capture if
// it were its player's turn, in order, ignoring check. A frozen piece has none.
func (p *Position) Targets(c Cell) []Cell {
	piece := p.board[c]
	if piece == NoPiece || p.FrozenAt(c) {
		return nil
	}
	q := *p
	q.setTurn(piece.Side())
	var reached bitset
	for _, m := range q.candidates(&q.kinds[piece.Kind()], c, nil) {
		reached.add(m.To)
	}
	return reached.cells()
}

// setTurn gives the turn to s on a scratch copy.
func (p *Position) setTurn(s Side) {
	if p.turn != s {
		p.turn = s
		p.passed, p.passer = NoCell, NoCell
	}
}

// Attackers returns the cells from which pieces of s could capture an enemy
// on c, in order, ignoring check.
func (p *Position) Attackers(c Cell, s Side) []Cell {
	q := *p
	q.setTurn(s)
	q.passed, q.passer = NoCell, NoCell
	if q.board[c] != NoPiece {
		q.lift(c)
	}
	// Any enemy piece serves as bait.
	bait := MakePiece(1, s.Other())
	q.board[c] = bait
	var found bitset
	for _, from := range q.occupied[s].cells() {
		if q.FrozenAt(from) {
			continue
		}
		for _, m := range q.candidates(&q.kinds[q.board[from].Kind()], from, nil) {
			if at, victim := q.Capture(m); victim != NoPiece && at == c {
				found.add(from)
				break
			}
		}
	}
	return found.cells()
}

// DiagramCell returns the cell from which a diagram best shows a kind's
// movement: the board's centre or, if the kind cannot move from there, the
// same place on another level.
func (v *Variant) DiagramCell(id KindID) Cell {
	b := v.Board
	best, most := b.Center(), 0
	middle := b.Place(best)
	for level := range b.levels {
		c := b.at(Place{level, middle.File, middle.Rank})
		if c == NoCell {
			continue
		}
		moves, captures := v.Reach(id, White, c)
		if n := len(moves) + len(captures); n > 0 && c == b.Center() {
			return c
		} else if n > most {
			best, most = c, n
		}
	}
	return best
}

// Lone returns a position that has only one piece, for diagrams. Nobody can play it: it has no
// royal pieces.
func (v *Variant) Lone(piece Piece, c Cell) *Position {
	p := v.compile().emptyPosition()
	p.turn = piece.Side()
	p.put(c, piece)
	return p
}

// Reach returns the cells to which a lone piece of the kind could move from c,
// and those on which it could capture, for diagrams.
func (v *Variant) Reach(id KindID, s Side, c Cell) (moves, captures []Cell) {
	kt := &v.compile().kinds[id]
	var quiet, hostile bitset
	for _, n := range kt.moves[s][c] {
		quiet.add(Cell(n.cell))
		hostile.add(Cell(n.cell))
	}
	for _, to := range kt.quiet[s][c] {
		quiet.add(to)
	}
	for _, to := range kt.captures[s][c] {
		hostile.add(to)
	}
	if kt.indirect != nil {
		for _, way := range kt.indirect[s][c] {
			if way.mode == Any || way.mode == Quiet {
				quiet.add(way.to)
			}
			if way.mode != Quiet {
				hostile.add(way.to)
			}
		}
	}
	empty := v.compile().emptyPosition()
	empty.turn = s
	if kt.figures != nil {
		for _, m := range empty.multiple(kt, c, nil) {
			quiet.add(m.To)
			hostile.add(m.To)
		}
	}
	return quiet.cells(), hostile.cells()
}
