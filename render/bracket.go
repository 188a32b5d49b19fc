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

// Dimensions of a tree, in pixels.
const (
	matchWidth  = 250
	matchSide   = 34 // height of a side
	matchGap    = 22 // between matches of the first round
	roundGap    = 44
	bracketText = 21.0
	bracketTop  = 124
)

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
	caption := caption{b.Title, b.Note, b.Theme}
	width := max(2*tableMargin+len(b.Rounds)*(matchWidth+roundGap)-roundGap, 420, caption.width())
	height := bracketTop + first*(2*matchSide+matchGap)
	if b.Third != nil {
		height = max(height, b.middle(len(b.Rounds)-1, 0)+matchSide+70) + 2*matchSide + matchGap
	}
	c := newCanvas(width, height, palettes[b.Theme]())
	colors := &themes[b.Theme]
	c.fill(c.Rect, colors.background)
	caption.paint(c)
	for i, r := range b.Rounds {
		c.text(label{r.Name, 18, colors.text, b.Theme}, float64(b.left(i)+matchWidth/2), bracketTop-24, centred)
		for k, m := range r.Matches {
			y := b.middle(i, k)
			b.paintMatch(c, m, b.left(i), y)
			if i > 0 {
				b.join(c, i, k)
			}
		}
	}
	if b.Third != nil {
		last := len(b.Rounds) - 1
		y := height - matchSide - matchGap
		c.text(label{b.Say.of("third place"), 18, colors.text, b.Theme}, float64(b.left(last)+matchWidth/2), float64(y-matchSide-16), centred)
		b.paintMatch(c, *b.Third, b.left(last), y)
	}
	return c.encode()
}

// left returns the x coordinate of a round's matches.
func (b Bracket) left(round int) int { return tableMargin + round*(matchWidth+roundGap) }

// middle returns the y coordinate of the line between the sides of a match, halfway between those of
// the two matches that lead to it.
func (b Bracket) middle(round, match int) int {
	step := (2*matchSide + matchGap) << round
	return bracketTop + step/2 + match*step - matchGap/2
}

// join draws the lines from two matches to the one between their winners.
func (b Bracket) join(c *canvas, round, match int) {
	color := themes[b.Theme].thin
	right := b.left(round-1) + matchWidth
	bend := right + roundGap/2
	upper, lower, y := b.middle(round-1, 2*match), b.middle(round-1, 2*match+1), b.middle(round, match)
	c.fill(image.Rect(right, upper-1, bend+1, upper+2), color)
	c.fill(image.Rect(right, lower-1, bend+1, lower+2), color)
	c.fill(image.Rect(bend-1, upper-1, bend+2, lower+2), color)
	c.fill(image.Rect(bend, y-1, b.left(round), y+2), color)
}

func (b Bracket) paintMatch(c *canvas, m BracketMatch, x, y int) {
	colors := &themes[b.Theme]
	for i, side := range m {
		r := image.Rect(x, y-matchSide+i*matchSide, x+matchWidth, y+i*matchSide)
		ground, ink := colors.cells[0].over(colors.background, 110), colors.text
		if side.Won {
			ground, ink = colors.frame, colors.sides[0].letters
		}
		c.fill(r, ground)
		c.frame(r, 1, colors.edge)
		middle := float64(r.Min.Y) + matchSide/2
		score := textWidth(side.Score, bracketText)
		c.text(label{shorten(side.Name, bracketText, matchWidth-28-score), bracketText, ink, b.Theme}, float64(x+8), middle, leftAlign)
		c.text(label{side.Score, bracketText, ink, b.Theme}, float64(x+matchWidth-8), middle, rightAlign)
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
