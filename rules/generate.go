package rules

import (
	"math/bits"
	"slices"
)

// generate appends the legal moves, ordered by From only. It makes and unmakes
// moves on p, so p must be the caller's own copy.
func (p *Position) generate(moves []Move) []Move {
	if p.status.Finished() {
		return moves
	}
	d := p.danger()
	for w := range p.occupied[p.turn] {
		for word := p.occupied[p.turn][w]; word != 0; word &= word - 1 {
			moves = p.generateFrom(Cell(w<<6+bits.TrailingZeros64(word)), &d, moves)
		}
	}
	return moves
}

// generateFrom appends the legal moves of one piece of the side to move.
func (p *Position) generateFrom(from Cell, d *danger, moves []Move) []Move {
	piece := p.board[from]
	if p.Frozen(piece) || p.inAura(from, p.turn) {
		return moves
	}
	kt := &p.kinds[piece.Kind()]
	first := len(moves)
	moves = p.candidates(kt, from, moves)
	if d.checked || kt.royal || kt.tryAll || d.pinned.has(from) || p.passed != NoCell {
		moves = p.keepLegal(kt, from, d, moves, first)
	}
	if kt.royal {
		moves = p.castle(d, moves)
	}
	return moves
}

// keepLegal drops, from index first on, the moves of one piece that leave the
// royal piece attacked.
func (p *Position) keepLegal(kt *kindTable, from Cell, d *danger, moves []Move, first int) []Move {
	switch {
	case kt.royal || kt.tryAll || d.checked && p.noAnswers:
		if p.twin != nil && !kt.royal && !d.checked {
			return p.keepSafeTransfer(from, d, moves, first)
		}
		return p.keepSafe(moves, first)
	case d.checked:
		return p.keepSafe(p.keepAnswers(d, moves, first), first)
	case d.pinned.has(from):
		return p.keepSafe(moves, first)
	case p.passed != NoCell && kt.pawn && p.royalKind != NoKind:
		return p.keepSafePassing(moves, first)
	}
	return moves
}

