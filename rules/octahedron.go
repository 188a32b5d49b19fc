package rules

import "fmt"

// newOctahedron returns the board of OctHex 146: rhombic dodecahedra in the
// shape of an octahedron, the points x, y, z whose sum is odd and whose sizes
// add up to 5 at most. A level is a square plane of n = 6-|z| a side, lettered
// p (top) to z; a rank is a hex plane (section 7).
func newOctahedron() *Board {
	var sites []site
	for x := -5; x <= 5; x++ {
		for y := -5; y <= 5; y++ {
			for z := -5; z <= 5; z++ {
				if (x+y+z)&1 == 0 || abs(x)+abs(y)+abs(z) > 5 {
					continue
				}
				n := 6 - abs(z)
				p := Place{Level: 5 - z, File: (x - y + n - 1) / 2, Rank: (x + y + z + 5) / 2}
				sites = append(sites, site{
					name:  fmt.Sprintf("%c%c%d", 'p'+p.Level, 'a'+p.File, p.Rank+1),
					place: p,
					point: Vector{x, y, z},
				})
			}
		}
	}
	b := newBoard(sites, map[Family][]Vector{
		RookWise:    spread(1, 1, 0),
		BishopWise:  spread(2, 0, 0),
		UnicornWise: spread(2, 1, 1),
		KnightWise:  spread(3, 1, 0),
	})
	b.words = "The board has 146 cells: levels p (top) to z (bottom), squares of one to six cells a side; within a level files from a, and ranks 1 to 6 from White to Black, which lie across the levels. ub1 is level u, file b, rank 1."
	b.center = b.byName["uc3"]
	for level := range 11 {
		b.levels = append(b.levels, b.octahedronLevel(level))
	}
	return b
}

// octahedronLevel lays out one square level. Its ranks are the hex planes
// that cross it, so the lowest is not always 1.
func (b *Board) octahedronLevel(level int) Slice {
	n := 6 - abs(5-level)
	lowest := max(0, 5-level)
	return b.grid(string(byte('p'+level)), numbered(lowest+n, lowest+1), lettered('a', n), n, n,
		func(row, column int) Place { return Place{level, column, lowest + n - 1 - row} })
}

// octahedronBindings returns the Bishop binding, one of four: a Bishop's step changes
// one coordinate by two, which preserves parities. Odd levels (by z) have 0 and 1, even
// levels 2 and 3.
func octahedronBindings(v Vector) (bishop, unicorn int) {
	if v[2]&1 == 1 {
		return v[0] & 1, 0
	}
	return 2 + v[0]&1, 0
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Octahedron returns the board of OctHex 146.
func Octahedron() *Board { return octahedron }

var octahedron = newOctahedron()
