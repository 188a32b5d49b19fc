package rules

// Position is a placement with the state that decides what may be played: the
// side to move, castling rights, the en passant cell, reserves. Every Position
// is legal and immutable, so it is safe for concurrent use.
type Position struct {
	*tables
	board    [MaxCells]Piece
	occupied [2]bitset
	count    [2 * maxKinds]uint8
	royals   [2]Cell
	frozen   [2]uint32 // a bit for each kind that cannot move
	turn     Side
	rights   uint64
	// passed is the en passant cell, passer the cell of the Pawn that passed it.
	passed, passer Cell
	reserve        [2]bool
	half, full     int
	status         Status
}

// Start returns the position at the start of the game.
func (v *Variant) Start() *Position { return v.compile().start }

// Variant returns the position's game.
func (p *Position) Variant() *Variant { return p.variant }

// Turn returns the side to move.
func (p *Position) Turn() Side { return p.turn }

// At returns the piece on the cell.
func (p *Position) At(c Cell) Piece { return p.board[c] }

// MoveNumber returns the number of the current move, which White and Black make together, from 1.
func (p *Position) MoveNumber() int { return p.full }

// Halfmoves returns the number of plies since the last capture, promotion or Pawn move.
func (p *Position) Halfmoves() int { return p.half }

// Count returns how many of these pieces are on the board.
func (p *Position) Count(piece Piece) int { return int(p.count[piece]) }

// Frozen reports whether the piece belongs to a set that cannot move because
// the set's key piece is lost.
func (p *Position) Frozen(piece Piece) bool {
	return p.frozen[piece.Side()]>>piece.Kind()&1 != 0
}

// Reserve returns the piece that s still has off the board, or [NoPiece].
func (p *Position) Reserve(s Side) Piece {
	if !p.reserve[s] {
		return NoPiece
	}
	return MakePiece(p.reserveKind, s)
}

// Royal returns the cell of the royal piece of s, or [NoCell] if the game has none.
func (p *Position) Royal(s Side) Cell { return p.royals[s] }

// Status returns the status of the position for the side to move.
func (p *Position) Status() Status { return p.status }

// Winner returns the winner of a finished position; ok is false if there is none.
func (p *Position) Winner() (Side, bool) {
	won := p.status.Finished() && p.status != Stalemate
	return p.turn.Other(), won
}

// Checkers returns the cells of the pieces that give check, in order.
func (p *Position) Checkers() []Cell {
	if p.status != Check && p.status != Checkmate {
		return nil
	}
	return p.attackers(p.royals[p.turn], p.turn.Other())
}

// put places a piece on an empty cell.
func (p *Position) put(c Cell, piece Piece) {
	s := piece.Side()
	p.board[c] = piece
	p.occupied[s].add(c)
	p.count[piece]++
	if p.royalKind != NoKind && piece.Kind() == p.royalKind {
		p.royals[s] = c
	}
}

// lift removes the piece from an occupied cell.
func (p *Position) lift(c Cell) Piece {
	piece := p.board[c]
	p.board[c] = NoPiece
	p.occupied[piece.Side()].remove(c)
	p.count[piece]--
	return piece
}

// updateFrozen recomputes which kinds of s are frozen.
func (p *Position) updateFrozen(s Side) {
	p.frozen[s] = 0
	for id, key := range p.keyOf {
		if key != NoKind && p.count[MakePiece(key, s)] == 0 {
			p.frozen[s] |= 1 << id
		}
	}
}

// derive computes the state derived from the placement, and the status.
func (p *Position) derive() {
	p.updateFrozen(White)
	p.updateFrozen(Black)
	p.judge()
	p.conclude()
}

// judge decides whether the side that has just moved has won by a rule other
// than checkmate.
func (p *Position) judge() {
	mover := p.turn.Other()
	switch {
	case p.extinct(p.turn):
		p.status = p.variant.Survival.Ends
	case p.spouse != NoKind && p.married(mover):
		p.status = Marriage
	default:
		p.status = Ongoing
	}
}

// conclude completes the status: check, checkmate or stalemate.
func (p *Position) conclude() {
	if p.status.Finished() {
		return
	}
	checked, canMove := p.inCheck(), p.hasMove()
	switch {
	case checked && canMove:
		p.status = Check
	case checked:
		p.status = Checkmate
	case !canMove:
		p.status = Stalemate
	}
}

// extinct reports whether s has lost a family that it must keep.
func (p *Position) extinct(s Side) bool {
	for _, family := range p.survival {
		left := 0
		for _, id := range family {
			left += int(p.count[MakePiece(id, s)])
			if p.reserve[s] && id == p.reserveKind {
				left++
			}
		}
		if left < p.variant.Survival.Min {
			return true
		}
	}
	return false
}

// married reports whether the royal piece of s is one step from a spouse of its own, and not in
// check.
func (p *Position) married(s Side) bool {
	if p.count[MakePiece(p.spouse, s)] == 0 {
		return false
	}
	for _, n := range p.kinds[p.royalKind].moves[s][p.royals[s]] {
		if p.board[n.cell] == MakePiece(p.spouse, s) {
			return !p.attacked(p.royals[s], s.Other())
		}
	}
	return false
}
