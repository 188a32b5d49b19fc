package rules

import "slices"

// Blocschach, from Charles Gilman, "Blocschach", Chess Variant Pages, 2007
// (docs/RULES.md section 3): an alliance of subarmies, each of which is put out of
// action by the loss of its shortest-range piece.
var blocschach = Variant{
	Name:   "blocschach",
	Title:  "Blocschach",
	Blurb:  "8x8x8 cells, 30 kinds of pieces in five sets; lose your Prince, Duke or Baron and its set freezes",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Blocschach (Chess Variant Pages, 2007)",
	Decisions: []string{
		"The article's table of the array is lost. It is rebuilt from its text: the three lines through the Emperor, the counts of pieces, the pairs named as close neighbours, the sets of Stockbrokers, and the Emperor on file ve as in Stockschach 512. The text leaves open only the choice between Chatelaine and Primate, Vicereine and Besieger, and Moderator and Heretic; it is taken so that pieces of one base alternate along levels t and y and filestacks b and g.",
		"Where the article's counts of Stockbroker moves on the edge files contradict its definition (\"2 vertical SD, 1 ND\"), the definition holds: 1 SD and 2 ND.",
		"A frozen partner cannot castle, as castling moves it.",
	},
	Story: blocStory,
	Board: cube512,
	Kinds: slices.Concat(
		[]Kind{emperor()}, blocCrowned, blocKnighted,
		setOf("PNC", blocRoyal), setOf("DUK", blocDucal), setOf("BAR", blocBaronial),
		[]Kind{empress()}, blocBrokers,
	),
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
s  BAR PMT CHA DUK DUC CHA PMT GOV
t  BES BNS MOD POP CAR MOD MAR BES
u  VIC HER THU NAV NAV THU HER VIC
v  QUE CAV RHI DIA EPR RHI CAV QUE
w  PNC USU RHI REG DOW RHI USU PNC
x  VIC HER THU NAV NAV THU HER VIC
y  BES MAR MOD POP CAR MOD BNS BES
z  GOV PMT CHA DUK DUC CHA PMT BAR`},
		{Rank: 2, Drawing: `
s  ST1 ST3 ST3 ST1 ST1 ST3 ST3 ST1
t  ST4 ST5 ST5 ST4 ST4 ST5 ST5 ST4
u  ST4 ST5 ST5 ST4 ST4 ST5 ST5 ST4
v  ST1 ST3 ST3 ST1 ST1 ST3 ST3 ST1
w  ST1 ST3 ST3 ST1 ST1 ST3 ST3 ST1
x  ST4 ST5 ST5 ST4 ST4 ST5 ST5 ST4
y  ST4 ST5 ST5 ST4 ST4 ST5 ST5 ST4
z  ST1 ST3 ST3 ST1 ST1 ST3 ST3 ST1`},
	},
	Opposite:   AcrossRanks,
	DoubleStep: AnyDoubleStep,
	Castling:   castles("va1", "vh1", "se1", "ze1", "sh1", "za1"),
	Marriage:   "EPS",
}

// The imperially crowned pieces add all steps of the Emperor, the knighted
// ones the Knight's leap.
var (
	blocCrowned = []Kind{
		kind("DIA", "Diarch", QueenFigure, PlainPlate, ride(RookWise), ride(BishopWise), step(UnicornWise)),
		kind("BNS", "Baroness", RookFigure, PlainPlate, ride(RookWise), step(BishopWise), step(UnicornWise)),
		kind("POP", "Pope", BishopFigure, PlainPlate, ride(BishopWise), step(RookWise), step(UnicornWise)),
		kind("USU", "Usurper", KnightFigure, PlainPlate, ride(UnicornWise), step(RookWise), step(BishopWise)),
		kind("REG", "Regent", KingFigure, GreyPlate, ride(BishopWise), ride(UnicornWise), step(RookWise)),
		kind("DOW", "Dowager", QueenFigure, GreyPlate, ride(RookWise), ride(UnicornWise), step(BishopWise)),
	}
	blocKnighted = []Kind{
		kind("MAR", "Marshal", RookFigure, GreyPlate, ride(RookWise), leap(KnightWise)),
		kind("CAR", "Cardinal", BishopFigure, GreyPlate, ride(BishopWise), leap(KnightWise)),
		kind("CAV", "Cavalcade", KnightFigure, GreyPlate, ride(UnicornWise), leap(KnightWise)),
	}
)

// Sets 3, 4 and 5 mix two of the three radials each. The first of a set is
// its key piece.
var (
	blocRoyal = []Kind{
		kind("PNC", "Prince", KingFigure, PurplePlate, step(RookWise), step(BishopWise)),
		kind("QUE", "Queen", QueenFigure, PurplePlate, ride(RookWise), ride(BishopWise)),
		kind("CHA", "Chatelaine", RookFigure, PurplePlate, ride(RookWise), step(BishopWise)),
		kind("PMT", "Primate", BishopFigure, PurplePlate, ride(BishopWise), step(RookWise)),
		kind("RHI", "Double Rhino", KnightFigure, PurplePlate, crooked(RookWise, BishopWise, 45)),
	}
	blocDucal = []Kind{
		kind("DUK", "Duke", KingFigure, OrangePlate, step(RookWise), step(UnicornWise)),
		kind("DUC", "Duchess", QueenFigure, OrangePlate, ride(RookWise), ride(UnicornWise)),
		kind("VIC", "Vicereine", RookFigure, OrangePlate, ride(RookWise), step(UnicornWise)),
		kind("BES", "Besieger", KnightFigure, OrangePlate, ride(UnicornWise), step(RookWise)),
		kind("NAV", "Double Navvy", BishopFigure, OrangePlate, crooked(RookWise, UnicornWise, 54.7)),
	}
	blocBaronial = []Kind{
		kind("BAR", "Baron", KingFigure, GreenPlate, step(BishopWise), step(UnicornWise)),
		kind("GOV", "Governor", QueenFigure, GreenPlate, ride(BishopWise), ride(UnicornWise)),
		kind("MOD", "Moderator", BishopFigure, GreenPlate, ride(BishopWise), step(UnicornWise)),
		kind("HER", "Heretic", KnightFigure, GreenPlate, ride(UnicornWise), step(BishopWise)),
		kind("THU", "Double Thug", RookFigure, GreenPlate, crooked(BishopWise, UnicornWise, 35.3)),
	}
	blocBrokers = []Kind{
		blocBroker("ST1", PlainPlate,
			Choice{Codes: []string{"DIA", "DOW", "REG", "BNS", "POP", "USU", "MAR", "CAR", "CAV"}},
			Choice{Codes: []string{"EPS"}, Needs: []Need{{"PNC", 2, 0}, {"DUK", 2, 0}, {"BAR", 2, 0}}}),
		blocBroker("ST3", PurplePlate, setMenu("PNC", "QUE", "CHA", "PMT", "RHI")...),
		blocBroker("ST4", OrangePlate, setMenu("DUK", "DUC", "VIC", "BES", "NAV")...),
		blocBroker("ST5", GreenPlate, setMenu("BAR", "GOV", "MOD", "HER", "THU")...),
	}
)

// empress is the compound of all three radial riders.
func empress() Kind {
	return kind("EPS", "Empress", EmpressFigure, GoldPlate, ride(RookWise), ride(BishopWise), ride(UnicornWise))
}

// setOf marks the kinds of a set that cannot move without its key piece.
func setOf(key string, kinds []Kind) []Kind {
	frozen := slices.Clone(kinds)
	for i := range frozen {
		if frozen[i].Code != key {
			frozen[i].Freeze = key
		}
	}
	return frozen
}

// setMenu is the promotion within a set: to its other kinds if a key piece is
// on the board, to the key piece if there is at most one.
func setMenu(key string, others ...string) []Choice {
	return []Choice{
		{Codes: others, Needs: []Need{{key, 1, 0}}},
		{Codes: []string{key}, Needs: []Need{{key, 0, 1}}},
	}
}

// blocBroker is the Stockbroker of a set. No set's Stockbrokers freeze.
func blocBroker(code string, plate Plate, menu ...Choice) Kind {
	k := kind(code, "Stockbroker of set "+code[2:], BrokerFigure, plate, stockbroker()...)
	if code == "ST1" {
		k.Name = "Stockbroker of sets 1 and 2"
	}
	return pawn(k, Promotion{Ranks: []int{8}, Forced: []int{8}, Menu: menu})
}

const blocStory = `Each army is an alliance of five sets. **Frozen sets**: a player without a Prince cannot move set 3
(purple), without a Duke set 4 (orange), without a Baron set 5 (green); their Stockbrokers always move. Frozen pieces
attack nothing: they give no check and only stand in the way. Losing or regaining the key piece takes effect at once.

From its starting rank a Stockbroker may make two quiet steps at once; their directions may differ. On the very
next ply an enemy Stockbroker that could capture on the cell passed over may capture it in passing.

A Stockbroker on the far rank must promote. Those of sets 1 and 2 become any crowned or knighted piece of sets 1 and 2, or an
Empress if the player has two Princes, two Dukes and two Barons. Those of sets 3, 4 and 5 become a piece of their set if the
player has its key piece (Prince, Duke, Baron), and the key piece if the player has at most one.

The Emperor **castles** with either Queen or either Duchess, and *cathedrals* along the long diagonal with either Governor: it goes
two cells toward it, and the partner goes to the cell crossed. Neither may have moved, the cells between are empty, the Emperor is
not in check before, on the way or at the end, and the partner's set is not frozen.

Checkmate wins, stalemate is a draw. A player also wins at once by **marriage**: by a move that leaves the Emperor one
step from an Empress of one's own, and not in check.
`
