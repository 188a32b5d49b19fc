package compose

import (
	"cmp"
	"slices"

	"raumbot/rules"
)

// The search for a checkmate sets up so many positions at most, each with so many pieces of White.
const (
	maxMates    = 4000
	mateHelpers = 5
)

// checkmate finds a checkmate in one move: the black royal piece stands on the cell from which it
// has the fewest moves, and a few of White's strongest pieces on cells that a fixed sequence of
// numbers gives.
func checkmate(base sketch) (e Example, ok bool) {
	v := base.variant
	if base.clear {
		return e, false // nothing else can happen by a checkmate: one search is enough
	}
	royals := kinds(v, func(k *rules.Kind) bool { return k.Royal })
	strong := kinds(v, func(k *rules.Kind) bool { return !k.Royal && !k.Pawn && k.Freeze == "" && len(k.Aura) == 0 })
	if len(royals) == 0 || len(strong) == 0 {
		return e, false
	}
	mobility := func(id rules.KindID) int {
		_, captures := v.Reach(id, rules.White, v.DiagramCell(id))
		return len(captures)
	}
	slices.SortStableFunc(strong, func(a, b rules.KindID) int { return cmp.Compare(mobility(b), mobility(a)) })
	strong = strong[:min(len(strong), 3)]
	corner := cornered(v, royals[0])
	numbers := sequence(1)
	for try := range maxMates {
		s := base.with(rules.Black, royals[0], corner)
		for range 2 + try*(mateHelpers-1)/maxMates {
			c := rules.Cell(numbers.next(v.Board.Len()))
			if s.free(c) {
				s = s.with(rules.White, strong[numbers.next(len(strong))], c)
			}
		}
		p, ok := s.read(rules.White)
		if !ok {
			continue
		}
		search := rules.NewSearchPosition(p)
		for _, m := range p.Legal() {
			if search.GivesCheck(m) && Checkmate.Shown(p, m) {
				return Example{Before: p, Move: m, Frozen: rules.NoCell}, true
			}
		}
	}
	return e, false
}

// cornered returns the cell from which a black piece of a kind has the fewest moves.
func cornered(v *rules.Variant, id rules.KindID) rules.Cell {
	flights := func(c rules.Cell) int {
		moves, _ := v.Reach(id, rules.Black, c)
		return len(moves)
	}
	return slices.MinFunc(central(v.Board), func(a, b rules.Cell) int { return cmp.Compare(flights(a), flights(b)) })
}

// sequence is a sequence of numbers that look random, but are always the same.
type sequence uint64

// next returns the next number below n.
func (s *sequence) next(n int) int {
	*s = *s*6364136223846793005 + 1442695040888963407
	return int(uint64(*s>>33) % uint64(n))
}
