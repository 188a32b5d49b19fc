package rules

import (
	"math/bits"
	"slices"
)

// Legal appends all legal moves, piece by piece in an unspecified but deterministic order.
func (s *SearchPosition) Legal(moves []Move) []Move {
	f := s.frame()
	if f.status.Finished() {
		return moves
	}
	d, able := f.dangers(), s.answerers()
	for w := range able {
		for word := able[w]; word != 0; word &= word - 1 {
			moves = f.generateFrom(Cell(w<<6+bits.TrailingZeros64(word)), d, moves)
		}
	}
	return moves
}

// Tactical appends the legal captures and promotions.
func (s *SearchPosition) Tactical(moves []Move) []Move {
	f := s.frame()
	if f.status.Finished() {
		return moves
	}
	d, capturers := f.dangers(), s.capturers(s.top, f.turn)
	for w := range capturers {
		for word := capturers[w]; word != 0; word &= word - 1 {
			from := Cell(w<<6 + bits.TrailingZeros64(word))
			piece := f.board[from]
			if f.Frozen(piece) || f.inAura(from, f.turn) {
				continue
			}
			kt, first := &f.kinds[piece.Kind()], len(moves)
			if moves = f.tacticalFrom(kt, from, moves); len(moves) > first {
				moves = f.keepLegal(kt, from, d, moves, first)
			} else if s.tables.watched>>piece.Kind()&1 != 0 && !f.mayPromote(kt, from) {
				capturers.remove(from)
			}
		}
	}
	return moves
}

// Quiet appends the legal moves that Tactical leaves out.
func (s *SearchPosition) Quiet(moves []Move) []Move {
	f := s.frame()
	if f.status.Finished() {
		return moves
	}
	d := f.dangers()
	for w := range f.occupied[f.turn] {
		for word := f.occupied[f.turn][w]; word != 0; word &= word - 1 {
			moves = f.quietFrom(Cell(w<<6+bits.TrailingZeros64(word)), d, moves)
		}
	}
	return moves
}

// Allows reports whether the move is legal.
func (s *SearchPosition) Allows(m Move) bool {
	f := s.frame()
	if m.From < 0 || int(m.From) >= f.variant.Board.Len() || f.status.Finished() {
		return false
	}
	piece := f.board[m.From]
	if piece == NoPiece || piece.Side() != f.turn {
		return false
	}
	kt, d := &f.kinds[piece.Kind()], f.dangers()
	if m.Special != Ordinary || m.Promotion != NoKind || !s.tables.reach[piece.Kind()].known || kt.figures != nil || f.mayPromote(kt, m.From) {
		s.scratch = f.generateFrom(m.From, d, s.scratch[:0])
		return slices.Contains(s.scratch, m)
	}
	if m.Via != NoCell || f.Frozen(piece) || f.inAura(m.From, f.turn) || !f.leads(kt, m.From, m.To) {
		return false
	}
	s.scratch = append(s.scratch[:0], m)
	return len(f.keepLegal(kt, m.From, d, s.scratch, 0)) > 0
}

// leads reports whether a piece has an ordinary move to a cell, legal or not. All its moves must be
// on paths and single cells.
func (p *Position) leads(kt *kindTable, from, to Cell) bool {
	target := p.board[to]
	switch {
	case target == NoPiece:
		if slices.Contains(kt.quiet[p.turn][from], to) {
			return true
		}
	case target.Side() == p.turn:
		return false
	case slices.Contains(kt.captures[p.turn][from], to):
		return true
	}
	nodes := kt.moves[p.turn][from]
	for i := 0; i < len(nodes); {
		switch n := nodes[i]; {
		case Cell(n.cell) == to:
			return true
		case p.board[n.cell] == NoPiece:
			i++
		default:
			i = int(n.skip)
		}
	}
	return false
}

// HasMove reports whether the player to move has a legal move.
func (s *SearchPosition) HasMove() bool {
	f := s.frame()
	if f.status.Finished() {
		return false
	}
	d := f.dangers()
	if royal := f.royals[f.turn]; royal != NoCell {
		// In check it is usually the royal piece that can move.
		s.scratch = f.generateFrom(royal, d, s.scratch[:0])
		if len(s.scratch) > 0 {
			return true
		}
	}
	able := s.answerers()
	for w := range able {
		for word := able[w]; word != 0; word &= word - 1 {
			s.scratch = f.generateFrom(Cell(w<<6+bits.TrailingZeros64(word)), d, s.scratch[:0])
			if len(s.scratch) > 0 {
				return true
			}
		}
	}
	return false
}

// tactical reports whether the move captures or promotes.
func (p *Position) tactical(m Move) bool {
	if p.twin != nil {
		_, victim := p.Capture(m)
		return m.Promotion != NoKind || victim != NoPiece
	}
	return m.Promotion != NoKind || m.Special == EnPassant || m.Special != Castling && p.board[m.To] != NoPiece
}

// mayPromote reports whether a piece may promote by a move from a cell.
func (p *Position) mayPromote(kt *kindTable, from Cell) bool {
	return kt.menu != nil && kt.promotesFrom[p.turn].has(from)
}

