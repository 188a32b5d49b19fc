package rules

import "math/bits"

// GivesCheck reports whether a legal move gives check.
func (s *SearchPosition) GivesCheck(m Move) bool {
	f := s.frame()
	enemy := f.turn.Other()
	royal := f.royals[enemy]
	if royal == NoCell {
		return false
	}
	if !f.moves(m) {
		s.Make(m)
		checked := s.Checked()
		s.Unmake()
		return checked
	}
	if !f.touchesSights(m) {
		return false
	}
	mover, target := f.board[m.From], f.board[m.To]
	f.board[m.From], f.board[m.To] = NoPiece, mover
	checks := f.attacked(royal, f.turn)
	f.board[m.From], f.board[m.To] = mover, target
	return checks
}

// moves reports whether a move only moves a piece to its destination, where it may capture.
func (p *Position) moves(m Move) bool {
	released := p.reserve[p.turn] && p.released>>p.board[m.From].Kind()&1 != 0
	return (m.Special == Ordinary || m.Special == DoubleStep) && m.Promotion == NoKind && !released && !p.noAnswers
}

// touchesSights reports whether a move leaves or enters the sights, which are computed on first
// use. A move that only moves a piece and does not touch them gives no check.
func (f *frame) touchesSights(m Move) bool {
	if !f.sighted {
		f.sight(f.royals[f.turn.Other()])
	}
	return f.sights.has(m.To) || f.sights.has(m.From)
}

// sight computes the cells, up to the first piece on each path, from which the royal piece on c can
// be attacked. A move that neither leaves nor enters one of them gives no check.
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

// Checks appends the legal moves that give check, in the order of [SearchPosition.Legal].
func (s *SearchPosition) Checks(moves []Move) []Move {
	f := s.frame()
	royal := f.royals[f.turn.Other()]
	if f.status.Finished() || royal == NoCell {
		return moves
	}
	if !f.sighted {
		f.sight(royal)
	}
	d, able, first := f.dangers(), s.answerers(), len(moves)
	for w := range able {
		for word := able[w]; word != 0; word &= word - 1 {
			from := Cell(w<<6 + bits.TrailingZeros64(word))
			if f.mayCheck(s.tables, from) {
				moves = f.generateFrom(from, d, moves)
			}
		}
	}
	kept := moves[:first]
	for _, m := range moves[first:] {
		if s.GivesCheck(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// mayCheck reports whether some move of a piece could give check if its paths were free: one that
// leaves or enters the cells from which the royal piece can be attacked, or one that does more than
// move a piece. The sights must have been computed.
func (f *frame) mayCheck(st *searchTables, from Cell) bool {
	kind := f.board[from].Kind()
	r, kt := &st.reach[kind], &f.kinds[kind]
	switch {
	case !r.known || f.noAnswers || f.sights.has(from) || r.ends[f.turn][from].meets(&f.sights):
		return true
	case kt.royal || f.mayPromote(kt, from): // it may castle
		return true
	}
	return kt.pawn && f.passed != NoCell || f.reserve[f.turn] && f.released>>kind&1 != 0
}
