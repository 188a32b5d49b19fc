package rules

import "slices"

// CapturesOn appends the legal captures of an enemy piece on a cell, which are few compared with
// [SearchPosition.Tactical]. It does not include en passant captures.
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
	s.cells = f.attackersOf(s.tables, c, f.turn, s.cells[:0])
	for i, from := range s.cells {
		if slices.Contains(s.cells[:i], from) {
			continue
		}
		kt := &f.kinds[f.board[from].Kind()]
		first := len(moves)
		moves = append(moves, Move{From: from, To: c, Via: NoCell})
		if kt.menu != nil {
			moves = f.promote(kt, moves, first)
		}
		moves = f.keepLegal(kt, from, d, moves, first)
	}
	return moves
}

// Worth is the value of each kind of piece in an exchange.
type Worth [maxKinds]int

// exchangeLength limits the captures on one cell. Even on the largest board the pieces of both
// sides cannot capture more often.
const exchangeLength = 128

// An exchange is a sequence of captures on one cell. It is played on a position that must be
// restored afterwards.
type exchange struct {
	p      *Position
	tables *searchTables
	worth  *Worth
	target Cell
	side   Side  // the side to capture next
	on     Piece // the piece on the target now
	// first is the value gained by the opening move's capture or promotion.
	first      int
	frozen     [2]uint32
	count      [2 * maxKinds]uint8
	before     Piece // the original piece on the target
	victimCell Cell
	victim     Piece
	found      []Cell // used by leastAttacker
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
		p.noteCapture(x.victim)
	}
	if m.Promotion != NoKind {
		x.first += worth[m.Promotion] - worth[x.on.Kind()]
		x.on = MakePiece(m.Promotion, p.turn)
	}
	p.board[m.From], p.board[m.To] = NoPiece, x.on
}

// next plays the next capture and returns the captured piece; ok is false if there is
// none.
func (x *exchange) next() (Piece, bool) {
	p := x.p
	from := x.leastAttacker(x.side)
	if from == NoCell || x.n == exchangeLength {
		return NoPiece, false
	}
	taker := p.board[from]
	p.board[from], p.board[x.target] = NoPiece, taker
	p.noteCapture(x.on)
	if p.kinds[taker.Kind()].royal && x.leastAttacker(x.side.Other()) != NoCell {
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

// end restores the position.
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

// Exchange returns the material gained by a move if both sides then keep capturing on its target,
// each time with their least valuable piece, for as long as that pays. Frozen pieces take no part,
// and a royal piece only if it cannot be recaptured. Pins, later promotions and effects of the move
// elsewhere are ignored.
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

// Gains reports whether [SearchPosition.Exchange] is at least a value. That is usually clear after
// the first captures.
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
	// ahead is the player's gain beyond least, provided that the side to capture next does so.
	// capture next does so.
	ahead := x.first - least
	if ahead < 0 {
		return false
	}
	gains := true // the result if the captures end here
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

// gain is Exchange for games in which captures do not follow each other on one cell. It is the
// victim's worth, less the mover's if the mover can be recaptured at once.
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

// noteCapture updates what depends on a piece that has been captured in an exchange.
func (p *Position) noteCapture(piece Piece) {
	if p.keys>>piece.Kind()&1 != 0 {
		p.count[piece]--
		p.updateFrozen(piece.Side())
	}
}

// leastAttacker returns the cell of the least valuable piece of s that could
// capture on the target, [NoCell] if there is none; among equals, the first cell.
func (x *exchange) leastAttacker(s Side) Cell {
	best, bestWorth := NoCell, 0
	x.found = x.p.attackersOf(x.tables, x.target, s, x.found[:0])
	for _, from := range x.found {
		kind := x.p.board[from].Kind()
		w := x.worth[kind]
		if x.p.kinds[kind].royal {
			w = 1 << 30
		}
		if best == NoCell || w < bestWorth || w == bestWorth && from < best {
			best, bestWorth = from, w
		}
	}
	return best
}
