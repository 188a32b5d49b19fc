package rules

import (
	"slices"
)

// refuseIntent says why no legal move fits what a player wrote.
func (p *Position) refuseIntent(w *intent) *MoveError {
	switch {
	case w.castles:
		return p.refuseCastlingIntent(w)
	case w.from != NoCell && w.to != NoCell:
		return p.refuseNamed(w)
	case w.to == NoCell:
		return p.nearMisses(w, moveError(NotThatWay, NoCell, "none of your pieces can capture that now"))
	case w.movers != nil:
		return p.refuseKind(w)
	}
	if own := p.board[w.to]; own != NoPiece && own.Side() == p.turn {
		err := moveError(OwnPiece, w.to, "your own %s stands on %s; say where it should go", p.piece(w.to), p.name(w.to))
		err.Choices = p.LegalFrom(w.to)
		return err
	}
	if err := p.refuseTaking(w); err != nil {
		return err
	}
	return p.nearMisses(w, moveError(NotThatWay, w.to, "none of your pieces can go to %s", p.name(w.to)))
}

// refuseTaking explains a capture where there is nothing to capture. It returns nil if that is not
// what is wrong.
func (p *Position) refuseTaking(w *intent) *MoveError {
	if !w.takes || p.board[w.to] != NoPiece {
		return nil
	}
	return p.nearMisses(w, moveError(OnlyQuiet, w.to, "there is nothing to capture on %s; write the move without x", p.name(w.to)))
}

// refuseNamed explains a move of which both cells are named.
func (p *Position) refuseNamed(w *intent) *MoveError {
	if err := p.refuseOrigin(w.from); err != nil {
		return err
	}
	if !anyOf(w.movers, p.board[w.from].Kind()) {
		return moveError(WrongPiece, w.from, "the piece on %s is %s", p.name(w.from), p.aPiece(w.from))
	}
	if err := p.refuseTaking(w); err != nil {
		return err
	}
	if choices := p.legalTo(w.from, w.to); w.victims != nil && len(choices) > 0 {
		if at, victim := p.Capture(choices[0]); victim != NoPiece && !anyOf(w.victims, victim.Kind()) {
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
func (p *Position) refuseKind(w *intent) *MoveError {
	var own []Cell
	for _, c := range p.occupied[p.turn].cells() {
		if slices.Contains(w.movers, p.board[c].Kind()) {
			own = append(own, c)
		}
	}
	name := p.kind(w.movers[0])
	switch len(own) {
	case 0:
		return moveError(NoSuchPiece, NoCell, "you have no %s on the board", name)
	case 1:
		w.from = own[0]
		return p.refuseNamed(w)
	}
	if err := p.refuseTaking(w); err != nil {
		return err
	}
	if p.Frozen(p.board[own[0]]) {
		return p.refuseOrigin(own[0])
	}
	return p.nearMisses(w, moveError(NotThatWay, w.to, "no %s of yours can go to %s", name, p.name(w.to)))
}

// nearMisses adds to a refusal the legal moves that come close: those of the named piece of origin,
// if there is one, with the nearest to the cell of arrival first; else those that reach the cell of
// arrival.
func (p *Position) nearMisses(w *intent, err *MoveError) *MoveError {
	switch {
	case err.Choices != nil:
	case w.from != NoCell:
		err.Choices = slices.Clone(p.LegalFrom(w.from))
		slices.SortStableFunc(err.Choices, func(a, b Move) int { return p.steps(a.To, w.to) - p.steps(b.To, w.to) })
	default:
		for _, m := range p.Legal() {
			if m.To == w.to && anyOf(w.movers, p.board[m.From].Kind()) {
				err.Choices = append(err.Choices, m)
			}
		}
	}
	return err
}

// steps returns how many levels, ranks and files two cells are apart; 0 if one is [NoCell].
func (p *Position) steps(a, b Cell) int {
	if a == NoCell || b == NoCell {
		return 0
	}
	at, to := p.variant.Board.places[a], p.variant.Board.places[b]
	return abs(at.Level-to.Level) + abs(at.Rank-to.Rank) + abs(at.File-to.File)
}

// refuseMany asks which of several moves is meant.
func (p *Position) refuseMany(w *intent, fitting []Move) *MoveError {
	first := fitting[0]
	var err *MoveError
	switch {
	case w.castles:
		err = moveError(Ambiguous, NoCell, "you can castle in several ways: %s", p.list(fitting))
	case w.to == NoCell:
		err = moveError(Ambiguous, NoCell, "that capture can be made in several ways; which one? %s", p.describeAll(fitting))
	case severalOrigins(fitting):
		err = moveError(Ambiguous, first.To, "several pieces can go to %s; which one? %s", p.name(first.To), p.describeAll(fitting))
	case first.Promotion != NoKind:
		names := listed(fitting, func(m Move, say Say) string { return p.kind(m.Promotion)(say) }, ", ")
		err = moveError(NeedsPromotion, first.To, "the %s promotes on %s: say to what, for example %s (%s)",
			p.piece(first.From), p.name(first.To), p.Text(first), names)
	default:
		err = moveError(Ambiguous, first.To, "the %s can come to %s by several first steps; which one? %s", p.piece(first.From), p.name(first.To), p.list(fitting))
	}
	err.Choices = fitting
	return err
}
