package rules

// CapturesOn appends the legal captures on a cell that an enemy piece stands
// on: few where [SearchPosition.Tactical] would list many. Captures in
// passing are not among them.
func (s *SearchPosition) CapturesOn(c Cell, moves []Move) []Move {
	f := s.frame()
	if f.status.Finished() {
		return moves
	}
	begin := len(moves)
	if f.noAnswers { // an attacker may capture without moving there
		moves = s.Tactical(moves)
		kept := moves[:begin]
		for _, m := range moves[begin:] {
			if at, victim := f.Capture(m); victim != NoPiece && at == c {
				kept = append(kept, m)
			}
		}
		return kept
	}
	d := f.dangers()
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

// An exchange is a row of captures on one cell, played on a position that must
// be put back as it was.
type exchange struct {
	p      *Position
	tables *searchTables
	worth  *Worth
	target Cell
	side   Side  // to capture next
	on     Piece // what stands on the target now
	// first is what the opening move captures or gains by promotion.
	first      int
	frozen     [2]uint32
	count      [2 * maxKinds]uint8
	before     Piece // what stood on the target
	victimCell Cell
	victim     Piece
	n          int
	taken      [exchangeLength]struct {
		from Cell
		was  Piece
	}
}

// begin plays the first move.
func (x *exchange) begin(s *SearchPosition, m Move, worth *Worth) {
	p := &s.frame().Position
	x.p, x.tables, x.worth, x.target, x.side = p, s.tables, worth, m.To, p.turn.Other()
	x.frozen, x.count = p.frozen, p.count
	x.victimCell, x.victim = p.Capture(m)
	x.before, x.on = p.board[m.To], p.board[m.From]
	x.taken[0].from, x.taken[0].was = m.From, x.on
	x.n, x.first = 1, 0
	if x.victim != NoPiece {
		x.first = worth[x.victim.Kind()]
		p.board[x.victimCell] = NoPiece
		p.miss(x.victim)
	}
	if m.Promotion != NoKind {
		x.first += worth[m.Promotion] - worth[x.on.Kind()]
		x.on = MakePiece(m.Promotion, p.turn)
	}
	p.board[m.From], p.board[m.To] = NoPiece, x.on
}

// next plays the next capture and returns what it takes; false if there is
// none.
func (x *exchange) next() (Piece, bool) {
	p := x.p
	from := p.leastAttacker(x.tables, x.target, x.side, x.worth)
	if from == NoCell || x.n == exchangeLength {
		return NoPiece, false
	}
	taker := p.board[from]
	p.board[from], p.board[x.target] = NoPiece, taker
	p.miss(x.on)
	if p.kinds[taker.Kind()].royal && p.leastAttacker(x.tables, x.target, x.side.Other(), x.worth) != NoCell {
		p.board[from] = taker
		return NoPiece, false
	}
	x.taken[x.n].from, x.taken[x.n].was = from, taker
	x.n++
	taken := x.on
	x.on = taker
	x.side = x.side.Other()
	return taken, true
}

// end puts the position back.
func (x *exchange) end() {
	for _, back := range x.taken[:x.n] {
		x.p.board[back.from] = back.was
	}
	x.p.board[x.target] = x.before
	if x.victim != NoPiece {
		x.p.board[x.victimCell] = x.victim
	}
	x.p.frozen, x.p.count = x.frozen, x.count
}

// Exchange returns what the player who makes the move gains by it if both
// sides then go on capturing on its target, each time with the least of their
// pieces, as long as that pays. Frozen pieces take no part, a royal piece only
// when nothing can take it then. Pins, later promotions and what a move does
// elsewhere are left out.
func (s *SearchPosition) Exchange(m Move, worth *Worth) int {
	if m.Special == Castling {
		return 0
	}
	if f := s.frame(); f.noAnswers {
		return f.gain(m, worth)
	}
	x := &s.exchange
	x.begin(s, m, worth)
	var gain [exchangeLength]int
	gain[0] = x.first
	n := 0
	for taken, ok := x.next(); ok; taken, ok = x.next() {
		n++
		gain[n] = worth[taken.Kind()] - gain[n-1]
	}
	x.end()
	for ; n > 0; n-- {
		gain[n-1] = -max(-gain[n-1], gain[n])
	}
	return gain[0]
}

// Gains reports whether [SearchPosition.Exchange] is at least so much, and
// mostly knows it after the first captures.
func (s *SearchPosition) Gains(m Move, worth *Worth, least int) bool {
	if m.Special == Castling {
		return least <= 0
	}
	if f := s.frame(); f.noAnswers {
		return f.gain(m, worth) >= least
	}
	x := &s.exchange
	x.begin(s, m, worth)
	defer x.end()
	// ahead is what the player has beyond the least, counting as done what the
	// side to capture next would take.
	ahead := x.first - least
	if ahead < 0 {
		return false
	}
	gains := true // if the captures end here
	for {
		if gains {
			if ahead -= worth[x.on.Kind()]; ahead >= 0 {
				return true
			}
		} else if ahead += worth[x.on.Kind()]; ahead < 0 {
			return false
		}
		if _, ok := x.next(); !ok {
			return gains
		}
		gains = !gains
	}
}

// gain is Exchange in games where captures do not follow each other on one
// cell: the victim's worth, less the mover's if it can be captured at once.
func (p *Position) gain(m Move, worth *Worth) int {
	_, victim := p.Capture(m)
	total := worth[victim.Kind()]
	if m.Promotion != NoKind {
		total += worth[m.Promotion] - worth[p.board[m.From].Kind()]
	}
	next := *p
	next.apply(m)
	if m.Special != RifleCapture && next.board[m.To] != NoPiece && next.attacked(m.To, next.turn) {
		total -= worth[next.board[m.To].Kind()]
	}
	return total
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