// tacticalFrom appends the captures and promotions of one piece that can move, legal or not.
func (p *Position) tacticalFrom(kt *kindTable, from Cell, moves []Move) []Move {
	if p.mayPromote(kt, from) || kt.indirect != nil || p.twin != nil {
		first := len(moves)
		moves = p.candidates(kt, from, moves)
		kept := moves[:first]
		for _, m := range moves[first:] {
			if p.tactical(m) {
				kept = append(kept, m)
			}
		}
		return kept
	}
	if kt.repeats {
		moves = p.hostileByWays(kt, from, moves)
	} else {
		moves = p.hostile(kt.moves[p.turn][from], from, moves)
	}
	if kt.strikes {
		moves = p.hostileSteps(kt, from, moves)
	}
	return moves
}

// hostile appends the captures of a tree in which no cell occurs twice.
func (p *Position) hostile(nodes []node, from Cell, moves []Move) []Move {
	enemy := Piece(p.turn.Other())
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell]
		if piece == NoPiece {
			i++
			continue
		}
		if piece&1 == enemy {
			moves = append(moves, Move{From: from, To: Cell(n.cell), Via: NoCell})
		}
		i = int(n.skip)
	}
	return moves
}

// hostileByWays appends the captures of a piece that may reach a cell by several paths, or by
// figures.
func (p *Position) hostileByWays(kt *kindTable, from Cell, moves []Move) []Move {
	first := len(moves)
	moves = p.hostile(kt.moves[p.turn][from], from, moves)
	if kt.figures != nil {
		free := p.freeSteps(from)
		enemy := Piece(p.turn.Other())
		for _, f := range kt.figures {
			p.corners(f[0], f[1], &free, from, func(c Cell) {
				if p.board[c]&1 == enemy {
					moves = append(moves, Move{From: from, To: c, Via: NoCell})
				}
			})
		}
	}
	// Captures are few: a linear search is cheaper than a set of cells.
	kept := moves[:first]
next:
	for _, m := range moves[first:] {
		for _, other := range kept[first:] {
			if other.To == m.To {
				continue next
			}
		}
		kept = append(kept, m)
	}
	return kept
}

// maxDirections limits the directions that form the figures of one variant.
const maxDirections = 128

// freeSteps returns, for each direction of tables.next, the number of steps
// from a cell over empty cells.
func (p *Position) freeSteps(from Cell) (free [maxDirections]uint8) {
	for i, next := range p.next {
		for c := next[from]; c != NoCell && p.board[c] == NoPiece; c = next[c] {
			free[i]++
		}
	}
	return free
}

// corners calls found with each occupied cell that is the far corner of a figure, otherwise empty,
// which two directions span from a cell.
func (p *Position) corners(along, across int, free *[maxDirections]uint8, from Cell, found func(Cell)) {
	rows, reach := free[along], free[across]
	row := from
	for ; rows > 0 && reach > 0; rows-- {
		row = p.next[along][row]
		c := row
		for n := range reach {
			if c = p.next[across][c]; c == NoCell {
				reach = n
				break
			}
			if p.board[c] != NoPiece {
				found(c)
				reach = n
				break
			}
		}
	}
}

// hostileSteps appends the captures of a kind by movements that only capture.
func (p *Position) hostileSteps(kt *kindTable, from Cell, moves []Move) []Move {
	side := p.turn
	for _, to := range kt.captures[side][from] {
		switch piece := p.board[to%MaxCells]; {
		case piece != NoPiece && piece.Side() != side:
			moves = append(moves, Move{From: from, To: to, Via: NoCell})
		case to == p.passed && kt.pawn:
			moves = append(moves, Move{From: from, To: to, Via: NoCell, Special: EnPassant})
		}
	}
	return moves
}

// quietFrom appends the legal moves of one piece that neither capture nor promote.
func (p *Position) quietFrom(from Cell, d *danger, moves []Move) []Move {
	piece := p.board[from]
	if p.Frozen(piece) || p.inAura(from, p.turn) {
		return moves
	}
	kt := &p.kinds[piece.Kind()]
	first := len(moves)
	if kt.repeats || p.mayPromote(kt, from) || kt.indirect != nil || p.twin != nil {
		moves = p.candidates(kt, from, moves)
		kept := moves[:first]
		for _, m := range moves[first:] {
			if !p.tactical(m) {
				kept = append(kept, m)
			}
		}
		moves = kept
	} else {
		nodes := kt.moves[p.turn][from]
		for i := 0; i < len(nodes); {
			n := nodes[i]
			if p.board[n.cell] == NoPiece {
				moves = append(moves, Move{From: from, To: Cell(n.cell), Via: NoCell})
				i++
			} else {
				i = int(n.skip)
			}
		}
		moves = p.quietSteps(kt, from, moves)
	}
	moves = p.keepLegal(kt, from, d, moves, first)
	if kt.royal {
		moves = p.castle(d, moves)
	}
	return moves
}
