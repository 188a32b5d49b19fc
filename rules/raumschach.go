package rules

// Raumschach, by Ferdinand Maack, Hamburg, 1907 ("Raumschach: Einführung in die Spielpraxis",
// 1919), in the form of the Hamburg club, as handed down by David Pritchard, The Classified
// Encyclopedia of Chess Variants (2007), chapter "Three-Dimensional Chess", and Anthony Dickins, A
// Guide to Fairy Chess (1971). It is not one of Charles Gilman's games. It is included as the
// easiest to learn.
//
// Levels are lettered a (bottom) to e (top), as in the literature, where "Ac1" is our ac1. White
// begins on levels a and b, Black, turned by half a circle, on e and d.
var raumschach = Variant{
	Name:   "raumschach",
	Title:  "Raumschach",
	Blurb:  "5x5x5 cells and 20 pieces a side: the classic of three-dimensional chess, and the gentle way in",
	Author: "Ferdinand Maack",
	Source: "Ferdinand Maack, Raumschach (Hamburg, 1907)",
	Story:  raumStory,
	Board:  newCube("edcba"),
	Kinds: []Kind{
		raumKing(),
		kind("QUE", "Queen", QueenFigure, PurplePlate, ride(RookWise), ride(BishopWise), ride(UnicornWise)),
		rook, bishop, unicorn, knight,
		pawn(kind("PAW", "Pawn", PawnFigure, PlainPlate,
			stepBy(Vector{0, 0, 1}, Vector{1, 0, 0}).quiet().pawnLike(),
			stepBy(Vector{0, 1, 1}, Vector{0, -1, 1}, Vector{1, 1, 0}, Vector{1, -1, 0}, Vector{1, 0, 1}).capturing().pawnLike()),
			Promotion{Ranks: []int{5}, Forced: []int{5}, Level: "e", Menu: []Choice{{
				Codes: []string{"QUE", "ROO", "BIS", "UNI", "KNI"},
			}}}),
	},
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
a  ROO KNI KIN KNI ROO
b  BIS UNI QUE BIS UNI`},
		{Rank: 2, Drawing: `
a  PAW PAW PAW PAW PAW
b  PAW PAW PAW PAW PAW`},
	},
	Opposite: ThroughCentre,
}

func raumKing() Kind {
	k := kind("KIN", "King", KingFigure, GoldPlate, step(RookWise), step(BishopWise), step(UnicornWise))
	k.Royal = true
	return k
}

const raumStory = `The board is a cube of five levels. White begins at the bottom, Black at the top.

A Pawn steps one cell straight ahead or straight toward the enemy's levels (White up, Black down) to an empty cell. It captures one step
diagonally: ahead and aside, toward the enemy's levels and aside, or ahead and toward the enemy's levels. It must promote on the enemy's
first rank of the enemy's first level. There is no double step, no capture in passing and no castling.

Checkmate wins, stalemate is a draw.
`
