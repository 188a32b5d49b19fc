package rules

import (
	"fmt"
	"slices"
	"sync"
)

// maxKinds limits the kinds of one variant, which are indices of bits in a word.
const maxKinds = 32

// tables holds what follows from a variant's data on its board, computed once.
type tables struct {
	variant *Variant
	kinds   [maxKinds]kindTable
	// attacks holds, for each attacking side and attacked cell, the tree of paths to that cell. It is
	// nil in games without a royal piece.
	attacks [2][][]attackNode
	// next holds the cells that a planar piece's directions lead to from each cell.
	next      [][]Cell
	royalKind KindID
	mirrors   func() []mirror // computed on first use
	livePart  func() livePart
	likeness  func() *likeness
	// codeRank holds the order of the kinds by code, which is that of move texts.
	codeRank [maxKinds]uint32
	// keyOf holds the kind without which each kind is frozen.
	keyOf       [maxKinds]KindID
	keys        uint32 // the kinds that unfreeze others
	survival    [][]KindID
	reserveKind KindID
	released    uint32 // the kinds whose first move brings in the reserve
	spouse      KindID
	castling    [2][]castlingLine
	rightCells  []Cell           // the cell of each castling right's partner
	lost        [MaxCells]uint64 // the rights lost when this cell is left or captured on
	pawnHome    [2]bitset        // where a double step may begin
	enPassant   bool
	// movedPawn holds, for straight double steps, the right that marks a Pawn on its home cell as
	// having moved; nil in other games.
	movedPawn  [2][]uint64
	movedCells []Cell
	// holders holds, for each side and cell, where an enemy's aura may come from; nil in games without
	// auras.
	holders [2][][]holder
	// twin holds the cell with the same file and rank on the other level; nil unless moves end there.
	twin []Cell
	// noAnswers means that a check may be ended in ways not listed by danger.answers.
	noAnswers bool
	start     *Position
	// searchTables are computed when the first search begins.
	searchTables func() *searchTables
}

// kindTable holds the moves of one kind.
type kindTable struct {
	royal bool
	pawn  bool
	// tryAll means that only trying a move shows whether it exposes the royal piece.
	tryAll bool
	// repeats means that several paths may lead to one cell.
	repeats bool
	// moves holds, for each side and cell, the tree of the paths for both moves and captures. quiet
	// and captures hold single cells.
	moves           [2][][]node
	quiet, captures [2][][]Cell
	// strikes means that the kind has movements that only capture.
	strikes bool
	// indirect holds everything that fits neither trees nor single cells; nil for most kinds.
	indirect *[2][][]indirectMove
	menu     []choice
	// promotesFrom holds the cells from which some move may promote.
	promotesFrom [2]bitset
	// second holds the second cell of the straight double step through each quiet cell, or NoCell.
	second   [2][][]Cell
	figures  [][2]int // pairs of indices into tables.next
	pawnLike bitset   // the cells that it leaves by a Pawn-like move
	promotes [2][]promoting
}

// promoting says what arriving on a cell means for promotion.
type promoting uint8

const (
	stays promoting = iota
	mayPromote
	mustPromote
)

func newTables(v *Variant) *tables {
	t := &tables{variant: v}
	if len(v.Kinds) > maxKinds {
		panic(fmt.Sprintf("rules: %s has more than %d kinds", v.Name, maxKinds-1))
	}
	codes := []string{}
	for _, k := range v.Kinds {
		codes = append(codes, k.Code)
	}
	slices.Sort(codes)
	for id := range v.Kinds[1:] {
		t.addKind(KindID(id + 1))
		t.codeRank[id+1] = uint32(slices.Index(codes, v.Kinds[id+1].Code))
	}
	t.addFamilies()
	t.addUnusual()
	if t.royalKind != NoKind {
		t.addAttacks()
	}
	t.start = t.newStart()
	t.addCastling()
	t.start.derive()
	t.searchTables = sync.OnceValue(t.newSearchTables)
	t.likeness = sync.OnceValue(t.newLikeness)
	t.mirrors = sync.OnceValue(t.newMirrors)
	t.livePart = sync.OnceValue(t.newLivePart)
	return t
}

