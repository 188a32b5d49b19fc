package rules

// inAura reports whether the piece on c is frozen by the aura of an enemy piece.
func (p *Position) inAura(c Cell, s Side) bool {
	return p.holders[s] != nil && p.heldByAura(c, s)
}

func (p *Position) heldByAura(c Cell, s Side) bool {
	for _, h := range p.holders[s][c] {
		if piece := p.board[h.cell]; piece != NoPiece && piece.Side() != s && h.kinds>>piece.Kind()&1 != 0 {
			return true
		}
	}
	return false
}

// FrozenAt reports whether the piece on c cannot move: its set is frozen, or
// it stands in the aura of an enemy piece.
func (p *Position) FrozenAt(c Cell) bool {
	piece := p.board[c]
	return piece != NoPiece && (p.Frozen(piece) || p.inAura(c, piece.Side()))
}

// unusualCandidates completes the pseudo-legal moves, from index first on, of a
// piece with indirect moves or in a game of transfers.
func (p *Position) unusualCandidates(kt *kindTable, from Cell, moves []Move, first int) []Move {
	if kt.indirect != nil {
		moves = p.indirectMoves(kt, from, moves, first)
	}
	if kt.menu != nil && kt.promotesFrom[p.turn].has(from) {
		moves = p.promote(kt, moves, first)
	}
	if kt.indirect != nil {
		moves = p.rifleCaptures(kt, from, moves)
	}
	if p.twin != nil {
		moves = p.transfer(moves, first)
	}
	return moves
}

// indirectMoves appends the moves of kindTable.indirect, without the rifle
// captures.
func (p *Position) indirectMoves(kt *kindTable, from Cell, moves []Move, first int) []Move {
	for _, way := range kt.indirect[p.turn][from] {
		if way.mode != Rifle && p.canGo(way) && !reaches(moves[first:], way.to) {
			moves = append(moves, Move{From: from, To: way.to, Via: NoCell})
		}
	}
	return moves
}

// rifleCaptures appends the captures without moving.
func (p *Position) rifleCaptures(kt *kindTable, from Cell, moves []Move) []Move {
	first := len(moves)
	for _, way := range kt.indirect[p.turn][from] {
		if way.mode == Rifle && p.canGo(way) && !reaches(moves[first:], way.to) {
			moves = append(moves, Move{From: from, To: way.to, Via: NoCell, Special: RifleCapture})
		}
	}
	return moves
}

// canGo reports whether the path is clear and its destination suits the mode.
func (p *Position) canGo(way indirectMove) bool {
	for _, c := range way.path {
		if p.board[c] != NoPiece {
			return false
		}
	}
	piece := p.board[way.to]
	if piece == NoPiece {
		return way.mode == Any || way.mode == Quiet
	}
	return piece.Side() != p.turn && way.mode != Quiet
}

// reaches reports whether one of the moves ends on c.
func reaches(moves []Move, c Cell) bool {
	for _, m := range moves {
		if m.To == c {
			return true
		}
	}
	return false
}

// Arrival returns the cell on which the piece of a move arrives. That is m.To, except in a game of
// transfers, where it is the cell of the other level from which the piece passes to m.To.
func (p *Position) Arrival(m Move) Cell {
	if p.twin == nil {
		return m.To
	}
	return p.twin[m.To]
}

// transfer makes the moves from index first on end on the twin of their cell of arrival. It drops
// those whose twin is occupied.
func (p *Position) transfer(moves []Move, first int) []Move {
	kept := moves[:first]
	for _, m := range moves[first:] {
		if m.To = p.twin[m.To]; p.board[m.To] == NoPiece {
			kept = append(kept, m)
		}
	}
	return kept
}

// keepSafeTransfer is keepSafe for a piece other than the royal one, which is not in check. A piece
// that comes from the other level cannot expose it. A piece that leaves its level can if it is
// pinned, or if it captures, because then it leaves the cell of its victim empty.
func (p *Position) keepSafeTransfer(from Cell, d *danger, moves []Move, first int) []Move {
	places := p.variant.Board.places
	switch {
	case places[from].Level != places[p.royals[p.turn]].Level:
		return moves
	case d.pinned.has(from):
		return p.keepSafe(moves, first)
	}
	kept := moves[:first]
	for _, m := range moves[first:] {
		if p.board[p.twin[m.To]] == NoPiece || !p.exposes(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// exposesByTransfer reports whether a move with transfer leaves the royal
// piece attacked. The royal piece itself must be safe before the transfer too.
func (p *Position) exposesByTransfer(m Move) bool {
	mover, arrival := p.board[m.From], p.twin[m.To]
	victim, enemy := p.board[arrival], p.turn.Other()
	p.board[m.From], p.board[arrival] = NoPiece, NoPiece
	exposed := false
	if m.From == p.royals[p.turn] {
		exposed = p.attacked(arrival, enemy)
		p.board[m.To] = mover
		exposed = exposed || p.attacked(m.To, enemy)
	} else {
		p.board[m.To] = mover
		exposed = p.attacked(p.royals[p.turn], enemy)
	}
	p.board[m.To], p.board[arrival], p.board[m.From] = NoPiece, victim, mover
	return exposed
}

// exposesByRifle reports whether a rifle capture leaves the royal piece
// attacked.
func (p *Position) exposesByRifle(m Move) bool {
	victim := p.board[m.To]
	p.board[m.To] = NoPiece
	exposed := p.attacked(p.royals[p.turn], p.turn.Other())
	p.board[m.To] = victim
	return exposed
}
