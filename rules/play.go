package rules

// Capture returns where and what the move captures; m must be a move of this
// position. Without a capture these are [NoCell] and [NoPiece].
func (p *Position) Capture(m Move) (Cell, Piece) {
	at := p.Arrival(m)
	if m.Special == EnPassant {
		at = p.passer
	}
	if m.Special == Castling || p.board[at] == NoPiece {
		return NoCell, NoPiece
	}
	return at, p.board[at]
}

// Play returns the position after a legal move. The error, of type
// [*MoveError], says why the move is not legal.
func (p *Position) Play(m Move) (*Position, error) {
	if !p.allows(m) {
		return nil, p.refuse(m)
	}
	next := *p
	next.apply(m)
	next.conclude()
	return &next, nil
}

// allows reports whether a move is legal. It must agree with [Position.Legal].
func (p *Position) allows(m Move) bool {
	if m.From < 0 || int(m.From) >= p.variant.Board.Len() {
		return false
	}
	piece := p.board[m.From]
	if piece == NoPiece || piece.Side() != p.turn || p.status.Finished() {
		return false
	}
	q := *p
	d := q.danger()
	var room [96]Move
	for _, legal := range q.generateFrom(m.From, &d, room[:0]) {
		if legal == m {
			return true
		}
	}
	return false
}

// apply plays a legal move on p itself. It does not check whether the next player has a move;
// conclude does.
func (p *Position) apply(m Move) {
	victimCell, victim := p.Capture(m)
	piece := p.board[m.From]
	mover := p.turn
	kt := &p.kinds[piece.Kind()]

	p.half++
	if victim != NoPiece || m.Promotion != NoKind || kt.pawnLike.has(m.From) {
		p.half = 0
	}
	if mover == Black {
		p.full++
	}
	if victim != NoPiece {
		p.lift(victimCell)
	}
	p.relocate(m, piece)
	if p.reserve[mover] && p.released>>piece.Kind()&1 != 0 && m.Promotion == NoKind {
		p.reserve[mover] = false
		p.put(m.From, MakePiece(p.reserveKind, mover))
	}
	p.passed, p.passer = NoCell, NoCell
	if m.Special == DoubleStep && p.enPassant {
		p.passed, p.passer = m.Via, m.To
	}
	if m.Special != RifleCapture {
		p.rights &^= p.lost[m.From]
	}
	if victim != NoPiece {
		p.rights &^= p.lost[victimCell]
	}
	if kt.pawn && p.movedPawn[mover] != nil && m.Promotion == NoKind {
		p.rights |= p.movedPawn[mover][m.To]
	}
	if p.keys != 0 && (victim != NoPiece || m.Promotion != NoKind) {
		p.updateFrozen(White)
		p.updateFrozen(Black)
	}
	p.turn = mover.Other()
	p.judge()
}

// relocate moves the piece of a move, and in castling its partner.
func (p *Position) relocate(m Move, piece Piece) {
	if m.Promotion != NoKind {
		piece = MakePiece(m.Promotion, p.turn)
	}
	switch m.Special {
	case RifleCapture:
	case Castling:
		line := p.castlingLineOf(m)
		partner := p.lift(line.partner)
		p.lift(m.From)
		p.put(m.To, piece)
		p.put(line.partnerTo, partner)
	default:
		p.lift(m.From)
		p.put(m.To, piece)
	}
}

// Perft counts the sequences of depth moves from the position. A finished
// position has none.
func Perft(p *Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	buffers := make([][]Move, depth)
	q := *p
	return q.perft(depth, buffers)
}

// PerftWithin is Perft with a limit. It returns false if more than most positions would have to be
// visited.
func PerftWithin(p *Position, depth, most int) (n uint64, ok bool) {
	if depth == 0 {
		return 1, true
	}
	buffers := make([][]Move, depth)
	q := *p
	n = q.perftWithin(depth, buffers, &most)
	return n, most >= 0
}

func (p *Position) perftWithin(depth int, buffers [][]Move, left *int) (n uint64) {
	moves := p.generate(buffers[depth-1][:0])
	buffers[depth-1] = moves
	if *left--; depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		if *left < 0 {
			return n
		}
		next := *p
		next.apply(m)
		n += next.perftWithin(depth-1, buffers, left)
	}
	return n
}

// perft counts the last ply by the number of legal moves. p must be the caller's own copy. buffers
// provides space for the moves of each ply.
func (p *Position) perft(depth int, buffers [][]Move) uint64 {
	moves := p.generate(buffers[depth-1][:0])
	buffers[depth-1] = moves
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		next := *p
		next.apply(m)
		n += next.perft(depth-1, buffers)
	}
	return n
}