// addKind computes the paths of one kind from every cell.
func (t *tables) addKind(id KindID) {
	k, b := &t.variant.Kinds[id], t.variant.Board
	kt := &t.kinds[id]
	kt.royal, kt.pawn = k.Royal, k.Pawn
	if k.Royal {
		t.royalKind = id
	}
	if k.Freeze != "" {
		t.keyOf[id] = t.variant.mustKind(k.Freeze)
		t.keys |= 1 << t.keyOf[id]
	}
	sided := slices.ContainsFunc(k.Moves, func(m Movement) bool { return m.sided() })
	for s := White; s <= Black; s++ {
		if s == Black && !sided {
			kt.moves[Black], kt.quiet[Black], kt.captures[Black] = kt.moves[White], kt.quiet[White], kt.captures[White]
			if kt.indirect != nil {
				kt.indirect[Black] = kt.indirect[White]
			}
			break
		}
		for c := range Cell(b.Len()) {
			kt.addCell(t, k, s, c)
		}
	}
	for _, m := range k.Moves {
		if m.Shape == Planar {
			kt.addFigures(t, m)
		}
	}
	kt.addPromotion(t.variant, k)
}

// addCell computes the paths from one cell.
func (kt *kindTable) addCell(t *tables, k *Kind, s Side, c Cell) {
	b := t.variant.Board
	var ways []way
	var single [4][]Cell
	for _, m := range k.Moves {
		paths := m.paths(b, s, c)
		for _, path := range paths {
			switch {
			case m.indirect(path):
				kt.addIndirect(b, m, s, c, path)
			case m.Mode == Any:
				ways = append(ways, way{path: path})
			default:
				single[m.Mode] = append(single[m.Mode], path[0])
			}
		}
		if m.Shape == Return && m.applies(b, c) {
			paths = t.startsOf(k, s, c)
			for _, path := range paths {
				single[Quiet] = append(single[Quiet], path[0])
			}
		}
		if m.PawnLike && len(paths) > 0 {
			kt.pawnLike.add(c)
		}
	}
	for _, mode := range []Mode{Quiet, Capture} {
		slices.Sort(single[mode])
		single[mode] = slices.Compact(single[mode])
	}
	kt.strikes = kt.strikes || len(single[Capture]) > 0
	nodes := plain(flatten(ways))
	kt.moves[s] = append(kt.moves[s], nodes)
	kt.quiet[s] = append(kt.quiet[s], single[Quiet])
	kt.captures[s] = append(kt.captures[s], single[Capture])
	kt.repeats = kt.repeats || repeats(nodes)
}

// addFigures adds the pairs of directions of a planar movement.
func (kt *kindTable) addFigures(t *tables, m Movement) {
	kt.repeats = true
	for _, pair := range m.figures(t.variant.Board) {
		kt.figures = append(kt.figures, [2]int{t.direction(pair[0]), t.direction(pair[1])})
	}
}

// direction returns the index of the table of single steps by v.
func (t *tables) direction(v Vector) int {
	b := t.variant.Board
	steps := make([]Cell, b.Len())
	for c := range steps {
		steps[c] = b.step(Cell(c), v)
	}
	i := slices.IndexFunc(t.next, func(other []Cell) bool { return slices.Equal(other, steps) })
	if i < 0 {
		i = len(t.next)
		t.next = append(t.next, steps)
	}
	return i
}

// addFamilies looks up the kinds named by rules other than movement.
func (t *tables) addFamilies() {
	v := t.variant
	for _, codes := range v.Survival.Families {
		var family []KindID
		for _, code := range codes {
			family = append(family, v.mustKind(code))
		}
		t.survival = append(t.survival, family)
	}
	if v.Reserve.Code != "" {
		t.reserveKind = v.mustKind(v.Reserve.Code)
		for _, code := range v.Reserve.After {
			t.released |= 1 << v.mustKind(code)
		}
	}
	if v.Marriage != "" {
		t.spouse = v.mustKind(v.Marriage)
	}
}
