package rules

import "fmt"

// followLoop rides along the thin loop of a ring, and followChain along the
// thick chain, the rank changing by the same amount at each step (RULES.md
// sections 2 and 5). An amount other than 0 is taken both ways.
func followLoop(rankChange int) Movement {
	return Movement{Shape: Follow, Families: []Family{LoopWise}, words: "rides along the thin loop of its ring" + climbWords(rankChange), paths: func(b *Board, _ Side, c Cell) [][]Cell {
		return b.followed(c, Thin, rankChange)
	}}
}

func followChain(rankChange int) Movement {
	return Movement{Shape: Follow, Families: []Family{ChainWise}, words: "rides along the thick chain" + climbWords(rankChange), paths: func(b *Board, _ Side, c Cell) [][]Cell {
		return b.followed(c, Thick, rankChange)
	}}
}

// stepChain is a single step over a thick boundary, the rank changing too.
func stepChain(rankChange int) Movement {
	m := leapChain(1, rankChange)
	m.Shape = Step
	m.words = "steps over a thick boundary, the rank changing by one"
	return m
}

// leapChain goes straight to the cell that many steps along the thick chain,
// the rank changing by the given amount in all, whatever stands between.
func leapChain(steps, rankChange int) Movement {
	return Movement{Shape: Leap, Families: []Family{ChainWise},
		words: fmt.Sprintf("leaps to the file %s, the rank changing by %d", chainWords(steps), rankChange), paths: func(b *Board, _ Side, c Cell) [][]Cell {
			var all [][]Cell
			for _, walk := range b.walks(c, Thick, steps) {
				if len(walk) == steps {
					for _, change := range bothWays(rankChange) {
						all = append(all, b.climb(b.places[c].Rank, walk[steps-1:], change))
					}
				}
			}
			return all
		}}
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
	words := fmt.Sprintf("leaps with the rank changing by %d, level and filestack by %d and %d in either order", rankChange, m, n)
	if m == n {
		words = fmt.Sprintf("leaps with the rank changing by %d, level and filestack by %d each", rankChange, m)
	}
	return leapBy(Leap, NoFamily, words, vectors...)
}

// leapTwice leaps exactly two steps in the directions of a family.
func leapTwice(family Family) Movement {
	return Movement{Shape: Leap, Families: []Family{family}, words: "leaps exactly two steps " + directionWords([]Family{family}), paths: func(b *Board, _ Side, c Cell) [][]Cell {
		var twice []Vector
		for _, v := range b.families[family] {
			twice = append(twice, v.times(2))
		}
		return b.single(c, twice)
	}}
}