// keepSafe drops, from index first on, the moves that expose the royal piece.
func (p *Position) keepSafe(moves []Move, first int) []Move {
	kept := moves[:first]
	for _, m := range moves[first:] {
		if !p.exposes(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// keepSafePassing drops the en passant captures that expose the royal piece:
// they vacate two cells at once, which pin detection does not cover.
func (p *Position) keepSafePassing(moves []Move, first int) []Move {
	kept := moves[:first]
	for _, m := range moves[first:] {
		if m.Special != EnPassant || !p.exposes(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// keepAnswers drops the moves that cannot end a check.
func (p *Position) keepAnswers(d *danger, moves []Move, first int) []Move {
	kept := moves[:first]
	for _, m := range moves[first:] {
		if d.answers.has(m.To) || m.Special == EnPassant {
			kept = append(kept, m)
		}
	}
	return kept
}

// candidates appends the pseudo-legal moves of a piece.
func (p *Position) candidates(kt *kindTable, from Cell, moves []Move) []Move {
	side := p.turn
	first := len(moves)
	if !kt.repeats {
		moves = p.single(kt.moves[side][from], from, moves)
	} else {
		moves = p.multiple(kt, from, moves)
	}
	moves = p.pawnMoves(kt, from, moves)
	if kt.indirect != nil || p.twin != nil {
		return p.unusualCandidates(kt, from, moves, first)
	}
	if kt.menu != nil && kt.promotesFrom[side].has(from) {
		moves = p.promote(kt, moves, first)
	}
	return moves
}

// single walks a tree that contains every cell once.
func (p *Position) single(nodes []node, from Cell, moves []Move) []Move {
	enemy := Piece(p.turn.Other())
	n := len(moves)
	moves = slices.Grow(moves, len(nodes))
	room := moves[:n+len(nodes)]
	for i := 0; i < len(nodes); {
		next := nodes[i]
		piece := p.board[next.cell%MaxCells] // the remainder saves a bounds check
		if piece == NoPiece {
			room[n] = Move{From: from, To: Cell(next.cell), Via: NoCell}
			n++
			i++
			continue
		}
		if piece&1 == enemy {
			room[n] = Move{From: from, To: Cell(next.cell), Via: NoCell}
			n++
		}
		i = int(next.skip)
	}
	return room[:n]
}

// multiple walks trees and figures that may reach a cell by several paths.
func (p *Position) multiple(kt *kindTable, from Cell, moves []Move) []Move {
	enemy := Piece(p.turn.Other())
	var seen bitset
	nodes := kt.moves[p.turn][from]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell]
		if (piece == NoPiece || piece&1 == enemy) && !seen.has(Cell(n.cell)) {
			seen.add(Cell(n.cell))
			moves = append(moves, Move{From: from, To: Cell(n.cell), Via: NoCell})
		}
		if piece == NoPiece {
			i++
		} else {
			i = int(n.skip)
		}
	}
	for _, f := range kt.figures {
		moves = p.figure(p.next[f[0]], p.next[f[1]], from, &seen, moves)
	}
	return moves
}

// figure appends the far corners of the empty figures that two directions
// span from a cell, except the lines themselves (section 4). It goes row by row, as
// no row can reach farther than the one before.
func (p *Position) figure(along, across []Cell, from Cell, seen *bitset, moves []Move) []Move {
	enemy := Piece(p.turn.Other())
	reach := 0
	for c := across[from]; c != NoCell && p.board[c] == NoPiece; c = across[c] {
		reach++
	}
	for row := along[from]; row != NoCell && p.board[row] == NoPiece && reach > 0; row = along[row] {
		c := row
		for n := range reach {
			if c = across[c]; c == NoCell {
				reach = n
				break
			}
			piece := p.board[c]
			if (piece == NoPiece || piece&1 == enemy) && !seen.has(c) {
				seen.add(c)
				moves = append(moves, Move{From: from, To: c, Via: NoCell})
			}
			if piece != NoPiece {
				reach = n
				break
			}
		}
	}
	return moves
}

// pawnMoves appends quiet-only and capture-only moves, double steps and en
// passant captures.
func (p *Position) pawnMoves(kt *kindTable, from Cell, moves []Move) []Move {
	return p.hostileSteps(kt, from, p.quietSteps(kt, from, moves))
}

// quietSteps appends the moves of a kind by movements that never capture, and double steps.
func (p *Position) quietSteps(kt *kindTable, from Cell, moves []Move) []Move {
	side := p.turn
	home := kt.pawn && p.pawnHome[side].has(from)
	for i, to := range kt.quiet[side][from] {
		if p.board[to%MaxCells] != NoPiece {
			continue
		}
		moves = append(moves, Move{From: from, To: to, Via: NoCell})
		if home {
			moves = p.doubleSteps(kt, from, i, to, moves)
		}
	}
	return moves
}

// doubleSteps appends the double steps of a Pawn whose first step is its quiet move i to
// the cell via. A straight one requires that the Pawn has not moved.
func (p *Position) doubleSteps(kt *kindTable, from Cell, i int, via Cell, moves []Move) []Move {
	side := p.turn
	if kt.second[side] != nil {
		to := kt.second[side][from][i]
		if to == NoCell || p.board[to] != NoPiece || p.rights&p.movedPawn[side][from] != 0 {
			return moves
		}
		return append(moves, Move{From: from, Via: via, To: to, Special: DoubleStep})
	}
	ends := kt.quiet[side][via]
	n := len(moves)
	moves = slices.Grow(moves, len(ends))
	room := moves[:n+len(ends)]
	for _, to := range ends {
		room[n] = Move{From: from, Via: via, To: to, Special: DoubleStep}
		if p.board[to%MaxCells] == NoPiece {
			n++
		}
	}
	return room[:n]
}

// hasMove reports whether there is any legal move.
func (p *Position) hasMove() bool {
	q := *p
	d := q.danger()
	room := make([]Move, 0, 128)
	for w, word := range q.occupied[q.turn] {
		for ; word != 0; word &= word - 1 {
			from := Cell(w<<6 + bits.TrailingZeros64(word))
			if len(q.generateFrom(from, &d, room)) > 0 {
				return true
			}
		}
	}
	return false
}

// Legal returns the legal moves in canonical order: that of their texts.
func (p *Position) Legal() []Move {
	q := *p
	moves := q.generate(make([]Move, 0, 256))
	for i := 0; i < len(moves); {
		j := i + 1
		for j < len(moves) && moves[j].From == moves[i].From {
			j++
		}
		p.sortTargets(moves[i:j])
		i = j
	}
	return moves
}

// LegalFrom returns the legal moves of the piece on c, in canonical order.
func (p *Position) LegalFrom(c Cell) []Move {
	piece := p.board[c]
	if piece == NoPiece || piece.Side() != p.turn || p.status.Finished() {
		return nil
	}
	q := *p
	d := q.danger()
	moves := q.generateFrom(c, &d, nil)
	p.sortTargets(moves)
	return moves
}

// sortTargets orders moves of one piece.
func (p *Position) sortTargets(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int { return int(p.orderKey(a)) - int(p.orderKey(b)) })
}

// orderKey orders the moves of one piece as their texts are ordered: by the
// first cell after the origin, then plain moves, double steps, promotions.
func (p *Position) orderKey(m Move) uint32 {
	if m.Special == DoubleStep && p.variant.DoubleStep == AnyDoubleStep {
		return uint32(m.Via)<<12 | 1<<11 | uint32(m.To)
	}
	key := uint32(p.variant.textTarget(m)) << 12
	if m.Promotion != NoKind {
		key |= 1<<11 | 1<<10 | p.codeRank[m.Promotion]
	}
	return key
}
