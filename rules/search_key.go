package rules

import "math/bits"

// Key returns a hash of everything that distinguishes positions for repetition: placement, side to
// move, castling rights, the en passant cell and reserves. Unlike the count of a [Game], it also
// distinguishes positions by an en passant cell on which nothing can capture.
func (p *Position) Key() uint64 {
	key := p.stateKey()
	for s := range p.occupied {
		for w, word := range p.occupied[s] {
			for ; word != 0; word &= word - 1 {
				c := Cell(w<<6 + bits.TrailingZeros64(word))
				key ^= pieceKey(c, p.board[c])
			}
		}
	}
	return key
}

// pieceKey returns the key of a piece on a cell. It is computed, because a table of all
// pieces on all cells would evict everything else from the cache.
func pieceKey(c Cell, piece Piece) uint64 {
	if piece == NoPiece {
		return 0
	}
	return mix(uint64(c)<<8 | uint64(piece))
}

// stateKey returns the key of everything except the placement.
func (p *Position) stateKey() uint64 {
	state := uint64(1)<<62 | uint64(p.turn)<<61 | uint64(uint16(p.rights))<<24 | uint64(uint16(p.passed))
	for s, has := range p.reserve {
		if has {
			state |= 1 << (50 + s)
		}
	}
	if more := p.rights >> 16; more != 0 {
		state ^= mix(more)
	}
	return mix(state)
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
