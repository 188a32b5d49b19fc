package rules

// refuse returns the reason why a move is not legal. It must not be called for a
// legal one.
func (p *Position) refuse(m Move) *MoveError {
	if err := p.refuseOrigin(m.From); err != nil {
		return err
	}
	if m.To < 0 || int(m.To) >= p.variant.Board.Len() {
		return moveError(NoSuchCell, NoCell, "the cell of arrival is not on the board")
	}
	if choices := p.legalTo(m.From, m.To); len(choices) > 0 {
		return p.refuseForm(m, choices)
	}
	if err := p.refuseCastling(m); err != nil {
		return err
	}
	if p.twin != nil {
		if err := p.refuseTransfer(m); err != nil {
			return err
		}
	}
	if to := p.board[m.To]; to != NoPiece && to.Side() == p.turn {
		return p.refuseOwn(m)
	}
	q := *p
	kt := &q.kinds[p.board[m.From].Kind()]
	for _, candidate := range q.candidates(kt, m.From, nil) {
		if candidate.To == m.To {
			return p.refuseExposing(candidate)
		}
	}
	return p.refuseWay(kt, m)
}

// refuseTransfer explains a move to a cell of the level on which it is made, where it should end on
// the other level. It returns nil if that is not the reason.
func (p *Position) refuseTransfer(m Move) *MoveError {
	if choices := p.legalTo(m.From, p.twin[m.To]); len(choices) > 0 {
		err := moveError(NotThatWay, m.To, "every move ends on the other level: write %s", p.list(choices))
		err.Choices = choices
		return err
	}
	to := m.To
	if p.variant.Board.places[to].Level != p.variant.Board.places[m.From].Level {
		to = p.twin[to]
	}
	if twin := p.twin[to]; p.board[twin] != NoPiece {
		return moveError(OwnPiece, twin, "the %s cannot pass to %s: the %s stands there", p.piece(m.From), p.name(twin), p.piece(twin))
	}
	return nil
}

// refuseOwn explains that one of the player's own pieces stands on the cell of arrival. The royal
// piece may have meant to castle with it.
func (p *Position) refuseOwn(m Move) *MoveError {
	err := moveError(OwnPiece, m.To, "your own %s stands on %s", p.piece(m.To), p.name(m.To))
	for _, legal := range p.LegalFrom(m.From) {
		if partner, _ := p.CastlingPartner(legal); legal.Special == Castling && partner == m.To {
			err = moveError(OwnPiece, m.To, "your own %s stands on %s; to castle with it write %s", p.piece(m.To), p.name(m.To), p.Text(legal))
			err.Choices = []Move{legal}
		}
	}
	return err
}

// refuseOrigin checks everything about the cell of origin alone.
func (p *Position) refuseOrigin(from Cell) *MoveError {
	switch {
	case p.status.Finished():
		return moveError(GameOver, NoCell, "the game is over: %s", p.status)
	case from < 0 || int(from) >= p.variant.Board.Len():
		return moveError(NoSuchCell, NoCell, "the cell of origin is not on the board")
	case p.board[from] == NoPiece:
		return moveError(EmptyCell, from, "no piece stands on %s", p.name(from))
	case p.board[from].Side() != p.turn:
		return moveError(NotYourPiece, from, "the %s on %s is %s's, and %s is to move", p.piece(from), p.name(from), p.turn.Other(), p.turn)
	case p.inAura(from, p.turn):
		return moveError(FrozenSet, from, "the %s on %s cannot move: an enemy piece freezes it", p.piece(from), p.name(from))
	case p.Frozen(p.board[from]):
		key := p.kind(p.keyOf[p.board[from].Kind()])
		return moveError(FrozenSet, from, "the %s on %s cannot move: its set is frozen while %s has no %s", p.piece(from), p.name(from), p.turn, key)
	}
	return nil
}

// legalTo returns the legal moves from one cell to another.
func (p *Position) legalTo(from, to Cell) []Move {
	var found []Move
	for _, m := range p.LegalFrom(from) {
		if m.To == to {
			found = append(found, m)
		}
	}
	return found
}

// refuseForm explains a move with correct cells but, for example, a missing promotion.
func (p *Position) refuseForm(m Move, choices []Move) *MoveError {
	err := moveError(Ambiguous, m.To, "say which: %s", p.list(choices))
	switch {
	case m.Promotion == NoKind && choices[0].Promotion != NoKind:
		err = moveError(NeedsPromotion, m.To, "the %s must promote on %s: say to what, for example %s", p.piece(m.From), p.name(m.To), p.Text(choices[0]))
	case m.Promotion != NoKind && choices[len(choices)-1].Promotion == NoKind:
		err = moveError(WrongPromotion, m.To, "the %s does not promote on %s", p.piece(m.From), p.name(m.To))
	case m.Promotion != NoKind:
		err = moveError(WrongPromotion, m.To, "the %s cannot become that on %s now; choose one of %s", p.piece(m.From), p.name(m.To), p.list(choices))
	case m.Special == DoubleStep:
		err = moveError(NotThatWay, m.Via, "the %s cannot go to %s by way of %s; it can play %s", p.piece(m.From), p.name(m.To), p.name(m.Via), p.list(choices))
	}
	err.Choices = choices
	return err
}

// refuseExposing explains a move that only the royal piece's safety forbids.
func (p *Position) refuseExposing(m Move) *MoveError {
	next := *p
	next.apply(m)
	royal := next.royals[p.turn]
	kind := p.kind(p.royalKind)
	givers := next.attackers(royal, p.turn.Other())
	if len(givers) == 0 { // with transfer, it is attacked where it arrives first
		return moveError(LeavesCheck, p.twin[m.To], "the %s would stand in check on %s before it passes to the other level", kind, p.name(p.twin[m.To]))
	}
	giver := givers[0]
	attacker := next.piece(giver)
	if m.From == p.royals[p.turn] {
		return moveError(LeavesCheck, giver, "the %s would stand in check on %s from the %s on %s", kind, p.name(royal), attacker, p.name(giver))
	}
	return moveError(LeavesCheck, giver, "that leaves the %s on %s in check from the %s on %s", kind, p.name(royal), attacker, p.name(giver))
}
