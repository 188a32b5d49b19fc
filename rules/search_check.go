package rules

// GivesCheck reports whether a legal move gives check.
func (s *SearchPosition) GivesCheck(m Move) bool {
	f := s.frame()
	enemy := f.turn.Other()
	royal := f.royals[enemy]
	if royal == NoCell {
		return false
	}
	// A double step is like any other move here; a piece that is released from the reserve may give check, too.
	released := f.reserve[f.turn] && f.released>>f.board[m.From].Kind()&1 != 0
	if m.Special != Ordinary && m.Special != DoubleStep || m.Promotion != NoKind || released || f.noAnswers {
		s.Make(m)
		checked := s.Checked()
		s.Unmake()
		return checked
	}
	if !f.sighted {
		f.sight(royal)
	}
	if !f.sights.has(m.To) && !f.sights.has(m.From) {
		return false
	}
	mover, target := f.board[m.From], f.board[m.To]
	f.board[m.From], f.board[m.To] = NoPiece, mover
	checks := f.attacked(royal, f.turn)
	f.board[m.From], f.board[m.To] = mover, target
	return checks
}

// sight computes the cells, up to the first piece on each path, from which
// the royal piece on c can be attacked. A move that neither leaves nor enters
// one of them does not give check.
func (f *frame) sight(c Cell) {
	f.sights = bitset{}
	f.sighted = true
	nodes := f.attacks[f.turn][c]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		f.sights.add(Cell(n.cell))
		if f.board[n.cell] == NoPiece {
			i++
		} else {
			i = int(n.skip)
		}
	}
}
