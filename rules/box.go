package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Box describes a board of cubic cells: levels, filestacks and ranks.
type Box struct {
	// Levels holds the letters of the levels, the top one first. Cells are named
	// by level, filestack from a, and rank from 1: "ve1" (section 1).
	Levels       string
	Files, Ranks int
	// FileNames names cells by file and rank instead, with the files lettered from a across all
	// levels: "g1" (section 6). Levels is then empty, and LevelCount is the number of levels.
	FileNames  bool
	LevelCount int
	// Rings divides each rank into rings by thick boundaries (section 2).
	Rings bool
	// Zones are named sets of cells. Each is a list of names of cells or files; a file is a cell's
	// name without the rank.
	Zones map[Zone]string
	// Holes lists the cells that the board lacks, in the form of Zones. Cells, if not empty, lists all
	// cells that it has.
	Holes, Cells string
}

// cubicFamilies are the families of directions on cubic cells (section 1).
// Vectors are level (upward), filestack and rank.
var cubicFamilies = map[Family][]Vector{
	RookWise:    spread(1, 0, 0),
	BishopWise:  spread(1, 1, 0),
	UnicornWise: spread(1, 1, 1),
	KnightWise:  spread(2, 1, 0),
	SextonWise:  spread(2, 1, 1),
	NinjaWise:   spread(2, 2, 1),
	FileWise:    {{0, 0, 1}, {0, 0, -1}},
	WithinRank:  {{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}},
	FlatRook:    flat(spread(1, 0, 0)),
	FlatBishop:  flat(spread(1, 1, 0)),
	FlatKnight:  flat(spread(2, 1, 0)),
}

// flat keeps the vectors that stay on their level.
func flat(vectors []Vector) []Vector {
	return slices.DeleteFunc(vectors, func(v Vector) bool { return v[levelAxis] != 0 })
}

// cubicBindings derives the two Bishop and four Unicorn bindings of cubic
// cells from the parities of their coordinates.
func cubicBindings(p Place) (bishop, unicorn int) {
	return (p.Level + p.File + p.Rank) & 1, (p.Level+p.File)&1 | (p.File+p.Rank)&1<<1
}

// levelCount is the number of levels.
func (x *Box) levelCount() int {
	if x.FileNames {
		return x.LevelCount
	}
	return len(x.Levels)
}

// file returns the name of the file at a level, counted from the top, and
// filestack.
func (x *Box) file(level, stack int) string {
	if x.FileNames {
		return string(rune('a' + level*x.Files + stack))
	}
	return fmt.Sprintf("%c%c", x.Levels[level], 'a'+stack)
}

// check returns an error if no board can have this shape.
func (x *Box) check() error {
	levels := x.levelCount()
	switch {
	case levels < 1 || x.Files < 1 || x.Ranks < 2 || x.Ranks > 9 || x.Files > 26 || levels > 26:
		return errors.New("a board has 1 to 26 levels, 1 to 26 files and 2 to 9 ranks")
	case levels*x.Files*x.Ranks > MaxCells:
		return fmt.Errorf("a board has at most %d cells, not %d", MaxCells, levels*x.Files*x.Ranks)
	case x.FileNames && levels*x.Files > 26:
		return errors.New("files that are named by one letter are 26 at most")
	case x.Rings && (levels != x.Files || x.FileNames):
		return errors.New("rings need as many levels as files")
	}
	for i, letter := range x.Levels {
		if letter < 'a' || letter > 'z' || strings.ContainsRune(x.Levels[:i], letter) {
			return errors.New("levels are different small letters, the top one first")
		}
	}
	return nil
}

// NewBox returns a board of cubic cells. The error says what is wrong with
// its description.
func NewBox(x Box) (*Board, error) {
	if err := x.check(); err != nil {
		return nil, err
	}
	holes, listed := strings.Fields(x.Holes), strings.Fields(x.Cells)
	named := func(words []string, s site) bool {
		return slices.Contains(words, s.name) || slices.Contains(words, s.name[:len(s.name)-1])
	}
	var sites []site
	unknown := append(slices.Clone(holes), listed...)
	for level := range x.levelCount() {
		for stack := range x.Files {
			for rank := range x.Ranks {
				s := site{
					name:  fmt.Sprintf("%s%d", x.file(level, stack), rank+1),
					place: Place{level, stack, rank},
					point: Vector{-level, stack, rank},
				}
				unknown = slices.DeleteFunc(unknown, func(word string) bool { return named([]string{word}, s) })
				if !named(holes, s) && (len(listed) == 0 || named(listed, s)) {
					sites = append(sites, s)
				}
			}
		}
	}
	if len(unknown) > 0 {
		return nil, fmt.Errorf("there is no cell and no file %.20q between the first and the last level, file and rank", unknown[0])
	}
	if len(sites) < 2 {
		return nil, errors.New("a board has two cells at least")
	}
	b := newBoard(sites, cubicFamilies)
	b.box = &x
	if x.Rings {
		b.rings = &rings{x.Files}
	}
	for zone, words := range x.Zones {
		if err := b.addZone(zone, words); err != nil {
			return nil, err
		}
	}
	b.layOut(&x)
	return b, nil
}

