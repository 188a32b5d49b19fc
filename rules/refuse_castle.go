package rules

import (
	"slices"
	"strings"
)

// refuseCastling explains why the royal piece cannot castle to a cell. It returns nil if no
// castling leads there.
func (p *Position) refuseCastling(m Move) *MoveError {
	for i := range p.castling[p.turn] {
		line := &p.castling[p.turn][i]
		if line.royal != m.From || line.to != m.To {
			continue
		}
		if p.rights&line.right == 0 {
			return moveError(NoCastling, line.partner, "you cannot castle toward %s any more: the %s or its partner has moved", p.name(line.partner), p.piece(m.From))
		}
		if p.status == Check {
			return moveError(NoCastling, m.From, "you cannot castle out of check")
		}
		at, obstacle := p.castlingBarred(line)
		return moveError(NoCastling, at, "you cannot castle %s", obstacle)
	}
	return nil
}

// castlingBarred returns what prevents castling along a line whose right still holds, such as "with
// the Rook on a1: the Queen on d1 stands between", and the cell responsible.
func (p *Position) castlingBarred(line *castlingLine) (Cell, wording) {
	partner, cell := p.piece(line.partner), p.name(line.partner)
	q := *p
	switch q.cannotCastle(line) {
	case castlingBlocked:
		at := line.empty[slices.IndexFunc(line.empty, func(c Cell) bool { return p.board[c] != NoPiece })]
		return at, clause("with the %s on %s: the %s on %s stands between", partner, cell, p.piece(at), p.name(at))
	case castlingFrozen:
		return line.partner, clause("with the %s on %s: its set is frozen", partner, cell)
	}
	return line.to, clause("with the %s on %s: the %s would pass through or into check", partner, cell, p.piece(line.royal))
}

// refuseCastlingIntent explains why castling is not possible.
func (p *Position) refuseCastlingIntent(w *intent) *MoveError {
	var open []*castlingLine
	for i := range p.castling[p.turn] {
		line := &p.castling[p.turn][i]
		if w.to == line.partner || w.to == line.to || w.partner != "" && strings.HasPrefix(p.name(line.partner), w.partner) {
			if err := p.refuseCastling(Move{From: line.royal, To: line.to}); err != nil {
				return err
			}
		}
		if p.rights&line.right != 0 {
			open = append(open, line)
		}
	}
	royal := p.kind(p.royalKind)
	switch {
	case len(p.castling[p.turn]) == 0:
		return moveError(NoCastling, NoCell, "there is no castling in %s", p.variant.Title)
	case open == nil:
		return moveError(NoCastling, NoCell, "you cannot castle any more: the %s or all of its partners have moved", royal)
	case p.status == Check:
		return moveError(NoCastling, p.royals[p.turn], "you cannot castle out of check")
	}
	var choices []Move
	for _, m := range p.Legal() {
		if m.Special == Castling {
			choices = append(choices, m)
		}
	}
	err := moveError(NoCastling, NoCell, "you cannot castle so; your %s can still castle with %s, once nothing bars it", royal, p.partners(open))
	switch {
	case w.to != NoCell:
		err = moveError(NoCastling, w.to, "there is no castling toward %s; your %s castles with %s", p.name(w.to), royal, p.partners(open))
	case choices == nil:
		err = moveError(NoCastling, NoCell, "you cannot castle now: %s", p.allBarred(open))
	}
	err.Choices = choices
	return err
}

// partners lists the partners of some castling lines with their cells.
func (p *Position) partners(lines []*castlingLine) wording {
	return listed(lines, func(line *castlingLine, say Say) string {
		return clause("the %s on %s", p.piece(line.partner), p.name(line.partner))(say)
	}, ", ")
}

// allBarred says what prevents each of some castling lines.
func (p *Position) allBarred(lines []*castlingLine) wording {
	return listed(lines, func(line *castlingLine, say Say) string {
		_, obstacle := p.castlingBarred(line)
		return obstacle(say)
	}, "; ")
}
