package render

import (
	"fmt"
	"image"
	"strings"
)

// Bracket is the tree of a knockout. Each round has half as many matches as the
// one before, down to the final.
type Bracket struct {
	Title  string
	Note   string // a line below the title
	Rounds []BracketRound
	// Third is the match for third place, nil if there is none.
	Third *BracketMatch
	Theme Theme
	// Say translates all other texts; nil leaves them in English.
	Say Say
}

// BracketRound is a round, drawn as a column of the tree.
type BracketRound struct {
	Name    string
	Matches []BracketMatch
}

// BracketMatch is a match between two sides, which may not be known yet.
type BracketMatch [2]BracketSide

// BracketSide is a player of a match.
type BracketSide struct {
	Name  string // empty if unknown
	Score string
	Won   bool
}

// Dimensions of a tree, in pixels. The picture is at most glanceWidth wide, and if its matches can
// be kept legible no higher than wide.
const (
	widestMatch = 540
	largestSide = 64 // height of a player's line
	leastSide   = 40
	roundGap    = 52
	bracketText = 42.0
	bracketTop  = 216
	winnerBar   = 14 // left of the name of a match's winner
)

// bracketLayout holds the sizes of a tree: of a player's line, of the gap between matches of the
// first round, and of the letters.
type bracketLayout struct {
	match, side, gap int
	letters          float64
	width, height    int
}

// measure lays the tree out.
func (b Bracket) measure() (l bracketLayout) {
	n, first := len(b.Rounds), len(b.Rounds[0].Matches)
	l.match = min(widestMatch, (glanceWidth-2*tableMargin-(n-1)*roundGap)/n)
	third := 0
	if b.Third != nil && first < 4 {
		third = 3 * largestSide
	}
	l.side = min(largestSide, max(leastSide, (glanceWidth-bracketTop-third)*2/(5*first)))
	l.gap = l.side / 2
	l.letters = min(bracketText, 0.7*float64(l.side))
	l.width = max(2*tableMargin+n*(l.match+roundGap)-roundGap, 740, caption{b.Title, b.Note, b.Theme}.width())
	l.height = bracketTop + first*(2*l.side+l.gap)
	if b.Third != nil {
		l.height = max(l.height, b.middle(l, n-1, 0)+l.side+2*largestSide+2*l.side+l.gap)
	}
	return l
}

// PNG draws the tree.
func (b Bracket) PNG() ([]byte, error) {
	if len(b.Rounds) == 0 {
		return nil, fmt.Errorf("a tree without rounds")
	}
	first := len(b.Rounds[0].Matches)
	for i, r := range b.Rounds {
		if len(r.Matches) != first>>i || len(r.Matches) == 0 {
			return nil, fmt.Errorf("round %d of a tree has %d matches behind %d", i+1, len(r.Matches), first)
		}
	}
	l := b.measure()
	c := newCanvas(l.width, l.height, palettes[b.Theme]())
	colors := &themes[b.Theme]
	c.fill(c.Rect, colors.background)
	caption{b.Title, b.Note, b.Theme}.paint(c)
	heading := func(words string, round, y int) {
		size := min(tableSmall, tableSmall*float64(l.match)/textWidth(words, tableSmall))
		c.text(label{words, size, colors.text, b.Theme}, float64(l.left(round)+l.match/2), float64(y), centred)
	}
	for i, r := range b.Rounds {
		heading(r.Name, i, bracketTop-40)
		for k, m := range r.Matches {
			b.paintMatch(c, l, m, l.left(i), b.middle(l, i, k))
			if i > 0 {
				b.join(c, l, i, k)
			}
		}
	}
	if b.Third != nil {
		last := len(b.Rounds) - 1
		y := l.height - l.side - l.gap
		heading(b.Say.of("third place"), last, y-l.side-32)
		b.paintMatch(c, l, *b.Third, l.left(last), y)
	}
	return c.encode()
}

// left returns the x coordinate of a round's matches.
func (l bracketLayout) left(round int) int { return tableMargin + round*(l.match+roundGap) }

// middle returns the y coordinate of the line between the sides of a match, halfway between those
// of the two matches that lead to it.
func (b Bracket) middle(l bracketLayout, round, match int) int {
	step := (2*l.side + l.gap) << round
	return bracketTop + step/2 + match*step - l.gap/2
}

// join draws the lines from two matches to the one between their winners.
func (b Bracket) join(c *canvas, l bracketLayout, round, match int) {
	color := themes[b.Theme].thin
	right := l.left(round-1) + l.match
	bend := right + roundGap/2
	upper, lower, y := b.middle(l, round-1, 2*match), b.middle(l, round-1, 2*match+1), b.middle(l, round, match)
	c.fill(image.Rect(right, upper-2, bend+2, upper+3), color)
	c.fill(image.Rect(right, lower-2, bend+2, lower+3), color)
	c.fill(image.Rect(bend-2, upper-2, bend+3, lower+3), color)
	c.fill(image.Rect(bend, y-2, l.left(round), y+3), color)
}

func (b Bracket) paintMatch(c *canvas, l bracketLayout, m BracketMatch, x, y int) {
	colors := &themes[b.Theme]
	for i, side := range m {
		r := image.Rect(x, y-l.side+i*l.side, x+l.match, y+i*l.side)
		ground, letters := colors.background, colors.text
		if side.Won {
			ground, letters = colors.mark, colors.sides[0].letters
		}
		c.fill(r, ground)
		c.frame(r, 2, colors.thin)
		if side.Won {
			c.fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+winnerBar, r.Max.Y), ink)
		}
		middle := float64(r.Min.Y) + float64(l.side)/2
		score := textWidth(side.Score, l.letters)
		name := shorten(side.Name, l.letters, float64(l.match-36-winnerBar)-score)
		c.text(label{name, l.letters, letters, b.Theme}, float64(x+winnerBar+12), middle, leftAlign)
		c.text(label{side.Score, l.letters, letters, b.Theme}, float64(x+l.match-12), middle, rightAlign)
	}
}

// Alt describes the last round of the tree in words.
func (b Bracket) Alt() string {
	last := b.Rounds[len(b.Rounds)-1]
	var matches []string
	for _, m := range last.Matches {
		names := [2]string{b.Say.of("nobody yet"), b.Say.of("nobody yet")}
		for i, side := range m {
			if side.Name != "" {
				names[i] = strings.TrimSpace(side.Name + " " + side.Score)
			}
		}
		matches = append(matches, b.Say.of("%s against %s", names[0], names[1]))
	}
	return b.Say.of("%s, the tree of a knockout from %d matches on. %s. The %s: %s.", b.Title, len(b.Rounds[0].Matches), b.Note, last.Name, strings.Join(matches, "; "))
}
