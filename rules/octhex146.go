package rules

// OctHex 146, from Charles Gilman, "OctHex 146", Chess Variant Pages, 2006
// (docs/RULES.md section 7): rhombic dodecahedra in the shape of an octahedron.
var octhex146 = Variant{
	Name:   "octhex146",
	Title:  "OctHex 146",
	Blurb:  "146 twelve-sided cells in an octahedron whose ranks are hexagons; wipe out a whole family to win",
	Author: "Charles Gilman",
	Source: "Charles Gilman, OctHex 146 (Chess Variant Pages, 2006)",
	Decisions: []string{
		"The article names no cells; the names keep its habit of level, file and rank.",
		"The diagram of the array is lost. Forced by the text: Bishops on the three vertices, Duchess, Marshal and Cavalcade on the three cells of the fourth binding. Chosen: every compound beside the simple pieces that it joins, every edge a palindrome.",
		"A fourth Bishop still off the board counts as a Bishop: it has not been captured.",
		"A player to move without a legal move is stalemated, a draw: the article does not say.",
	},
	Story: octhexStory,
	Board: octahedron,
	Kinds: []Kind{
		kind("QUE", "Queen", QueenFigure, PurplePlate, ride(RookWise), ride(BishopWise)),
		kind("DUC", "Duchess", QueenFigure, OrangePlate, ride(RookWise), ride(UnicornWise)),
		kind("MAR", "Marshal", RookFigure, GreyPlate, ride(RookWise), leap(KnightWise)),
		kind("GOV", "Governor", QueenFigure, GreenPlate, ride(BishopWise), ride(UnicornWise)),
		kind("CAR", "Cardinal", BishopFigure, GreyPlate, ride(BishopWise), leap(KnightWise)),
		kind("CAV", "Cavalcade", UnicornFigure, GreyPlate, ride(UnicornWise), leap(KnightWise)),
		rook, bishop, unicorn, knight,
		pawn(kind("PAW", "Pawn", PawnFigure, PlainPlate,
			step(RookWise).forward().quiet().pawnLike(), step(BishopWise).forward().capturing().pawnLike()),
			Promotion{Ranks: []int{6}, Forced: []int{6}, Menu: []Choice{{
				Codes: []string{"ROO", "BIS", "UNI", "KNI", "QUE", "DUC", "MAR", "GOV", "CAR", "CAV"},
			}}}),
	},
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
u  BIS ROO KNI KNI ROO BIS
v  KNI MAR CAR DUC UNI
w  UNI GOV QUE ROO
x  UNI CAV ROO
y  KNI UNI
z  BIS`},
		{Rank: 2, Drawing: "PAW"},
	},
	Opposite: ThroughCentre,
	Survival: Survival{Ends: Extinction, Min: 1, Families: [][]string{
		{"ROO", "QUE", "DUC", "MAR"},
		{"BIS", "QUE", "GOV", "CAR"},
		{"UNI", "DUC", "GOV", "CAV"},
		{"KNI", "MAR", "CAR", "CAV"},
	}},
	Reserve: Reserve{Code: "BIS", After: []string{"DUC", "MAR", "CAV"}},
}

const octhexStory = `The levels are square planes of one to six cells a side, the ranks hexagonal planes of 21 to 27 cells. A cell has 12
neighbours in the Rook's directions, 6 in the Bishop's (two cells along an axis) and 24 in the Unicorn's.

A Pawn steps forward in one of three Rook directions to an empty cell and captures forward in one of three Bishop
directions. On the far rank it must promote to any piece of the array.

Three Bishops a side start on the board, the fourth beside it. The first time a player moves a Duchess, Marshal or
Cavalcade, the fourth Bishop appears on the cell that it left, as part of the move.

There is no royal piece and no check. A player who has lost all of a family has lost (*extinction*): Rooks and their
compounds (Queen, Duchess, Marshal), Bishops and theirs (Queen, Governor, Cardinal), Unicorns and theirs (Duchess, Governor,
Cavalcade), or Knights and theirs (Marshal, Cardinal, Cavalcade). A fourth Bishop still beside the board counts. A player without a move is stalemated: a draw.
`
