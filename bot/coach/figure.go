package coach

import (
	"cmp"
	"slices"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// region is a set of cells that a lesson can show in space.
type region struct {
	name  phrase.Text
	cells []rules.Cell
}

// lines are the codes of the pieces whose ways are the lines of a board: straight, diagonal and
// through the corners of cells.
var lines = []string{"ROO", "BIS", "UNI"}

// figures returns what can be shown around the chosen cell of a lesson: all ways of its piece on an
// empty board, the lines, the rings of the rank, and the ranks of a board on which they are no
// rectangles.
func (l lesson) figures(p *rules.Position) (all []region) {
	v, b := p.Variant(), p.Variant().Board
	from, ok := b.Cell(l.chosen)
	if !ok {
		return nil
	}
	add := func(id rules.KindID) {
		moves, captures := v.Reach(id, rules.White, from)
		if ways := slices.Concat(moves, captures); len(ways) > 0 {
			all = append(all, region{phrase.Of("ways of the %s", phrase.Term(v.Kinds[id].Name)), ways})
		}
	}
	own := p.At(from).Kind()
	add(own)
	for _, code := range lines {
		if id, ok := v.KindByCode(code); ok && id != own {
			add(id)
		}
	}
	for i, ring := range rings(b, b.Place(from).Rank) {
		all = append(all, region{phrase.Of("ring %d of rank %d, from outside", i+1, b.Place(from).Rank+1), ring})
	}
	if b.Ranks() == nil {
		for rank := range b.RankCount() {
			all = append(all, region{phrase.Of("rank %d", rank+1), slices.DeleteFunc(cells(b), func(c rules.Cell) bool { return b.Place(c).Rank != rank })})
		}
	}
	return all
}

// rings returns the rings of a rank, the largest first: cells of one ring have only thin boundaries
// between them. It returns nil if the board has none.
func rings(b *rules.Board, rank int) (all [][]rules.Cell) {
	if !b.HasRings() {
		return nil
	}
	left := slices.DeleteFunc(cells(b), func(c rules.Cell) bool { return b.Place(c).Rank != rank })
	for len(left) > 0 {
		ring := []rules.Cell{left[0]}
		for i := 0; i < len(ring); i++ {
			for _, c := range left {
				if b.Boundary(ring[i], c) == rules.Thin && !slices.Contains(ring, c) {
					ring = append(ring, c)
				}
			}
		}
		left = slices.DeleteFunc(left, func(c rules.Cell) bool { return slices.Contains(ring, c) })
		all = append(all, ring)
	}
	slices.SortStableFunc(all, func(a, b []rules.Cell) int { return cmp.Compare(len(b), len(a)) })
	return all
}

// cells returns all cells of a board.
func cells(b *rules.Board) (all []rules.Cell) {
	for c := range rules.Cell(b.Len()) {
		all = append(all, c)
	}
	return all
}
