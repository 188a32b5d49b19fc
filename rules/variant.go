package rules

import (
	"fmt"
	"strings"
	"sync"
)

// Variant is a game: a board, the kinds of pieces, their array and the few
// rules that are not moves. All of it is data; the rules that need code have
// their names here and their code in files of their own.
type Variant struct {
	// Name is what commands and position lines call the game, Title what
	// people do.
	Name, Title string
	// Blurb is one line for those who choose a game, Source the article and
	// its author, Story the rules as a newcomer should read them, in Markdown.
	Blurb, Source, Story string
	// Decisions say what was taken where the article is silent, garbled or
	// contradicts itself (the **D** of RULES.md), and why.
	Decisions []string
	Board     *Board
	// Kinds lists the kinds of pieces from index 1; Kinds[0] is empty.
	Kinds []Kind
	// Array draws White's pieces at the start.
	Array []RankDrawing
	// Opposite says where Black's pieces stand for White's.
	Opposite Symmetry
	// DoubleStep grants Pawns two quiet steps from their starting rank, and
	// en passant captures against it.
	DoubleStep bool
	// Castling lists the cells of the partners with which White's royal piece
	// may castle; Black's lie opposite.
	Castling []string
	// Marriage is the code of the kind beside which one's royal piece wins.
	Marriage string
	// Survival is what each player must keep.
	Survival Survival
	// Reserve is a piece that joins the game later.
	Reserve Reserve

	compile func() *tables
}

// RankDrawing draws one rank of White's array: a line for each level, its
// name and then the codes from the first filestack on, "..." for an empty cell.
// A drawing of one code alone fills the rank.
type RankDrawing struct {
	Rank    int // from 1
	Drawing string
}

// Survival ends the game when a move leaves the opponent with fewer than Min
// pieces of a family.
type Survival struct {
	Ends     Status
	Min      int
	Families [][]string // codes
}

// Reserve is a piece off the board which each player gets on the cell
// left by the first of some kinds to move (section 7).
type Reserve struct {
	Code  string
	After []string // codes
}

// variants is the list of games: one line for each.
var variants = []*Variant{
	define(raumschach),
	define(stockschach216),
	define(stockschach512),
	define(stockchaturanga216),
	define(stockchaturanga512),
	define(blocschach),
	define(gutenschach),
	define(octhex146),
	define(tunnelPairedLinepiece),
	define(tunnelPairedEverything),
	define(tunnelOrdersOfKnighthood),
}

// define makes a variant ready: its tables are computed when first needed.
func define(v Variant) *Variant {
	v.Kinds = append([]Kind{{}}, v.Kinds...)
	made := &v
	made.compile = sync.OnceValue(func() *tables { return newTables(made) })
	return made
}

// Variants returns all games in the order in which they are shown to people.
func Variants() []*Variant { return variants }

// Find returns the game of that name, in capitals or not. The error names all games.
func Find(name string) (*Variant, error) {
	for _, v := range variants {
		if strings.EqualFold(v.Name, name) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("there is no variant %.40q; choose one of: %s", name, variantNames())
}

// variantNames lists the names of all games.
func variantNames() string {
	var names []string
	for _, v := range variants {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// Kind returns what the piece is. p must not be [NoPiece].
func (v *Variant) Kind(p Piece) *Kind { return &v.Kinds[p.Kind()] }

// KindByCode returns the kind with that code.
func (v *Variant) KindByCode(code string) (KindID, bool) {
	for id := range v.Kinds[1:] {
		if v.Kinds[id+1].Code == code {
			return KindID(id + 1), true
		}
	}
	return NoKind, false
}

// mustKind returns the kind of a code in a variant's own definition.
func (v *Variant) mustKind(code string) KindID {
	id, ok := v.KindByCode(code)
	if !ok {
		panic(fmt.Sprintf("rules: %s has no kind %q", v.Name, code))
	}
	return id
}

func (v *Variant) mustCell(name string) Cell {
	c, ok := v.Board.Cell(name)
	if !ok {
		panic(fmt.Sprintf("rules: %s has no cell %q", v.Name, name))
	}
	return c
}
