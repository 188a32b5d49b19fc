package rules

import (
	"fmt"
	"slices"
)

// searchTables holds what only a search needs to know about a variant. It is computed when the
// first search begins.
type searchTables struct {
	// attacks is as in tables, but also for games without a royal piece.
	attacks [2][][]attackNode
	figures []sharedFigure
	reach   [maxKinds]reach
	// Each has a bit for each kind. watched means that the trees of attacks contain all captures of
	// the kind, attacking that they contain all its moves except promotions, and riding that it has
	// paths over several cells.
	watched, attacking, riding uint32
}

// A sharedFigure is a pair of directions, as indices into tables.next, and the
// kinds that have it.
type sharedFigure struct {
	along, across int
	kinds         uint32
}

func (t *tables) newSearchTables() *searchTables {
	whole := *t
	if whole.royalKind == NoKind {
		whole.addAttacks()
	}
	st := &searchTables{attacks: whole.attacks}
	if len(t.next) > maxDirections {
		panic(fmt.Sprintf("rules: the figures of %s have more than %d directions", t.variant.Name, maxDirections))
	}
	index := map[[2]int]int{}
	for id := range t.kinds {
		st.reach[id] = t.newReach(&t.kinds[id])
		if kt := &t.kinds[id]; st.reach[id].known && kt.figures == nil {
			st.watched |= 1 << id
			if !kt.royal && !kt.pawn && !kt.hasQuiet() {
				st.attacking |= 1 << id
			}
		}
		if t.kinds[id].rides() {
			st.riding |= 1 << id
		}
		for _, pair := range t.kinds[id].figures {
			i, ok := index[pair]
			if !ok {
				i = len(st.figures)
				index[pair] = i
				st.figures = append(st.figures, sharedFigure{along: pair[0], across: pair[1]})
			}
			st.figures[i].kinds |= 1 << id
		}
	}
	return st
}

// hasQuiet reports whether the kind has moves that never capture.
func (kt *kindTable) hasQuiet() bool {
	return slices.ContainsFunc(slices.Concat(kt.quiet[White], kt.quiet[Black]), func(to []Cell) bool { return len(to) > 0 })
}

// rides reports whether the kind has moves over cells that must be empty.
func (kt *kindTable) rides() bool {
	for _, trees := range kt.moves {
		for _, nodes := range trees {
			for i, n := range nodes {
				if int(n.skip) > i+1 {
					return true
				}
			}
		}
	}
	return kt.figures != nil || kt.indirect != nil
}

// attackersOf appends the cells from which pieces of s could capture
// on c, which may be empty. A cell may occur more than once.
func (p *Position) attackersOf(st *searchTables, c Cell, s Side, found []Cell) []Cell {
	nodes := st.attacks[s][c]
	awake := ^p.frozen[s]
	for i := 0; i < len(nodes); {
		n := nodes[i]
		piece := p.board[n.cell%MaxCells]
		if piece == NoPiece {
			i++
			continue
		}
		if piece.Side() == s && (n.kinds&awake)>>piece.Kind()&1 != 0 && !p.inAura(Cell(n.cell), s) {
			found = append(found, Cell(n.cell))
		}
		i = int(n.skip)
	}
	// The opposite of each figure is a figure of the same kinds. So the figures that lead away from c
	// are those that lead to it.
	if st.figures == nil {
		return found
	}
	free := p.freeSteps(c)
	for i := range st.figures {
		figure := &st.figures[i]
		if free[figure.along] == 0 || free[figure.across] == 0 {
			continue
		}
		p.corners(figure.along, figure.across, &free, c, func(from Cell) {
			piece := p.board[from]
			if piece.Side() == s && (figure.kinds&awake)>>piece.Kind()&1 != 0 {
				found = append(found, from)
			}
		})
	}
	return found
}
