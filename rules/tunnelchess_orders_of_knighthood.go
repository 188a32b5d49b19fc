package rules

// Orders-of-Knighthood Tunnelchess, from Charles Gilman, "Paired Piece
// Tunnelchess", Chess Variant Pages, 2006 (docs/RULES.md section 6).
var tunnelOrdersOfKnighthood = Variant{
	Name:   "tunnelchess-orders-of-knighthood",
	Title:  "Orders-of-Knighthood Tunnelchess",
	Blurb:  "4x4 files of 8 cells, with Garters, Thistles and Patricians that are Knights on some files and Coheirs on others",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Paired Piece Tunnelchess (Chess Variant Pages, 2006)",
	Decisions: []string{
		tunnelFirstRankDecision,
		"\"Optionally if they have another unpromoted move thence\" is read as in Shogi: promotion is compulsory where the piece, not promoted, would have no move from there on an empty board, and otherwise optional.",
	},
	Story: tunnelStory + ordersStory,
	Board: tunnelBoard,
	Kinds: tunnelKinds(
		order("GAR", "Garter", GarterFigure, Wall, []Zone{Frame, Tunnel},
			Choice{Codes: []string{"QUE"}, Zones: []Zone{Wall}},
			Choice{Codes: []string{"ROO"}, Zones: []Zone{Frame}},
			Choice{Codes: []string{"BIS"}, Zones: []Zone{Tunnel}}),
		order("THI", "Thistle", ThistleFigure, Frame, []Zone{Wall, Tunnel},
			Choice{Codes: []string{"DUC"}, Zones: []Zone{Frame}},
			Choice{Codes: []string{"ROO"}, Zones: []Zone{Wall}},
			Choice{Codes: []string{"UNI"}, Zones: []Zone{Tunnel}}),
		order("PAT", "Patrician", PatricianFigure, Tunnel, []Zone{Frame, Wall},
			Choice{Codes: []string{"GOV"}, Zones: []Zone{Tunnel}},
			Choice{Codes: []string{"BIS"}, Zones: []Zone{Wall}},
			Choice{Codes: []string{"UNI"}, Zones: []Zone{Frame}}),
	),
	Array: []RankDrawing{tunnelFirstRank, {Rank: 2, Drawing: `
a-d  GAR THI THI GAR
e-h  THI GAR GAR THI
i-l  PAT GAR GAR PAT
m-p  GAR PAT PAT GAR`}},
	Opposite: AcrossRanks,
}

// order is a piece that moves as a Knight from the files of its own country
// and as a Coheir from all others.
func order(code, name string, figure Figure, own Zone, others []Zone, menu ...Choice) Kind {
	return pawn(
		kind(code, name, figure, PlainPlate, coheir().from(others...), leap(KnightWise).from(own)),
		Promotion{Ranks: []int{7, 8}, ForcedIfStuck: true, Menu: menu})
}

const ordersStory = `
The Garter moves as a Knight from Wall files, the Thistle from Frame files, the Patrician from Tunnel files; from all others they move as Coheirs.
Any of their moves that ends on either rank of the enemy camp may end in promotion, and must where the piece would
otherwise have no move on an empty board. To what depends on the file: a Garter becomes a Queen on the Wall, a Rook on the Frame, a
Bishop in the Tunnel; a Thistle a Duchess on the Frame, a Rook on the Wall, a Unicorn in the Tunnel; a Patrician a Governor in
the Tunnel, a Bishop on the Wall, a Unicorn on the Frame.
`
