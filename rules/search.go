package rules

import "math/bits"

// SearchPosition is a line of positions that a search walks: [SearchPosition.Make] goes one move
// down, [SearchPosition.Unmake] back up. Once its buffers have grown, walking allocates nothing. It
// must be used by one goroutine only.
//
// Unlike [Position.Play], Make does not check that the move is legal, and does not determine
// whether the next player has a move: the search notices checkmate and stalemate when it finds
// none.
type SearchPosition struct {
	frames []frame
	// keys holds the key of each frame, contiguous for fast lookups of repetitions.
	keys   []uint64
	top    int
	tables *searchTables
	// scratch holds the moves of one piece temporarily.
	scratch  []Move
	cells    []Cell // the attackers of one cell
	exchange exchange
}

// A frame is one position of the line.
type frame struct {
	Position
	danger danger
	known  bool // danger has been computed
	// sights holds the cells that matter for giving check, if sighted is set.
	sights  bitset
	sighted bool
	changes []Change
	// move led to this position. moved means that it only moved a piece, possibly with a capture on
	// its destination.
	move  Move
	moved bool
	// capturers holds the pieces that may have a capture, for each side whose capturersKnown is set.
	capturers      [2]bitset
	capturersKnown [2]bool
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

// SearchPosition begins a line at the last capture, promotion or Pawn move
// of the game and plays it up to the current position, so that repetitions are
// found.
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

// Position returns the current position. It is valid until the next Make or
// Unmake; its status shows only wins by capture or marriage.
func (s *SearchPosition) Position() *Position { return &s.frames[s.top].Position }

// Ply returns the number of moves made and not taken back.
func (s *SearchPosition) Ply() int { return s.top }

// Key returns the incrementally updated key of the current position, equal to
// [Position.Key].
func (s *SearchPosition) Key() uint64 { return s.keys[s.top] }

// Changes returns what the last move did to the board. It is valid until the
// next Make or Unmake.
func (s *SearchPosition) Changes() []Change { return s.frames[s.top].changes }

// Make plays a legal move.
func (s *SearchPosition) Make(m Move) {
	next, before := s.push()
	next.move, next.moved = m, before.moves(m)
	next.apply(m)
	s.keys[s.top] = s.keys[s.top-1] ^ before.stateKey() ^ next.stateKey()
	if next.moved {
		s.change(min(m.From, m.To))
		s.change(max(m.From, m.To))
		return
	}
	for w := range (next.variant.Board.Len() + 63) / 64 {
		changed := before.occupied[White][w] ^ next.occupied[White][w] | before.occupied[Black][w] ^ next.occupied[Black][w]
		// Only a cell where the move begins or ends can change its piece and keep its owner.
		if int(m.From)>>6 == w {
			changed |= 1 << (m.From & 63)
		}
		if int(m.To)>>6 == w {
			changed |= 1 << (m.To & 63)
		}
		for ; changed != 0; changed &= changed - 1 {
			s.change(Cell(w<<6 + bits.TrailingZeros64(changed)))
		}
	}
}

// change records what the last move did to a cell, if anything.
func (s *SearchPosition) change(c Cell) {
	f := &s.frames[s.top]
	was, is := s.frames[s.top-1].board[c], f.board[c]
	if was != is {
		s.keys[s.top] ^= pieceKey(c, was) ^ pieceKey(c, is)
		f.changes = append(f.changes, Change{c, was, is})
	}
}

// MakeNull passes the turn. The player must not be in check. Repetitions are not counted across it.
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
	next.known, next.sighted, next.moved, next.capturersKnown = false, false, false, [2]bool{}
	next.changes = next.changes[:0]
	return next, before
}

// Unmake takes the last move back.
func (s *SearchPosition) Unmake() { s.top-- }

// Checked reports whether the royal piece of the player to move is attacked.
func (s *SearchPosition) Checked() bool {
	f := s.frame()
	switch {
	case f.known:
		return f.danger.checked
	case f.moved && f.royalKind != NoKind:
		before := &s.frames[s.top-1]
		return before.touchesSights(f.move) && f.inCheck()
	}
	return f.inCheck()
}

// dangers returns the checks and pins, computed on first use.
func (f *frame) dangers() *danger {
	if !f.known {
		f.danger = f.Position.danger()
		f.known = true
	}
	return &f.danger
}

// Occurrences returns how often the current position has occurred in the line, including this time.
// Positions before the last capture, promotion or Pawn move cannot be equal.
func (s *SearchPosition) Occurrences() int {
	count := 1
	for i := s.top - 2; i >= 0 && i >= s.top-s.frame().half; i -= 2 {
		if s.keys[i] == s.keys[s.top] {
			count++
		}
	}
	return count
}

// Bare reports whether only the two royal pieces are left.
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

// Occupied returns the cells occupied by pieces of s: cell c is bit c&63 of
// word c>>6.
func (p *Position) Occupied(s Side) [MaxCells / 64]uint64 { return p.occupied[s] }
