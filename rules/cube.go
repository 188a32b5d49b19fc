package rules

import (
	"fmt"
	"strings"
)

// The families of directions on cubic cells (section 1). Vectors are level
// (upward), filestack and rank.
var cubicFamilies = map[Family][]Vector{
	RookWise:    spread(1, 0, 0),
	BishopWise:  spread(1, 1, 0),
	UnicornWise: spread(1, 1, 1),
	KnightWise:  spread(2, 1, 0),
	SextonWise:  spread(2, 1, 1),
	NinjaWise:   spread(2, 2, 1),
	FileWise:    {{0, 0, 1}, {0, 0, -1}},
	WithinRank:  {{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}},
}

// cubicBindings derives the two Bishop and four Unicorn bindings of cubic
// cells from the parities of their coordinates.
func cubicBindings(p Place, _ Vector) (bishop, unicorn int) {
	return (p.Level + p.File + p.Rank) & 1, (p.Level+p.File)&1 | (p.File+p.Rank)&1<<1
}

// newCube returns a board of n x n x n cells. The n levels have the given
// letters, the top one first; filestacks are lettered from a and ranks
// numbered from 1: "ve1" is level v, filestack e, rank 1 (section 1).
func newCube(levels string) *Board {
	n := len(levels)
	var sites []site
	for level := range n {
		for file := range n {
			for rank := range n {
				sites = append(sites, site{
					name:  fmt.Sprintf("%c%c%d", levels[level], 'a'+file, rank+1),
					place: Place{level, file, rank},
					point: Vector{-level, file, rank},
				})
			}
		}
	}
	b := newBoard(sites, cubicFamilies)
	b.binds = cubicBindings
	b.center = b.at(Place{n / 2, n / 2, (n - 1) / 2})
	b.words = fmt.Sprintf("The board has %d cells: levels %c (top) to %c (bottom), filestacks a to %c from left to right, ranks 1 to %d from White to Black. %s is level %c, filestack %c, rank 1.",
		b.Len(), levels[0], levels[n-1], 'a'+n-1, n, b.Name(b.onRank(b.center, 0)), levels[n/2], 'a'+n/2)
	levelNames, files := strings.Split(levels, ""), lettered('a', n)
	for i := range n {
		b.levels = append(b.levels, b.grid(levelNames[i], numbered(n, 1), files, n, n,
			func(row, column int) Place { return Place{i, column, n - 1 - row} }))
		b.across = append(b.across, b.grid(fmt.Sprint(i+1), levelNames, files, n, n,
			func(row, column int) Place { return Place{row, column, i} }))
	}
	return b
}

// newRingedCube returns a cube whose ranks are divided into rings by thick
// boundaries (section 2).
func newRingedCube(levels string) *Board {
	b := newCube(levels)
	b.rings = &rings{len(levels)}
	return b
}
