package rules

import (
	"cmp"
	"slices"
)

// Cell is a cell of a board: an index from 0 in the byte order of the cells'
// names, or [NoCell].
type Cell int16

// NoCell is no cell: off the board, or not given.
const NoCell Cell = -1

// MaxCells is the number of cells of the largest board.
const MaxCells = 512

// Place is a cell's position in players' terms. Each index counts from
// 0: the top level, the filestack on White's left, White's first rank.
type Place struct{ Level, File, Rank int }

// Family names a set of directions or leaps that a board gives its pieces.
type Family string

// The families of directions. Each board defines its own vectors for
// them (section 1 for cubes, section 7 for the octahedron).
const (
	NoFamily    Family = ""
	RookWise    Family = "rook"          // orthogonal
	BishopWise  Family = "bishop"        // standard diagonal, SD
	UnicornWise Family = "unicorn"       // nonstandard diagonal, ND
	KnightWise  Family = "knight"        // the leap of two and one at right angles
	FileWise    Family = "file"          // along a file: only the rank changes
	WithinRank  Family = "rank-diagonal" // the diagonals that stay on a rank
	SextonWise  Family = "sexton"        // the leap of 2:1:1 on cubic cells
	NinjaWise   Family = "ninja"         // the leap of 2:2:1 on cubic cells
	FlatRook    Family = "flat-rook"     // as the Rook, within a level
	FlatBishop  Family = "flat-bishop"   // as the Bishop, within a level
	FlatKnight  Family = "flat-knight"   // as the Knight, within a level
	LoopWise    Family = "loop"          // along the thin boundaries of a ring
	ChainWise   Family = "chain"         // along a chain of thick boundaries
)

// Zone names a set of cells that the rules distinguish.
type Zone string

// The zones of Tunnelchess.
const (
	Frame  Zone = "Frame"
	Wall   Zone = "Wall"
	Tunnel Zone = "Tunnel"
)

// Board is the playing space: its cells, their names and their geometry.
// Boards are immutable.
type Board struct {
	names    []string
	byName   map[string]Cell
	places   []Place
	points   []Vector
	byPoint  map[Vector]Cell
	byPlace  map[Place]Cell
	families map[Family][]Vector
	ranks    int
	// zones, rings and across are empty if the board has none.
	zones  map[Zone]*bitset
	rings  *rings
	levels []Slice
	across []Slice
	center Cell
	words  string
	box    *Box // nil unless the cells are cubes
	layout layout
}

// String describes the board and the names of its cells in a sentence or
// two.
func (b *Board) String() string { return b.words }

// A site describes one cell of a board that is being built.
type site struct {
	name  string
	place Place
	point Vector
	zone  Zone // empty for none
}

// newBoard builds a board from its cells, which it sorts by name.
func newBoard(sites []site, families map[Family][]Vector) *Board {
	slices.SortFunc(sites, func(a, b site) int { return cmp.Compare(a.name, b.name) })
	b := &Board{
		byName: map[string]Cell{}, byPoint: map[Vector]Cell{}, byPlace: map[Place]Cell{},
		families: families, zones: map[Zone]*bitset{},
	}
	for i, s := range sites {
		b.names = append(b.names, s.name)
		b.places = append(b.places, s.place)
		b.points = append(b.points, s.point)
		if s.zone != "" {
			b.addToZone(s.zone, Cell(i))
		}
		b.byName[s.name] = Cell(i)
		b.byPoint[s.point] = Cell(i)
		b.byPlace[s.place] = Cell(i)
		b.ranks = max(b.ranks, s.place.Rank+1)
	}
	b.layout = b.newLayout()
	return b
}

// Len returns the number of cells, at most [MaxCells].
func (b *Board) Len() int { return len(b.names) }

// Name returns the cell's name, such as "ve1".
func (b *Board) Name(c Cell) string { return b.names[c] }

// Cell returns the cell of that name, written as [Board.Name] writes it.
func (b *Board) Cell(name string) (Cell, bool) {
	c, ok := b.byName[name]
	return c, ok
}

// Place returns the cell's position.
func (b *Board) Place(c Cell) Place { return b.places[c] }

// RankCount returns the number of ranks.
func (b *Board) RankCount() int { return b.ranks }

func (b *Board) addToZone(z Zone, c Cell) {
	if b.zones[z] == nil {
		b.zones[z] = &bitset{}
	}
	b.zones[z].add(c)
}

// inAny reports whether the cell lies in one of the zones.
func (b *Board) inAny(zones []Zone, c Cell) bool {
	return slices.ContainsFunc(zones, func(z Zone) bool { return b.zones[z] != nil && b.zones[z].has(c) })
}

// sameZones reports whether two cells lie in the same zones.
func (b *Board) sameZones(x, y Cell) bool {
	for _, cells := range b.zones {
		if cells.has(x) != cells.has(y) {
			return false
		}
	}
	return true
}

// Center returns the cell from which movement diagrams are drawn.
func (b *Board) Center() Cell { return b.center }

func (b *Board) bindings(c Cell) (bishop, unicorn int) {
	if b.box == nil {
		return octahedronBindings(b.points[c])
	}
	return cubicBindings(b.places[c])
}

// BishopBinding numbers, from 0, the class of cells that a Bishop can reach
// from c: two classes on cubic cells, four on the octahedron.
func (b *Board) BishopBinding(c Cell) int {
	bishop, _ := b.bindings(c)
	return bishop
}

// UnicornBinding numbers, from 0, the class of cells that a Unicorn can
// reach from c: four classes on cubic cells, one on the octahedron.
func (b *Board) UnicornBinding(c Cell) int {
	_, unicorn := b.bindings(c)
	return unicorn
}

// step returns the cell at c + v, or NoCell.
func (b *Board) step(c Cell, v Vector) Cell {
	if to, ok := b.byPoint[b.points[c].plus(v)]; ok {
		return to
	}
	return NoCell
}

// at returns the cell at a place, or NoCell.
func (b *Board) at(p Place) Cell {
	if c, ok := b.byPlace[p]; ok {
		return c
	}
	return NoCell
}

// onRank returns the cell of the same file that lies on the given rank.
func (b *Board) onRank(c Cell, rank int) Cell {
	p := b.places[c]
	return b.at(Place{p.Level, p.File, rank})
}

// levelName returns the name of the level that the cell is on.
func (b *Board) levelName(c Cell) string { return b.levels[b.places[c].Level].Name }

// Straight reports whether a path over some cells takes the same step throughout.
func (b *Board) Straight(from Cell, over []Cell, to Cell) bool {
	var first Vector
	last := from
	for i, c := range append(slices.Clip(over), to) {
		step := b.points[c].plus(b.points[last].times(-1))
		if i == 0 {
			first = step
		} else if step != first {
			return false
		}
		last = c
	}
	return true
}

// directions returns the vectors of several families together.
func (b *Board) directions(families ...Family) []Vector {
	var all []Vector
	for _, f := range families {
		all = append(all, b.families[f]...)
	}
	return all
}

// ahead returns the number of ranks that a step gains, as seen by
// s.
func (b *Board) ahead(s Side, from, to Cell) int {
	gain := b.places[to].Rank - b.places[from].Rank
	if s == Black {
		return -gain
	}
	return gain
}
