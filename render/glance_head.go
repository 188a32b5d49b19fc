package render

import (
	"image"
	"slices"
	"strings"

	"raumbot/rules"
)

// A headPart is a part of a line of a glance's head: the disc of the side to move, a piece, or
// words, which may stand on a badge in the colour of a check.
type headPart struct {
	words string
	badge bool
	disc  bool
	piece rules.Piece
}

// Dimensions of the head's parts, relative to its font size.
const (
	headDisc   = 1.04
	headPiece  = 1.25
	badgeWords = 0.86
	badgePad   = 0.13
	headSpace  = 0.18 // after each part
)

// width returns the width of the part in a font size.
func (h headPart) width(size float64) float64 {
	switch {
	case h.disc:
		return headDisc * size
	case h.piece != rules.NoPiece:
		return headPiece * size
	case h.badge:
		return textWidth(h.words, badgeWords*size) + 2*badgePad*size
	}
	return textWidth(h.words, size)
}

func lineWidth(parts []headPart, size float64) float64 {
	width := 0.0
	for _, h := range parts {
		width += h.width(size) + headSpace*size
	}
	return width
}

// turnParts are the parts of the head's first line: whose turn it is, or how the game ended, and
// which cells check which.
func (s *Scene) turnParts() []headPart {
	p := s.Position
	winner, won := p.Winner()
	line := []headPart{{disc: true}}
	switch status := p.Status(); {
	case s.Result != "":
		line = append(line, headPart{words: s.Result})
	case status == rules.Checkmate:
		line = append(line, headPart{words: s.Say.of("%s wins", winner)},
			headPart{words: s.Say.of("MATE %s", s.checkWay()), badge: true})
	case won:
		line = append(line, headPart{words: s.Say.of("%s wins by %s", winner, status)})
	case status.Finished():
		line = append(line, headPart{words: s.Say.of("Draw by %s", status)})
	case status == rules.Check:
		line = append(line, headPart{words: s.Say.of("%s to move", p.Turn())},
			headPart{words: s.Say.of("CHECK %s", s.checkWay()), badge: true})
	default:
		line = append(line, headPart{words: s.Say.of("%s to move", p.Turn())})
	}
	return line
}

// checkWay names the cells of the pieces that give check and that of the royal piece.
func (s *Scene) checkWay() string {
	var givers []string
	for _, c := range s.Position.Checkers() {
		givers = append(givers, s.Position.Variant().Board.Name(c))
	}
	return strings.Join(givers, "+") + "→" + s.Position.Variant().Board.Name(s.inCheck())
}

// moveParts are the parts of the head's second line: the last move, the piece whose targets are
// shown, or the game's title. The figure of a piece shows its side, which is named only in a line
// that has room for it.
func (s *Scene) moveParts(sideNamed bool) []headPart {
	v := s.Position.Variant()
	if s.Chosen != rules.NoCell && s.Position.At(s.Chosen) != rules.NoPiece {
		piece := s.Position.At(s.Chosen)
		words := s.Say.of("Targets of %s on %s", v.Kind(piece).Code, v.Board.Name(s.Chosen))
		return []headPart{{piece: piece}, {words: words}}
	}
	if s.Before == nil {
		return []headPart{{words: v.Title}}
	}
	t, mover := s.trail(), s.Before.At(s.Last.From)
	way := v.Board.Name(t.from)
	for _, c := range t.stops {
		way += "-" + v.Board.Name(c)
	}
	if t.to != t.from {
		way += " → " + v.Board.Name(t.to)
	}
	if s.Last.Promotion != rules.NoKind {
		way += " =" + v.Kinds[s.Last.Promotion].Code
	}
	if s.Last.Special == rules.Castling {
		way = s.Say.of("%s, castling", way)
	}
	words := v.Kind(mover).Code + " " + way
	switch {
	case s.Tried != nil:
		words = s.Say.of("Tried: %s", words)
	case sideNamed:
		words = s.Say.of("%s %s", mover.Side(), words)
	}
	parts := []headPart{{piece: mover}, {words: words}}
	if t.victim == rules.NoPiece {
		return parts
	}
	taken := "× " + v.Kind(t.victim).Code
	if t.victimCell != t.to {
		taken += " " + v.Board.Name(t.victimCell)
	}
	return append(parts, headPart{words: taken}, headPart{piece: t.victim})
}

// fitLine returns the font size at which a line fits the picture. If even the smallest is too
// large, it shortens the longest words.
func (g *glance) fitLine(parts []headPart) ([]headPart, float64) {
	room, size := g.lineRoom(), headLetters*g.u
	if need := lineWidth(parts, size); need > room {
		size = max(leastLetters*g.u, size*room/need)
	}
	over := lineWidth(parts, size) - room
	if over <= 0.5 { // what rounding leaves
		return parts, size
	}
	longest := 0
	for i, h := range parts {
		if len(h.words) > len(parts[longest].words) {
			longest = i
		}
	}
	parts = slices.Clone(parts)
	scale := size
	if parts[longest].badge {
		scale *= badgeWords
	}
	parts[longest].words = shorten(parts[longest].words, scale, textWidth(parts[longest].words, scale)-over)
	return parts, size
}

// lineRoom is the width of the head's lines.
func (g *glance) lineRoom() float64 { return float64(g.wide) - 1.2*g.u }

// lines returns the two lines of the head.
func (g *glance) lines() [2][]headPart {
	move := g.moveParts(true)
	if lineWidth(move, leastLetters*g.u) > g.lineRoom() {
		move = g.moveParts(false)
	}
	return [2][]headPart{g.turnParts(), move}
}

// paintHeadLines draws the two lines of the head.
func (g *glance) paintHeadLines() {
	y := 0.72 * headLetters * g.u
	for _, line := range g.lines() {
		parts, size := g.fitLine(line)
		x := 0.6 * g.u
		for _, h := range parts {
			g.paintPart(h, x, y, size)
			x += h.width(size) + headSpace*size
		}
		y += 1.3 * headLetters * g.u
	}
}

// paintPart draws a part of the head with its left end at x, centred on y.
func (g *glance) paintPart(h headPart, x, y, size float64) {
	switch {
	case h.disc:
		radius := headDisc / 2 * size
		g.paintDisc(x+radius, y, radius)
	case h.piece != rules.NoPiece:
		g.paintFigure(h.piece, boxOf(x, y, int(headPiece*size)))
	case h.badge:
		r := image.Rect(int(x), int(y-0.6*size), int(x+h.width(size)), int(y+0.6*size))
		g.fill(r, ink)
		g.fill(r.Inset(max(2, g.px(0.25))), g.colors.check)
		letters := touch{tab: g.colors.check}.letters()
		g.text(label{h.words, badgeWords * size, letters, g.Theme}, x+badgePad*size, y, leftAlign)
	default:
		g.text(label{h.words, size, g.colors.text, g.Theme}, x, y, leftAlign)
	}
}
