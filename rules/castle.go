package rules

// castle appends the castling moves of the side to move. p must be the
// caller's own copy.
func (p *Position) castle(d *danger, moves []Move) []Move {
	if d.checked {
		return moves
	}
	for i := range p.castling[p.turn] {
		line := &p.castling[p.turn][i]
		if p.rights&line.right != 0 && p.cannotCastle(line) == castlingFree {
			moves = append(moves, Move{From: line.royal, To: line.to, Via: NoCell, Special: Castling})
		}
	}
	return moves
}

// castlingObstacle is the reason why a player cannot castle along a line.
type castlingObstacle uint8

const (
	castlingFree castlingObstacle = iota
	castlingBlocked
	castlingFrozen
	castlingThroughCheck
)

// cannotCastle returns what prevents castling along a line whose right still holds, for a royal
// piece that is not in check. The cells between must be empty, the partner free to move (**D**:
// castling moves it), and the cell crossed must not be attacked, nor, with the partner moved, the
// cell of arrival (section 3).
func (p *Position) cannotCastle(line *castlingLine) castlingObstacle {
	for _, c := range line.empty {
		if p.board[c] != NoPiece {
			return castlingBlocked
		}
	}
	royal, partner := p.board[line.royal], p.board[line.partner]
	if p.Frozen(partner) {
		return castlingFrozen
	}
	enemy := p.turn.Other()
	p.board[line.royal] = NoPiece
	unsafe := false
	for _, c := range line.safe {
		unsafe = unsafe || p.attacked(c, enemy)
	}
	p.board[line.partner] = NoPiece
	arrived := func(royalTo, partnerTo Cell) bool {
		p.board[partnerTo], p.board[royalTo] = partner, royal
		attacked := p.attacked(royalTo, enemy)
		p.board[partnerTo], p.board[royalTo] = NoPiece, NoPiece
		return attacked
	}
	unsafe = unsafe || arrived(line.before[0], line.before[1]) || p.twin != nil && arrived(line.to, line.partnerTo)
	p.board[line.royal], p.board[line.partner] = royal, partner
	if unsafe {
		return castlingThroughCheck
	}
	return castlingFree
}

// castlingLineOf returns the line that a castling move follows.
func (t *tables) castlingLineOf(m Move) *castlingLine {
	for s := range t.castling {
		for i := range t.castling[s] {
			if line := &t.castling[s][i]; line.royal == m.From && line.to == m.To {
				return line
			}
		}
	}
	return nil
}

// CastlingPartner returns the cells that the partner leaves and enters in a
// castling move, both [NoCell] for other moves.
func (p *Position) CastlingPartner(m Move) (from, to Cell) {
	if m.Special != Castling {
		return NoCell, NoCell
	}
	line := p.castlingLineOf(m)
	return line.partner, line.partnerTo
}
