package rules

// Paired-Linepiece Tunnelchess, from Charles Gilman, "Paired Piece
// Tunnelchess", Chess Variant Pages, 2006 (docs/RULES.md section 6).
var tunnelPairedLinepiece = Variant{
	Name:   "tunnelchess-paired-linepiece",
	Title:  "Paired-Linepiece Tunnelchess",
	Blurb:  "4x4 files of 8 cells, line pieces and a rank of Coheirs that must change between Frame, Wall and Tunnel",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Paired Piece Tunnelchess (Chess Variant Pages, 2006)",
	Decisions: []string{
		tunnelFirstRankDecision,
	},
	Story: tunnelStory + pairedLinepieceStory,
	Board: tunnelBoard,
	Kinds: tunnelKinds(pawn(
		kind("COH", "Coheir", CoheirFigure, PlainPlate, coheir()),
		Promotion{Ranks: []int{7, 8}, Forced: []int{8}, Menu: []Choice{{Codes: []string{"ROO", "BIS", "UNI", "QUE", "DUC", "GOV", "EPS"}}}},
	)),
	Array:    []RankDrawing{tunnelFirstRank, {Rank: 2, Drawing: "COH"}},
	Opposite: AcrossRanks,
}

const pairedLinepieceStory = `
A Coheir may promote on the enemy Coheirs' rank and must on the rank beyond, to any capturable piece of the first rank.
`
