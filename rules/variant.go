package rules

import (
	"cmp"
	"fmt"
)

// Variant is a game: a board, the kinds of pieces, their array and the few
// rules that are not moves. All of it is data; the rules that need code have
// their names here and their code in files of their own.
type Variant struct {
	// Name is what commands and position lines call the game, Title what
	// people do.
	Name, Title string
	// Version tells apart the games of one name that were defined at different times by files; empty for a game
	// that comes with the program. RatedAs is the ID of the version whose ratings this one continues.
	Version, RatedAs string
	// Author devised the game.
	Author string
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
	// DoubleStep grants Pawns two quiet steps from where they start.
	DoubleStep DoubleSteps
	// NoEnPassant takes away the captures that answer a double step.
	NoEnPassant bool
	// Castling lists the ways in which White's royal piece may castle; Black's
	// lie opposite.
	Castling []Castle
	// Transfer makes every move end on the same file and rank of the other of
	// two levels, as in Alice Chess.
	Transfer bool
	// Marriage is the code of the kind beside which one's royal piece wins.
	Marriage string
	// Survival is what each player must keep.
	Survival Survival
	// Reserve is a piece that joins the game later.
	Reserve Reserve

	compile func() *tables
}

// ID names the variant and its version, as records of games do: [Find] knows it as long as the program does.
func (v *Variant) ID() string {
	if v.Version == "" {
		return v.Name
	}
	return v.Name + "@" + v.Version
}

// RatingID is the ID under which the ratings of the variant are kept.
func (v *Variant) RatingID() string { return cmp.Or(v.RatedAs, v.ID()) }

// RankDrawing draws one rank of White's array: a line for each level, its
// name and then the codes from the first filestack on, "..." for an empty cell.
// A drawing of one code alone fills the rank.
type RankDrawing struct {
	Rank    int // from 1
	Drawing string
}

// DoubleSteps says which two quiet steps a Pawn may make at once.
type DoubleSteps uint8

// Pawns may have no double step, any two steps, whose passed cell is named in
// the move's text, or twice the same step, whose passed cell is not. Only with
// the last can a Pawn come to stand where others start: then it is listed among
// the rights of a position, as it has no double step.
const (
	NoDoubleStep DoubleSteps = iota
	AnyDoubleStep
	StraightDoubleStep
)

// Castle is a way for White to castle, by names of cells.
type Castle struct {
	Partner string
	// To and PartnerTo are where the royal piece and its partner go. If they
	// are empty, the royal piece goes two cells toward the partner, which goes
	// to the cell crossed; else the move's text names the partner's cell.
	To, PartnerTo string
}

// castles lists ordinary castlings with the partners on these cells.
func castles(partners ...string) []Castle {
	var all []Castle
	for _, cell := range partners {
		all = append(all, Castle{Partner: cell})
	}
	return all
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
