package rules

import "fmt"

// followLoop rides along the thin loop of a ring, and followChain along the
// thick chain, the rank changing by the same amount at each step (sections 2
// and 5). An amount other than 0 is taken both ways.
func followLoop(rankChange int) Movement {
	return follow(LoopWise, Thin, "the thin loop of its ring", rankChange)
}

func followChain(rankChange int) Movement {
	return follow(ChainWise, Thick, "the thick chain", rankChange)
}

func follow(family Family, boundary Boundary, what string, rankChange int) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell { return b.followed(c, boundary, rankChange) }
	words := "rides along " + what + climbWords(rankChange)
	return Movement{Shape: Follow, Families: []Family{family}, words: words, paths: paths}
}

// leapChain goes straight to the cell that many steps along the thick chain,
// the rank changing by the given amount in all, whatever stands between.
func leapChain(steps, rankChange int) Movement {
	paths := func(b *Board, _ Side, c Cell) [][]Cell {
		var all [][]Cell
		for _, walk := range b.walks(c, Thick, steps) {
			if len(walk) == steps {
				for _, change := range bothWays(rankChange) {
					all = append(all, b.climb(b.places[c].Rank, walk[steps-1:], change))
				}
			}
		}
		return all
	}
	words := fmt.Sprintf("leaps to the file %s, the rank changing by %d", chainWords(steps), rankChange)
	return Movement{Shape: Leap, Families: []Family{ChainWise}, words: words, paths: paths}
}

// stepChain is a single step over a thick boundary, the rank changing too.
func stepChain(rankChange int) Movement {
	m := leapChain(1, rankChange)
	m.Shape = Step
	m.words = fmt.Sprintf("steps over a thick boundary, the rank changing by %d", rankChange)
	return m
}

func (b *Board) followed(c Cell, boundary Boundary, rankChange int) [][]Cell {
	var all [][]Cell
	for _, walk := range b.walks(c, boundary, b.ranks) {
		for _, change := range bothWays(rankChange) {
			all = append(all, b.climb(b.places[c].Rank, walk, change))
		}
	}
	return all
}

// walks returns the files that lie along the boundaries of a kind, one way
// and the other.
func (b *Board) walks(c Cell, boundary Boundary, steps int) [][]file {
	here := file{b.places[c].Level, b.places[c].File}
	var all [][]file
	for _, start := range b.rings.neighbours(here, boundary) {
		all = append(all, b.rings.follow(here, start, boundary, steps))
	}
	return all
}

// climb goes along files, changing the rank at each, until the board ends.
func (b *Board) climb(rank int, walk []file, change int) []Cell {
	var path []Cell
	for i, f := range walk {
		c := b.at(Place{f.level, f.stack, rank + (i+1)*change})
		if c == NoCell {
			break
		}
		path = append(path, c)
	}
	return path
}

func bothWays(n int) []int {
	if n == 0 {
		return []int{0}
	}
	return []int{n, -n}
}

// leapRanks leaps by a change of rank, both ways, together with a change of
// level and filestack of the sizes m and n in either order.
func leapRanks(rankChange, m, n int) Movement {
	var vectors []Vector
	for _, v := range spread(rankChange, m, n) {
		if abs(v[2]) == rankChange {
			vectors = append(vectors, v)
		}
	}
	words := fmt.Sprintf("leaps with the rank changing by %d, level and filestack by %d and %d", rankChange, m, n)
	return leapBy(Leap, NoFamily, words, vectors...)
}