// addZone adds the cells of a zone, given as a list of names.
func (b *Board) addZone(zone Zone, words string) error {
	for word := range strings.FieldsSeq(words) {
		found := false
		for c := range Cell(b.Len()) {
			name := b.names[c]
			if word == name || word == name[:len(name)-1] {
				b.addToZone(zone, c)
				found = true
			}
		}
		if !found {
			return fmt.Errorf("zone %.30s: %.20q is neither a file nor a cell of the board", zone, word)
		}
	}
	if b.zones[zone] == nil {
		return fmt.Errorf("zone %.30s has no cells", zone)
	}
	return nil
}

// layOut computes the board's slices, centre and description.
func (b *Board) layOut(x *Box) {
	levels := x.levelCount()
	b.center = b.near(Place{levels / 2, x.Files / 2, (x.Ranks - 1) / 2})
	if x.FileNames {
		b.center = b.near(Place{(levels - 1) / 2, (x.Files - 1) / 2, (x.Ranks - 1) / 2})
	}
	names := make([]string, levels)
	for i := range names {
		if x.FileNames {
			names[i] = x.file(i, 0) + "-" + x.file(i, x.Files-1)
		} else {
			names[i] = x.Levels[i : i+1]
		}
	}
	rankNames := numbered(x.Ranks, 1)
	for i := range levels {
		first := byte('a')
		if x.FileNames {
			first = x.file(i, 0)[0]
		}
		b.levels = append(b.levels, b.grid(names[i], rankNames, lettered(first, x.Files), x.Ranks, x.Files,
			func(row, column int) Place { return Place{i, column, x.Ranks - 1 - row} }))
	}
	rows, columns := names, lettered('a', x.Files)
	if x.FileNames {
		rows, columns = nil, nil
	}
	for i := range x.Ranks {
		b.across = append(b.across, b.grid(fmt.Sprint(i+1), rows, columns, levels, x.Files,
			func(row, column int) Place { return Place{row, column, i} }))
	}
	b.words = x.words(b)
}

// near returns the cell at a place, or the first cell if there is none.
func (b *Board) near(p Place) Cell { return max(0, b.at(p)) }

// words returns a description of the board.
func (x *Box) words(b *Board) string {
	levels := x.levelCount()
	middle := Place{levels / 2, x.Files / 2, 0}
	if x.FileNames {
		middle.Level = (levels - 1) / 2
	}
	example := b.names[b.near(Place{middle.Level, middle.File, 0})]
	if x.FileNames {
		return fmt.Sprintf("The board has %d cells: %dx%d files lettered from a (top left) to %s (bottom right), seen along the ranks, and ranks 1 to %d from White to Black. %s is file %s, rank 1.",
			b.Len(), levels, x.Files, x.file(levels-1, x.Files-1), x.Ranks, example, example[:1])
	}
	return fmt.Sprintf("The board has %d cells: levels %c (top) to %c (bottom), filestacks a to %c from left to right, ranks 1 to %d from White to Black. %s is level %c, filestack %c, rank 1.",
		b.Len(), x.Levels[0], x.Levels[levels-1], 'a'+x.Files-1, x.Ranks, example, example[0], example[1])
}

// mustBox returns a board of a game defined in this package.
func mustBox(x Box) *Board {
	b, err := NewBox(x)
	if err != nil {
		panic("rules: " + err.Error())
	}
	return b
}

// newCube returns a board of n x n x n cells.
func newCube(levels string) *Board {
	return mustBox(Box{Levels: levels, Files: len(levels), Ranks: len(levels)})
}

// newRingedCube returns a cube whose ranks are divided into rings.
func newRingedCube(levels string) *Board {
	return mustBox(Box{Levels: levels, Files: len(levels), Ranks: len(levels), Rings: true})
}

// Box returns the description of a board of cubic cells; ok is false for
// other boards.
func (b *Board) Box() (Box, bool) {
	if b.box == nil {
		return Box{}, false
	}
	return *b.box, true
}
