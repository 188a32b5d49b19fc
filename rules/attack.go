package rules

// attacked reports whether a piece of s could capture on c. A piece on c itself is ignored.
func (p *Position) attacked(c Cell, s Side) bool {
	nodes := p.attacks[s][c]
	awake := ^p.frozen[s]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell]
		if piece == NoPiece {
			i++
			continue
		}
		if piece.Side() == s && (n.kinds&awake)>>piece.Kind()&1 != 0 && !p.inAura(Cell(n.cell), s) {
			return true
		}
		i = int(n.skip)
	}
	return false
}

func (p *Position) inCheck() bool {
	return p.royalKind != NoKind && p.attacked(p.royals[p.turn], p.turn.Other())
}

// attackers returns the cells from which pieces of s could capture on c.
func (p *Position) attackers(c Cell, s Side) []Cell {
	var found bitset
	nodes := p.attacks[s][c]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell]
		if piece == NoPiece {
			i++
			continue
		}
		if piece.Side() == s && p.strikes(n, piece) {
			found.add(Cell(n.cell))
		}
		i = int(n.skip)
	}
	return found.cells()
}

func (p *Position) strikes(n attackNode, piece Piece) bool {
	return (n.kinds&^p.frozen[piece.Side()])>>piece.Kind()&1 != 0 && !p.inAura(Cell(n.cell), piece.Side())
}

// strikesBehind reports whether, on some path, the next piece after node i is an attacker of s.
func (p *Position) strikesBehind(nodes []attackNode, i int, s Side) bool {
	for j := i + 1; j < int(nodes[i].skip); {
		piece := p.board[nodes[j].cell]
		if piece == NoPiece {
			j++
			continue
		}
		if piece.Side() == s && p.strikes(nodes[j], piece) {
			return true
		}
		j = int(nodes[j].skip)
	}
	return false
}

// danger holds the checks and pins that move generation needs.
type danger struct {
	checked bool
	// pinned holds the own pieces that may be pinned to the royal piece.
	pinned bitset
	// answers holds, in check, the cells on which a move of another piece may end the check: by
	// capture, interposition, or freezing the attacker.
	answers bitset
}

// danger finds the checks and pins on the royal piece of the side to move.
func (p *Position) danger() (d danger) {
	if p.royalKind == NoKind {
		return d
	}
	enemy := p.turn.Other()
	nodes := p.attacks[enemy][p.royals[p.turn]]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell%MaxCells]
		switch {
		case piece == NoPiece:
			i++
			continue
		case piece.Side() != enemy:
			if p.strikesBehind(nodes, i, enemy) {
				d.pinned.add(Cell(n.cell))
			}
		case p.strikes(n, piece):
			d.checked = true
			d.answers.add(Cell(n.cell))
			for _, passed := range nodes[:i] {
				if int(passed.skip) > i {
					d.answers.add(Cell(passed.cell))
				}
			}
		}
		i = int(n.skip)
	}
	if d.checked && p.keys != 0 {
		for c := range Cell(p.variant.Board.Len()) {
			if piece := p.board[c]; piece != NoPiece && piece.Side() == enemy && p.keys>>piece.Kind()&1 != 0 && p.count[piece] == 1 {
				d.answers.add(c)
			}
		}
	}
	return d
}

// exposes reports whether the move would leave the mover's royal piece
// attacked. It makes and unmakes the move on p, so p must be the caller's own copy.
func (p *Position) exposes(m Move) bool {
	switch {
	case p.royalKind == NoKind:
		return false
	case p.twin != nil:
		return p.exposesByTransfer(m)
	case m.Special == RifleCapture:
		return p.exposesByRifle(m)
	}
	victimCell, victim := p.Capture(m)
	mover := p.board[m.From]
	p.board[m.From] = NoPiece
	frozen := p.frozen
	if victim != NoPiece {
		p.board[victimCell] = NoPiece
		if p.keys>>victim.Kind()&1 != 0 {
			p.count[victim]--
			p.updateFrozen(victim.Side())
			p.count[victim]++
		}
	}
	p.board[m.To] = mover
	royal := p.royals[p.turn]
	if m.From == royal {
		royal = m.To
	}
	exposed := p.attacked(royal, p.turn.Other())
	p.board[m.To] = NoPiece
	if victim != NoPiece {
		p.board[victimCell] = victim
	}
	p.board[m.From] = mover
	p.frozen = frozen
	return exposed
}
