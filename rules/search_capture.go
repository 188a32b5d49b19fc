package rules

// CapturesOn appends the legal captures on a cell that an enemy piece stands
// on: few where [SearchPosition.Tactical] would list many. Captures in
// passing are not among them.
func (s *SearchPosition) CapturesOn(c Cell, moves []Move) []Move {
	f := s.frame()
	if f.status.Finished() {
		return moves
	}
	d := f.dangers()
	begin := len(moves)
	f.eachAttacker(s.tables, c, f.turn, func(from Cell) {
		for _, m := range moves[begin:] {
			if m.From == from {
				return
			}
		}
		kt := &f.kinds[f.board[from].Kind()]
		first := len(moves)
		moves = append(moves, Move{From: from, To: c, Via: NoCell})
		if kt.menu != nil {
			moves = f.promote(kt, moves, first)
		}
		moves = f.keepLegal(kt, from, d, moves, first)
	})
	return moves
}

// Worth is what each kind of piece counts in an exchange.
type Worth [maxKinds]int

// exchangeLength bounds the captures on one cell: the pieces of both sides on
// the largest board could not take more often.
const exchangeLength = 128

// Exchange returns what the player who makes the move gains by it if both
// sides then go on capturing on its target, each time with the least of their
// pieces, as long as that pays. Frozen pieces take no part, a royal piece only
// when nothing can take it then. Pins, later promotions and what a move does
// elsewhere are left out.
func (s *SearchPosition) Exchange(m Move, worth *Worth) int {
	if m.Special == Castling {
		return 0
	}
	p := &s.frame().Position
	frozen, count := p.frozen, p.count
	var gain [exchangeLength]int
	var taken [exchangeLength]struct {
		from Cell
		was  Piece
	}
	side := p.turn
	victimCell, victim := p.Capture(m)
	target, on := p.board[m.To], p.board[m.From]
	taken[0].from, taken[0].was = m.From, on
	if victim != NoPiece {
		gain[0] = worth[victim.Kind()]
		p.board[victimCell] = NoPiece
		p.miss(victim)
	}
	if m.Promotion != NoKind {
		gain[0] += worth[m.Promotion] - worth[on.Kind()]
		on = MakePiece(m.Promotion, side)
	}
	p.board[m.From], p.board[m.To] = NoPiece, on

	n := 0
	for n < exchangeLength-1 {
		side = side.Other()
		from := p.leastAttacker(s.tables, m.To, side, worth)
		if from == NoCell {
			break
		}
		next := p.board[from]
		p.board[from], p.board[m.To] = NoPiece, next
		p.miss(on)
		if p.kinds[next.Kind()].royal && p.leastAttacker(s.tables, m.To, side.Other(), worth) != NoCell {
			p.board[from] = next
			break
		}
		n++
		gain[n] = worth[on.Kind()] - gain[n-1]
		taken[n].from, taken[n].was = from, next
		on = next
	}

	for _, back := range taken[:n+1] {
		p.board[back.from] = back.was
	}
	p.board[m.To] = target
	if victim != NoPiece {
		p.board[victimCell] = victim
	}
	p.frozen, p.count = frozen, count
	for ; n > 0; n-- {
		gain[n-1] = -max(-gain[n-1], gain[n])
	}
	return gain[0]
}

// miss notes that a piece has been captured in an exchange, as far as others
// depend on it.
func (p *Position) miss(piece Piece) {
	if p.keys>>piece.Kind()&1 != 0 {
		p.count[piece]--
		p.thaw(piece.Side())
	}
}

// leastAttacker returns the cell of the piece of s of least worth that could
// capture on c, [NoCell] if there is none. Of equals it is the first cell's.
func (p *Position) leastAttacker(st *searchTables, c Cell, s Side, worth *Worth) Cell {
	best, bestWorth := NoCell, 0
	p.eachAttacker(st, c, s, func(from Cell) {
		kind := p.board[from].Kind()
		w := worth[kind]
		if p.kinds[kind].royal {
			w = 1 << 30
		}
		if best == NoCell || w < bestWorth || w == bestWorth && from < best {
			best, bestWorth = from, w
		}
	})
	return best
}
