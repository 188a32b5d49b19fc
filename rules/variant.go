package rules

import (
	"cmp"
	"fmt"
	"sync"
)

// Variant is a game: a board, the kinds of pieces, their array and the few rules other than
// movement. All of it is data. Rules that need code are named here and implemented in other files.
type Variant struct {
	// Name is the game's name in commands and position lines, Title its
	// name for people.
	Name, Title string
	// Version distinguishes the definitions of a game's file over time. It is empty for a game written
	// in Go. RatedAs is the ID of the version whose ratings this one shares.
	Version, RatedAs string
	// Local means that the game belongs to one place where people talk: [Find] finds it by its ID
	// alone.
	Local bool
	// Author is the inventor of the game.
	Author string
	// Blurb is one line for people who choose a game, Source the article and its author, and Story the
	// rules as a newcomer should read them, in Markdown.
	Blurb, Source, Story string
	// Decisions say which reading was chosen where the article is silent, garbled or contradicts
	// itself (the **D** of RULES.md), and why.
	Decisions []string
	Board     *Board
	// Kinds lists the kinds of pieces from index 1; Kinds[0] is empty.
	Kinds []Kind
	// Array draws White's pieces at the start.
	Array []RankDrawing
	// Opposite is the symmetry from White's pieces to Black's.
	Opposite Symmetry
	// DoubleStep allows Pawns two quiet steps from where they start.
	DoubleStep DoubleSteps
	// NoEnPassant disallows captures in passing.
	NoEnPassant bool
	// Castling lists the ways in which White's royal piece may castle; Black's
	// lie opposite.
	Castling []Castle
	// Transfer makes every move end on the same file and rank of the other of
	// two levels, as in Alice Chess.
	Transfer bool
	// Marriage is the code of the spouse: a player whose royal piece stands beside one wins.
	Marriage string
	// Survival is what each player must keep.
	Survival Survival
	// Reserve is a piece that joins the game later.
	Reserve Reserve

	compile func() *tables
	derived *sync.Map
}

// ID returns the name of the variant and its version, as records of games hold it. [Find] finds the
// variant by it while it is registered.
func (v *Variant) ID() string {
	if v.Version == "" {
		return v.Name
	}
	return v.Name + "@" + v.Version
}

// RatingID returns the ID under which the ratings of the variant are stored.
func (v *Variant) RatingID() string { return cmp.Or(v.RatedAs, v.ID()) }

// Derived returns what derive computes from the variant. The value is kept under the key for as
// long as the variant is in use. Keys should be of a type of the caller's own. Several goroutines
// may call derive at the same time, but all get the same value.
func (v *Variant) Derived(key any, derive func() any) any {
	made, ok := v.derived.Load(key)
	if !ok {
		made, _ = v.derived.LoadOrStore(key, derive())
	}
	return made
}

// RankDrawing draws one rank of White's array: a line for each level, with its
// name and then the codes from the first filestack on, "..." for an empty cell.
// A single code fills the whole rank.
type RankDrawing struct {
	Rank    int // from 1
	Drawing string
}

// DoubleSteps says which two quiet steps a Pawn may make at once.
type DoubleSteps uint8

// Pawns may have no double step; any two steps, with the passed cell in the move's text; or the
// same step twice, with the passed cell left out. Only with the last can a Pawn get to a cell where
// others start. Such a Pawn has no double step, and so its cell is listed among the rights of a
// position.
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

// castles returns ordinary castlings with partners on these cells.
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

// Reserve is a piece off the board that each player gets on the cell
// vacated by the first of certain kinds to move (section 7).
type Reserve struct {
	Code  string
	After []string // codes
}

// Kind returns the piece's kind. p must not be [NoPiece].
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

// mustKind returns the kind with a code used in a variant's own definition.
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
