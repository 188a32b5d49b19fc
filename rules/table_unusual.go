package rules

import "slices"

// Tables for properties that few games have. Each is nil in the others.

// An indirectMove passes cells that must be empty and on which it cannot end, or it captures
// without moving.
type indirectMove struct {
	path []Cell // cells passed, without the destination
	to   Cell
	mode Mode
}

// indirect reports whether a path fits neither a tree, in which every cell is a
// destination, nor a list of single cells.
func (m Movement) indirect(path []Cell) bool {
	return m.Shape == Bent || m.Mode == Rifle || m.Mode != Any && len(path) > 1
}

// addIndirect adds the moves of one path from c.
func (kt *kindTable) addIndirect(b *Board, m Movement, s Side, c Cell, path []Cell) {
	if kt.indirect == nil {
		kt.indirect = &[2][][]indirectMove{make([][]indirectMove, b.Len()), make([][]indirectMove, b.Len())}
	}
	all := &kt.indirect[s][c]
	for n, to := range path {
		if m.Shape != Bent || n == len(path)-1 {
			*all = append(*all, indirectMove{path[:n], to, m.Mode})
		}
	}
	kt.tryAll = kt.tryAll || m.Mode == Rifle
}

// startsOf returns the cells other than c on which pieces of a kind start.
func (t *tables) startsOf(k *Kind, s Side, c Cell) [][]Cell {
	var all [][]Cell
	for _, drawing := range t.variant.Array {
		for at, id := range drawing.read(t.variant) {
			if s == Black {
				at = t.variant.opposite(at)
			}
			if t.variant.Kinds[id].Code == k.Code && at != c {
				all = append(all, []Cell{at})
			}
		}
	}
	return all
}

// A holder is a cell from which an enemy piece of some kinds freezes another.
type holder struct {
	cell  Cell
	kinds uint32
}

// addUnusual computes what follows from auras, rifle captures, transfer and
// straight double steps.
func (t *tables) addUnusual() {
	v, b := t.variant, t.variant.Board
	t.enPassant = v.DoubleStep != NoDoubleStep && !v.NoEnPassant
	for id := range v.Kinds {
		if len(v.Kinds[id].Aura) > 0 {
			t.addAura(KindID(id))
		}
		t.noAnswers = t.noAnswers || t.kinds[id].tryAll
	}
	if v.Transfer {
		for c := range Cell(b.Len()) {
			p := b.places[c]
			t.twin = append(t.twin, b.at(Place{1 - p.Level, p.File, p.Rank}))
		}
		for id := range t.kinds {
			t.kinds[id].tryAll = true
		}
		t.noAnswers = true
	}
	if v.DoubleStep == StraightDoubleStep {
		for id := range v.Kinds {
			if v.Kinds[id].Pawn {
				t.kinds[id].addSecondSteps(b)
			}
		}
	}
}

// addAura records the cells from which a kind freezes pieces. Its own moves may unfreeze an
// attacker, so they are all tried.
func (t *tables) addAura(id KindID) {
	b := t.variant.Board
	t.kinds[id].tryAll, t.noAnswers = true, true
	for s := range t.holders {
		if t.holders[s] == nil {
			t.holders[s] = make([][]holder, b.Len())
		}
		for c := range Cell(b.Len()) {
			for _, v := range t.variant.Kinds[id].Aura {
				if from := b.step(c, v.times(-1)); from != NoCell {
					t.holders[s][c] = append(t.holders[s][c], holder{from, 1 << id})
				}
			}
		}
	}
}

// addSecondSteps computes straight double steps: twice the same quiet step.
func (kt *kindTable) addSecondSteps(b *Board) {
	for s := range kt.quiet {
		kt.second[s] = make([][]Cell, b.Len())
		for from := range Cell(b.Len()) {
			for _, via := range kt.quiet[s][from] {
				second := b.step(via, b.points[via].plus(b.points[from].times(-1)))
				if second != NoCell && !slices.Contains(kt.quiet[s][via], second) {
					second = NoCell
				}
				kt.second[s][from] = append(kt.second[s][from], second)
			}
		}
	}
}
