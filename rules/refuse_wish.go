package rules

import (
	"slices"
	"strings"
)

// refuseWish says why no legal move fits what a player wrote.
func (p *Position) refuseWish(w *wish) *MoveError {
	switch {
	case w.castling:
		return p.refuseCastlingWish(w)
	case w.from != NoCell:
		return p.refuseNamed(w)
	case w.movers != nil:
		return p.refuseKind(w)
	}
	return p.nearMisses(w, moveError(NotThatWay, w.to, "none of your pieces can go to %s", p.name(w.to)))
}

// refuseNamed explains a move of which both cells are named.
func (p *Position) refuseNamed(w *wish) *MoveError {
	if err := p.refuseOrigin(w.from); err != nil {
		return err
	}
	if w.movers != nil && !slices.Contains(w.movers, p.board[w.from].Kind()) {
		return moveError(WrongPiece, w.from, "the piece on %s is %s", p.name(w.from), p.aPiece(w.from))
	}
	choices := p.legalTo(w.from, w.to)
	if w.victims != nil && len(choices) > 0 {
		at, victim := p.Capture(choices[0])
		if victim == NoPiece {
			return moveError(WrongPiece, w.to, "nothing is captured on %s", p.name(w.to))
		}
		if !slices.Contains(w.victims, victim.Kind()) {
			return moveError(WrongPiece, at, "the piece on %s is %s", p.name(at), p.aPiece(at))
		}
	}
	m := Move{From: w.from, Via: w.via, To: w.to}
	if w.via != NoCell {
		m.Special = DoubleStep
	}
	if w.promotions != nil {
		m.Promotion = w.promotions[0]
	}
	return p.nearMisses(w, p.refuse(m))
}

// refuseKind explains a move of which the piece and the destination are named.
func (p *Position) refuseKind(w *wish) *MoveError {
	var own []Cell
	for _, c := range p.occupied[p.turn].cells() {
		if slices.Contains(w.movers, p.board[c].Kind()) {
			own = append(own, c)
		}
	}
	name := p.variant.Kinds[w.movers[0]].Name
	switch len(own) {
	case 0:
		return moveError(NoSuchPiece, NoCell, "you have no %s on the board", name)
	case 1:
		w.from = own[0]
		return p.refuseNamed(w)
	}
	return p.nearMisses(w, moveError(NotThatWay, w.to, "no %s of yours can go to %s", name, p.name(w.to)))
}

// refuseCastlingWish explains why no castling fits.
func (p *Position) refuseCastlingWish(w *wish) *MoveError {
	if len(p.castling[p.turn]) == 0 {
		return moveError(NoCastling, NoCell, "there is no castling in %s", p.variant.Title)
	}
	for _, line := range p.castling[p.turn] {
		if w.to == line.partner || w.to == line.to {
			if err := p.refuseCastling(Move{From: line.royal, To: line.to}); err != nil {
				return err
			}
		}
	}
	if w.to != NoCell {
		return moveError(NoCastling, w.to, "there is no castling toward %s", p.name(w.to))
	}
	return moveError(NoCastling, NoCell, "you cannot castle now")
}

// nearMisses adds to a refusal the legal moves that come close: those that
// reach the cell of arrival, else those of the piece of origin.
func (p *Position) nearMisses(w *wish, err *MoveError) *MoveError {
	if err.Choices != nil {
		return err
	}
	for _, m := range p.Legal() {
		if m.To == w.to && (w.movers == nil || slices.Contains(w.movers, p.board[m.From].Kind())) {
			err.Choices = append(err.Choices, m)
		}
	}
	if len(err.Choices) == 0 && w.from != NoCell {
		err.Choices = p.LegalFrom(w.from)
	}
	return err
}

// refuseMany asks which of several moves is meant.
func (p *Position) refuseMany(w *wish, fitting []Move) *MoveError {
	first := fitting[0]
	oneOrigin := !slices.ContainsFunc(fitting, func(m Move) bool { return m.From != first.From })
	var err *MoveError
	switch {
	case w.castling:
		err = moveError(Ambiguous, NoCell, "you can castle in several ways: %s", p.list(fitting))
	case oneOrigin && first.Promotion != NoKind:
		var codes []string
		for _, m := range fitting {
			codes = append(codes, p.variant.Kinds[m.Promotion].Name)
		}
		err = moveError(NeedsPromotion, first.To, "the %s promotes on %s: say to what, for example %s (%s)",
			p.piece(first.From), p.name(first.To), p.Text(first), strings.Join(codes, ", "))
	case oneOrigin:
		err = moveError(Ambiguous, first.To, "the %s can come to %s by several first steps; which one? %s", p.piece(first.From), p.name(first.To), p.list(fitting))
	default:
		err = moveError(Ambiguous, first.To, "several pieces can go to %s; which one? %s", p.name(first.To), p.list(fitting))
	}
	err.Choices = fitting
	return err
}
