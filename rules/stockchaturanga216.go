package rules

// Stockchaturanga 216, from Charles Gilman, "Stockschach", Chess Variant
// Pages, 2008, which devises it in one paragraph (docs/RULES.md section 5).
var stockchaturanga216 = Variant{
	Name:   "stockchaturanga216",
	Title:  "Stockchaturanga 216",
	Blurb:  "Stockschach 216 with the short-range pieces of the oldest chess: a slow, tactical fight",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Stockschach (Chess Variant Pages, 2008)",
	Decisions: []string{
		"Stockbrokers promote to Stockviceroys only. The article says that promotion follows the relevant stage of Chaturanga's evolution; there the Pawn became the minister, whose place the Stockviceroy takes.",
	},
	Story: stockStory + chaturangaStory,
	Board: cube216,
	Kinds: stockchaturangaKinds(6),
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
u   SBK SEU SNS SEU SNS SBK
v   SEU SNS SBK SVI SEU SNS
w   SNS SBK SVI EPR SVI SEU
x   SEU SBK SVI SVI SBK SNS
y   SNS SEU SBK SBK SNS SEU
z   SBK SNS SEU SNS SEU SBK`},
		{Rank: 2, Drawing: "STO"},
	},
	Opposite: AcrossRanks,
}

func stockchaturangaKinds(farRank int) []Kind {
	return []Kind{emperor(), stockviceroy, stockbrook, stockeunuch, stocknsexton, stockPawn(farRank, "SVI")}
}

const chaturangaStory = `
There is no double step, no capture in passing and no castling. A Stockbroker that reaches the
far rank must promote to a Stockviceroy.
`
