package rules

import "math/bits"

// bitset is a set of cells.
type bitset [MaxCells / 64]uint64

func (s *bitset) add(c Cell)      { s[c>>6] |= 1 << (c & 63) }
func (s *bitset) remove(c Cell)   { s[c>>6] &^= 1 << (c & 63) }
func (s *bitset) has(c Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// cells returns the members in order.
func (s *bitset) cells() []Cell {
	var all []Cell
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			all = append(all, Cell(w<<6+bits.TrailingZeros64(word)))
		}
	}
	return all
}
