package rules

import "math/bits"

// SearchPosition is a line of positions that a search walks: [SearchPosition.Make]
// goes one move down, [SearchPosition.Unmake] back up. Once its buffers have
// grown, walking allocates nothing. It belongs to one goroutine.
//
// Unlike [Position.Play], Make takes it on trust that the move is legal, and
// does not conclude whether the next player has a move: checkmate and
// stalemate are for the search to see, when it finds no move.
type SearchPosition struct {
	frames []frame
	// keys has the key of each frame, close together for those who look back.
	keys   []uint64
	top    int
	tables *searchTables
	// scratch holds the moves of one piece while they are looked at.
	scratch  []Move
	exchange exchange
}

// A frame is one position of the line.
type frame struct {
	Position
	danger danger
	known  bool // danger has been computed
	// sights has, if sighted, the cells that matter for giving check.
	sights  bitset
	sighted bool
	changes []Change
}

// A Change is what a move did to one cell.
type Change struct {
	Cell          Cell
	Before, After Piece
}

// NewSearchPosition begins a line at p.
func NewSearchPosition(p *Position) *SearchPosition {
	s := &SearchPosition{frames: make([]frame, 1, 64), keys: []uint64{p.Key()}, tables: p.searchTables()}
	s.frames[0].Position = *p
	return s
}

// SearchPosition begins a line at the last capture, promotion or Pawn's move
// of the game and leads it to the position reached, so that repetitions are
// seen.
func (g *Game) SearchPosition() *SearchPosition {
	first := max(0, g.Ply()-g.Position().half)
	s := NewSearchPosition(g.positions[first])
	for _, m := range g.moves[first:] {
		s.Make(m)
	}
	s.frame().status = g.Position().status
	return s
}

func (s *SearchPosition) frame() *frame { return &s.frames[s.top] }

// Position returns the position reached. It is valid until the next Make or
// Unmake; its status tells only wins by capture or marriage.
func (s *SearchPosition) Position() *Position { return &s.frames[s.top].Position }

// Ply returns the number of moves made and not taken back.
func (s *SearchPosition) Ply() int { return s.top }

// Key returns the key of the position reached: what [Position.Key] computes
// afresh.
func (s *SearchPosition) Key() uint64 { return s.keys[s.top] }

// Changes returns what the last move did to the board. It is valid until the
// next Make or Unmake.
func (s *SearchPosition) Changes() []Change { return s.frames[s.top].changes }

// Make plays a legal move.
func (s *SearchPosition) Make(m Move) {
	next, before := s.push()
	next.apply(m)
	key := s.keys[s.top-1] ^ before.stateKey() ^ next.stateKey()
	for w := range (next.variant.Board.Len() + 63) / 64 {
		changed := before.occupied[White][w] ^ next.occupied[White][w] | before.occupied[Black][w] ^ next.occupied[Black][w]
		// A cell can keep its owner and change its piece only where the move begins or ends.
		if int(m.From)>>6 == w {
			changed |= 1 << (m.From & 63)
		}
		if int(m.To)>>6 == w {
			changed |= 1 << (m.To & 63)
		}
		for ; changed != 0; changed &= changed - 1 {
			c := Cell(w<<6 + bits.TrailingZeros64(changed))
			was, is := before.board[c], next.board[c]
			if was == is {
				continue
			}
			key ^= pieceKey(c, was) ^ pieceKey(c, is)
			next.changes = append(next.changes, Change{c, was, is})
		}
	}
	s.keys[s.top] = key
}

// MakeNull passes the turn. The player must not be in check. No repetition is
// looked for across it.
func (s *SearchPosition) MakeNull() {
	next, before := s.push()
	next.passed, next.passer = NoCell, NoCell
	next.turn = before.turn.Other()
	next.half = 0
	s.keys[s.top] = s.keys[s.top-1] ^ before.stateKey() ^ next.stateKey()
}

// push adds a frame that copies the last.
func (s *SearchPosition) push() (next, before *frame) {
	s.top++
	if s.top == len(s.frames) {
		s.frames = append(s.frames, frame{})
		s.keys = append(s.keys, 0)
	}
	next, before = &s.frames[s.top], &s.frames[s.top-1]
	next.Position = before.Position
	next.known, next.sighted = false, false
	next.changes = next.changes[:0]
	return next, before
}

// Unmake takes the last move back.
func (s *SearchPosition) Unmake() { s.top-- }

// Checked reports whether the royal piece of the player to move is attacked.
func (s *SearchPosition) Checked() bool {
	f := s.frame()
	if f.known {
		return f.danger.checked
	}
	return f.inCheck()
}

// dangers returns what must be known to list legal moves.
func (f *frame) dangers() *danger {
	if !f.known {
		f.danger = f.Position.danger()
		f.known = true
	}
	return &f.danger
}

// Occurrences counts how often the position reached has stood in the line,
// this time included. No position before the last capture, promotion or
// Pawn's move can be the same.
func (s *SearchPosition) Occurrences() int {
	count := 1
	for i := s.top - 2; i >= 0 && i >= s.top-s.frame().half; i -= 2 {
		if s.keys[i] == s.keys[s.top] {
			count++
		}
	}
	return count
}

// Bare reports whether nothing but the two royal pieces is left.
func (s *SearchPosition) Bare() bool {
	f := s.frame()
	if f.royalKind == NoKind {
		return false
	}
	for side := range f.occupied {
		men := 0
		for _, word := range f.occupied[side] {
			men += bits.OnesCount64(word)
		}
		if men != 1 {
			return false
		}
	}
	return true
}

// Occupied returns the cells on which pieces of s stand: cell c is bit c&63 of
// word c>>6.
func (p *Position) Occupied(s Side) [MaxCells / 64]uint64 { return p.occupied[s] }
