package rules

import "slices"

// tunnelBoard is the board of the Tunnelchess games. A file is Frame at a
// corner of the 4x4 square, Tunnel inside and Wall between (section 6).
var tunnelBoard = mustBox(Box{
	FileNames: true, LevelCount: 4, Files: 4, Ranks: 8,
	Zones: map[Zone]string{Frame: "a d m p", Wall: "b c e h i l n o", Tunnel: "f g j k"},
})

// The radial line pieces of the first rank, which the games of Tunnelchess
// share (docs/RULES.md section 6).
var (
	rook    = kind("ROO", "Rook", RookFigure, RedPlate, ride(RookWise))
	bishop  = kind("BIS", "Bishop", BishopFigure, BluePlate, ride(BishopWise))
	unicorn = kind("UNI", "Unicorn", UnicornFigure, YellowPlate, ride(UnicornWise))
	knight  = kind("KNI", "Knight", KnightFigure, PlainPlate, leap(KnightWise))

	tunnelLinePieces = []Kind{
		emperor(), empress(),
		kind("QUE", "Queen", QueenFigure, PurplePlate, ride(RookWise), ride(BishopWise)),
		kind("DUC", "Duchess", QueenFigure, OrangePlate, ride(RookWise), ride(UnicornWise)),
		kind("GOV", "Governor", QueenFigure, GreenPlate, ride(BishopWise), ride(UnicornWise)),
		rook, bishop, unicorn,
	}
)

// tunnelFirstRank is alike in all games.
var tunnelFirstRank = RankDrawing{Rank: 1, Drawing: `
a-d  UNI GOV GOV UNI
e-h  DUC EPS EPR DUC
i-l  BIS QUE QUE BIS
m-p  UNI ROO ROO UNI`}

// tunnelFirstRankDecision belongs to all games of the family.
const tunnelFirstRankDecision = "The diagram of the first rank is lost. Forced by the text: Empress on f and Emperor on g, the counts, all of Duchess, Governor, Bishop and Rook on the Wall, Unicorns and Queens on the rest. Chosen: one Unicorn on each of its four bindings at the Frame, and which Wall pair is which."

func tunnelKinds(more ...Kind) []Kind { return slices.Concat(tunnelLinePieces, more) }

const tunnelStory = `The board is a bundle of 4x4 files, 8 ranks long. Files are lettered a to d on the top level, e to h on the next, i to l
on the next and m to p on the bottom one. The **Frame** is files a d m p, the **Wall** b c e h i l n o, the **Tunnel** f g j k.

Checkmate wins, stalemate is a draw. There is no double step, no capture in passing and no castling.
`
