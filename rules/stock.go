package rules

import "slices"

// The cubic boards. Several games share one.
var (
	cube216 = newRingedCube("uvwxyz")
	cube512 = newRingedCube("stuvwxyz")
)

// emperor is the royal piece of the cubic games: a step in any of the 26
// radial directions.
func emperor() Kind {
	k := kind("EPR", "Emperor", EmperorFigure, GoldPlate, step(RookWise), step(BishopWise), step(UnicornWise))
	k.Royal = true
	return k
}

// pawn makes a kind of Pawn that promotes.
func pawn(k Kind, p Promotion) Kind {
	k.Pawn, k.Promotion = true, &p
	return k
}

// The pieces of Stockschach (docs/RULES.md section 5). Each is the analogue of an
// orthodox one, strengthened by moves that follow the rings.
var (
	stockbrook = kind("SBK", "Stockbrook", RookFigure, RedPlate,
		ride(FileWise), ride(WithinRank), followLoop(1), followChain(0))
	stockunicorn = kind("SUN", "Stockunicorn", BishopFigure, BluePlate,
		ride(UnicornWise), followChain(1))
	stockgduchess = kind("SGD", "Stockgduchess", QueenFigure, PurplePlate,
		slices.Concat(stockbrook.Moves, stockunicorn.Moves)...)
	stocknsexton = kind("SNS", "Stocknsexton", KnightFigure, GreyPlate,
		leapRanks(2, 1, 1), leapChain(1, 2), leapRanks(1, 2, 2), leapChain(2, 1))
	stockeunuch = kind("SEU", "Stockeunuch", StarFigure, OrangePlate,
		leapTwice(UnicornWise), leapChain(2, 2))
	stockviceroy = kind("SVI", "Stockviceroy", CoronetFigure, GreenPlate,
		step(UnicornWise), stepChain(1))
)

// stockPawn is the Stockbroker of a board whose far rank is given.
func stockPawn(farRank int, codes ...string) Kind {
	return pawn(kind("STO", "Stockbroker", BrokerFigure, PlainPlate, stockbroker()...),
		Promotion{Ranks: []int{farRank}, Forced: []int{farRank}, Menu: []Choice{{Codes: codes}}})
}
