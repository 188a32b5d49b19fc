package rules

// Paired-Everything Tunnelchess, from Charles Gilman, "Paired Piece
// Tunnelchess", Chess Variant Pages, 2006 (docs/RULES.md section 6).
var tunnelPairedEverything = Variant{
	Name:   "tunnelchess-paired-everything",
	Title:  "Paired-Everything Tunnelchess",
	Blurb:  "4x4 files of 8 cells, a second rank of leapers and of pieces that move in curves, and no Pawns",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Paired Piece Tunnelchess (Chess Variant Pages, 2006)",
	Decisions: []string{
		tunnelFirstRankDecision,
		"The article places Oberons on a and d, but its own examples have the Rhino on a2; it says that they are diagonally adjacent to Empress and Emperor, which i and l are. Fixed by the text: Rhino a, Apostle m, Churchwarden j, Sexton e and h, Samurai b and c. Chosen: Knight n and o, Ninja f and g, mirror pairs.",
		"The article's path m2-i3-f2 of the Apostle is read as m2-i3-f3.",
	},
	Story: tunnelStory + pairedEverythingStory,
	Board: tunnelBoard,
	Kinds: tunnelKinds(
		knight,
		kind("SXT", "Sexton", StarFigure, PlainPlate, leap(SextonWise)),
		kind("NIN", "Ninja", StarFigure, GreyPlate, leap(NinjaWise)),
		kind("CHW", "Churchwarden", KnightFigure, PurplePlate, leap(KnightWise), leap(SextonWise)),
		kind("SAM", "Samurai", KnightFigure, OrangePlate, leap(KnightWise), leap(NinjaWise)),
		kind("OBE", "Oberon", StarFigure, GreenPlate, leap(NinjaWise), leap(SextonWise)),
		kind("RHI", "Curved Rhino", OctagonFigure, PurplePlate, curved(45, 6, RookWise, BishopWise)),
		kind("APO", "Apostle", HexagonFigure, BluePlate, curved(60, 4, BishopWise)),
	),
	Array: []RankDrawing{tunnelFirstRank, {Rank: 2, Drawing: `
a-d  RHI SAM SAM RHI
e-h  SXT NIN NIN SXT
i-l  OBE CHW CHW OBE
m-p  APO KNI KNI APO`}},
	Opposite: AcrossRanks,
}

const pairedEverythingStory = `
No piece promotes. The curved pieces turn at every step by the same angle to the same side: the Rhino goes up to six steps round an
octagon, the Apostle up to four round a hexagon, through empty cells.
`
