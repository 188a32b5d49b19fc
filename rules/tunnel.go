package rules

import "fmt"

// newTunnel returns the board of Tunnelchess: 4x4 files, lettered a to d on
// the top level, e to h on the next, i to l and m to p below, and 8 ranks
// ("g1"). A file is Frame at a corner of the 4x4 square, Tunnel inside and
// Wall between (section 6).
func newTunnel() *Board {
	const side, ranks = 4, 8
	var sites []site
	for level := range side {
		for file := range side {
			for rank := range ranks {
				sites = append(sites, site{
					name:  fmt.Sprintf("%c%d", 'a'+side*level+file, rank+1),
					place: Place{level, file, rank},
					point: Vector{-level, file, rank},
					zone:  tunnelZone(level, file),
				})
			}
		}
	}
	b := newBoard(sites, cubicFamilies)
	b.binds = cubicBindings
	b.words = "The board has 128 cells: 4x4 files lettered from a (top left) to p (bottom right), seen along the ranks, and ranks 1 to 8 from White to Black. g1 is file g, rank 1."
	b.center = b.at(Place{1, 1, 3})
	for i := range side {
		letter := byte('a' + side*i)
		b.levels = append(b.levels, b.grid(fmt.Sprintf("%c-%c", letter, letter+side-1), numbered(ranks, 1), lettered(letter, side), ranks, side,
			func(row, column int) Place { return Place{i, column, ranks - 1 - row} }))
	}
	for i := range ranks {
		b.across = append(b.across, b.grid(fmt.Sprint(i+1), nil, nil, side, side,
			func(row, column int) Place { return Place{row, column, i} }))
	}
	return b
}

func tunnelZone(level, file int) Zone {
	edges := 0
	for _, i := range []int{level, file} {
		if i == 0 || i == 3 {
			edges++
		}
	}
	return [...]Zone{Tunnel, Wall, Frame}[edges]
}
