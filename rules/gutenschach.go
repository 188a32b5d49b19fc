package rules

import "slices"

// Gutenschach, from Charles Gilman, "Gutenschach", Chess Variant Pages, 2007
// (docs/RULES.md section 4), with the planar pieces of Gavin Smith's Prince.
var gutenschach = Variant{
	Name:   "gutenschach",
	Title:  "Gutenschach",
	Blurb:  "8x8x8 cells and planar pieces that sweep whole empty figures; keep two of your triple compounds of each group",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Gutenschach (Chess Variant Pages, 2007)",
	Decisions: []string{
		"A figure that reaches over the edge of the board is no figure.",
		"Where a piece has several figures to one cell, one empty figure is enough: the article speaks of \"an otherwise empty rectangle\".",
		"The article's list gives Tactician and Reporter both as the Rook of set 5; the Tactician is of set 6.",
		"A player to move without a legal move is stalemated, a draw: the article does not say.",
	},
	Story: gutenStory,
	Board: cube512,
	Kinds: slices.Concat(gutenTriples, gutenPairs, gutenSimple, []Kind{gutenBroker()}),
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
s  HOS STU TAC TAC ENG ENG STU ROU
t  LAB SCI REP REP TEC TEC NET REV
u  TAC REP PLA APO APO PHY TEC ENG
v  TAC REP SUR UNI LIB EXP TEC ENG
w  ATT THE SUR PRE SPY EXP FOU HEA
x  ATT THE PHY STR STR PLA FOU HEA
y  LAB NET THE THE FOU FOU SCI REV
z  CON PRI ATT ATT HEA HEA PRI AMB`},
		{Rank: 2, Drawing: "STO"},
	},
	Opposite:   AcrossRanks,
	DoubleStep: AnyDoubleStep,
	Survival: Survival{Ends: Triples, Min: 2, Families: [][]string{
		{"UNI", "LIB", "PRE", "SPY"},
		{"HOS", "ROU", "CON", "AMB"},
	}},
}

// The simple planar movements, by the two kinds of directions that span the
// figure and the angle between them.
var (
	foundation = planar(RookWise, RookWise, 90)
	theorist   = planar(BishopWise, BishopWise, 90)
	technician = planar(BishopWise, BishopWise, 60)
	reporter   = planar(UnicornWise, UnicornWise, 70.5)
	healer     = planar(RookWise, BishopWise, 45)
	attendant  = planar(RookWise, BishopWise, 90)
	engineer   = planar(RookWise, UnicornWise, 54.7)
	tactician  = planar(BishopWise, UnicornWise, 35.3)
)

// A piece stands in the figure that the article's list names, on the plate
// of its set: 1 plain, 2 grey, 3 purple, 4 orange, 5 blue, 6 green.
var (
	gutenTriples = []Kind{
		kind("UNI", "University", KingFigure, PlainPlate, foundation, theorist, technician),
		kind("LIB", "Library", QueenFigure, PlainPlate, foundation, theorist, reporter),
		kind("PRE", "Press", KingFigure, GreyPlate, foundation, technician, reporter),
		kind("SPY", "Spy", QueenFigure, GreyPlate, theorist, technician, reporter),
		kind("HOS", "Hospital", KingFigure, PurplePlate, healer, attendant, engineer),
		kind("ROU", "Round", QueenFigure, PurplePlate, healer, attendant, tactician),
		kind("CON", "Consultant", KingFigure, OrangePlate, healer, engineer, tactician),
		kind("AMB", "Ambassador", QueenFigure, OrangePlate, attendant, engineer, tactician),
	}
	gutenPairs = []Kind{
		kind("STU", "Study", BishopFigure, PlainPlate, foundation, theorist),
		kind("LAB", "Laboratory", KnightFigure, PlainPlate, foundation, technician),
		kind("NET", "Network", RookFigure, PlainPlate, foundation, reporter),
		kind("SCI", "Scientist", BishopFigure, GreyPlate, theorist, technician),
		kind("REV", "Reviewer", KnightFigure, GreyPlate, theorist, reporter),
		kind("PRI", "Printer", RookFigure, GreyPlate, technician, reporter),
		kind("APO", "Apothecary", BishopFigure, PurplePlate, healer, attendant),
		kind("SUR", "Surgeon", KnightFigure, PurplePlate, healer, engineer),
		kind("PHY", "Physician", RookFigure, PurplePlate, healer, tactician),
		kind("PLA", "Planner", BishopFigure, OrangePlate, attendant, engineer),
		kind("EXP", "Explorer", KnightFigure, OrangePlate, attendant, tactician),
		kind("STR", "Strategist", RookFigure, OrangePlate, engineer, tactician),
	}
	gutenSimple = []Kind{
		kind("FOU", "Foundation", CoronetFigure, BluePlate, foundation),
		kind("THE", "Theorist", BishopFigure, BluePlate, theorist),
		kind("TEC", "Technician", KnightFigure, BluePlate, technician),
		kind("REP", "Reporter", RookFigure, BluePlate, reporter),
		kind("HEA", "Healer", CoronetFigure, GreenPlate, healer),
		kind("ATT", "Attendant", BishopFigure, GreenPlate, attendant),
		kind("ENG", "Engineer", KnightFigure, GreenPlate, engineer),
		kind("TAC", "Tactician", RookFigure, GreenPlate, tactician),
	}
)

func gutenBroker() Kind {
	var codes []string
	for _, k := range slices.Concat(gutenSimple, gutenPairs) {
		codes = append(codes, k.Code)
	}
	return stockPawn(8, codes...)
}

const gutenStory = `A **planar** piece picks two directions with a certain angle between them, goes any number of steps in one and any
number in the other, and needs every other cell of the figure so spanned to be empty: not some way, but all ways. The figure is a
rectangle or a parallelogram whose lattice the two directions make; cells inside it that are not of that lattice do not matter, and it
must lie on the board. No steps in one of the directions is a plain rider's move. Eight simple pieces have one pair of directions each; compounds move as any of theirs.

From its starting rank a Stockbroker may make two quiet steps at once; their directions may differ. On the very
next ply an enemy Stockbroker that could capture on the cell passed over may capture it in passing. A Stockbroker on the far
rank must promote to a simple piece or a compound of two.

There is no royal piece and no check. Each player must keep two of University, Library, Press and Spy, and two of
Hospital, Round, Consultant and Ambassador: whoever captures the third of either group wins (*triples*). A player without a move is stalemated: a draw.
`
