package rules

// Stockchaturanga 512, from Charles Gilman, "Stockschach", Chess Variant
// Pages, 2008, which devises it in one paragraph (docs/RULES.md section 5).
var stockchaturanga512 = Variant{
	Name:   "stockchaturanga512",
	Title:  "Stockchaturanga 512",
	Blurb:  "Stockschach 512 with the short-range pieces of the oldest chess, and none of its modern moves",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Stockschach (Chess Variant Pages, 2008)",
	Decisions: []string{
		"Stockbrokers promote to Stockviceroys only. The article says that promotion follows the relevant stage of Chaturanga's evolution; there the Pawn became the minister, whose place the Stockviceroy takes.",
	},
	Story: stockStory + chaturangaStory,
	Board: cube512,
	Kinds: stockchaturangaKinds(8),
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
s   SBK SNS SEU SBK SBK SNS SEU SBK
t   SNS SEU SNS SEU SNS SEU SNS SEU
u   SEU SNS SVI SBK SVI SBK SEU SNS
v   SBK SEU SBK SVI EPR SVI SNS SBK
w   SBK SNS SVI SVI SVI SBK SEU SBK
x   SNS SEU SBK SVI SBK SVI SNS SEU
y   SEU SNS SEU SNS SEU SNS SEU SNS
z   SBK SEU SNS SBK SBK SEU SNS SBK`},
		{Rank: 2, Drawing: "STO"},
	},
	Opposite: AcrossRanks,
}
