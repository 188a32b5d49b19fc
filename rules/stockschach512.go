package rules

// Stockschach 512, from Charles Gilman, "Stockschach", Chess Variant Pages,
// 2008: the game on 8x8x8 cells (docs/RULES.md sections 1, 2 and 5).
var stockschach512 = Variant{
	Name:   "stockschach512",
	Title:  "Stockschach 512",
	Blurb:  "8x8x8 cells, 64 pieces and 64 Stockbrokers a side that move along rings, with double steps and castling",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Stockschach (Chess Variant Pages, 2008)",
	Decisions: []string{
		"The article's example za1-yb2-xv3-wd4-ue5-vf6-tg7-sh8 of a Stockunicorn's path is read as za1-yb2-xc3-wd4-ve5-uf6-tg7-sh8.",
	},
	Story: stockStory + stock512Story,
	Board: cube512,
	Kinds: []Kind{
		emperor(), stockgduchess, stockbrook, stockunicorn, stocknsexton,
		stockPawn(8, "SBK", "SUN", "SGD", "SNS"),
	},
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
s   SBK SNS SUN SBK SBK SNS SUN SBK
t   SNS SUN SNS SUN SNS SUN SNS SUN
u   SUN SNS SGD SBK SGD SBK SUN SNS
v   SBK SUN SBK SGD EPR SGD SNS SBK
w   SBK SNS SGD SGD SGD SBK SUN SBK
x   SNS SUN SBK SGD SBK SGD SNS SUN
y   SUN SNS SUN SNS SUN SNS SUN SNS
z   SBK SUN SNS SBK SBK SUN SNS SBK`},
		{Rank: 2, Drawing: "STO"},
	},
	Opposite:   AcrossRanks,
	DoubleStep: AnyDoubleStep,
	Castling:   castles("va1", "vh1", "se1", "ze1", "sh1", "za1"),
}

const stock512Story = `
From its starting rank a Stockbroker may make two quiet steps at once; their directions may differ. On the very
next ply an enemy Stockbroker that could capture on the cell passed over may capture it in passing. A Stockbroker
that reaches the far rank must promote to a Stockbrook, Stockunicorn, Stockgduchess or Stocknsexton.

The Emperor **castles** with an unmoved Stockbrook at either end of its two lines within the rank (files va, vh, se, ze)
or of its long diagonal (sh, za): it goes two cells toward it, and the Stockbrook goes to the cell crossed. Neither may
have moved, the cells between are empty, and the Emperor is not in check before, on the way or at the end.
`
