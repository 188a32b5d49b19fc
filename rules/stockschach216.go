package rules

// Stockschach 216, from Charles Gilman, "Stockschach", Chess Variant Pages,
// 2008: the game on 6x6x6 cells (docs/RULES.md sections 1, 2 and 5).
var stockschach216 = Variant{
	Name:   "stockschach216",
	Title:  "Stockschach 216",
	Blurb:  "6x6x6 cells, 36 pieces and 36 Stockbrokers a side that move along rings; the shortest of the cubic games",
	Author: "Charles Gilman",
	Source: "Charles Gilman, Stockschach (Chess Variant Pages, 2008)",
	Decisions: []string{
		"The article's table draws the boundary between files ve and vf thin; by its own definition, and by the mirror level y, it is thick.",
		"The article's example za1-yb2-xv3-wd4-ue5-vf6 of a Stockunicorn's path is read as za1-yb2-xc3-wd4-ve5-uf6.",
	},
	Story: stockStory + stock216Story,
	Board: cube216,
	Kinds: []Kind{
		emperor(), stockgduchess, stockbrook, stockunicorn, stocknsexton,
		stockPawn(6, "SBK", "SUN", "SGD", "SNS"),
	},
	Array: []RankDrawing{
		{Rank: 1, Drawing: `
u   SBK SUN SNS SUN SNS SBK
v   SUN SNS SBK SGD SUN SNS
w   SNS SBK SGD EPR SGD SUN
x   SUN SBK SGD SGD SBK SNS
y   SNS SUN SBK SBK SNS SUN
z   SBK SNS SUN SNS SUN SBK`},
		{Rank: 2, Drawing: "STO"},
	},
	Opposite: AcrossRanks,
}

const stockStory = `Look at the board along the ranks: you see a square of files. A file's **ring** is its
distance from the edge of that square. Between two neighbouring files of one ring the boundary is **thin**,
between rings it is **thick**. Every file has at most two thin neighbours, which form closed loops, and at most
two thick ones, which form chains that run in from an edge, turn at a ring's corner and run out again. The
strong pieces follow these loops and chains, and the Stockbroker captures over thick boundaries and corners only.
Only the Emperor steps straight over a thin boundary within a rank.

Checkmate wins, stalemate is a draw.
`

const stock216Story = `
There is no double step, no capture in passing and no castling. A Stockbroker that reaches the
far rank must promote to a Stockbrook, Stockunicorn, Stockgduchess or Stocknsexton.
`
