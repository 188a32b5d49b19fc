package render

import (
	"fmt"
	"image"
	"slices"

	"raumbot/rules"
)

// A tally is a number of pieces of one kind off the board.
type tally struct {
	piece rules.Piece
	count int
}

// lost returns the pieces that a side has lost since the start. Pieces in excess of the
// initial number are promoted Pawns, so that many Pawns are not counted as lost.
func lost(p *rules.Position, side rules.Side) []tally {
	v, start := p.Variant(), p.Variant().Start()
	promoted := 0
	var tallies []tally
	for id := range v.Kinds[1:] {
		piece := rules.MakePiece(rules.KindID(id+1), side)
		had := start.Count(piece)
		if piece == start.Reserve(side) && p.Reserve(side) == rules.NoPiece {
			had++ // a reserve piece that has entered the game
		}
		if missing := had - p.Count(piece); missing > 0 {
			tallies = append(tallies, tally{piece, missing})
		} else {
			promoted -= missing
		}
	}
	kept := tallies[:0]
	for _, t := range tallies {
		if v.Kind(t.piece).Pawn {
			gone := min(promoted, t.count)
			t.count, promoted = t.count-gone, promoted-gone
		}
		if t.count > 0 {
			kept = append(kept, t)
		}
	}
	return kept
}

// footLabel is the width of the words before the pieces, in pixels.
const footLabel = 164

// footSizes are the sizes of pieces in the foot, of which the largest is used with which each side
// fits on one line.
var footSizes = []int{48, 38, 30}

// footLines returns the pieces off the board, broken into lines that fit.
func (p *painter) footLines() (lines [][]tally, names []string, size int) {
	if p.replay {
		return nil, nil, 0 // frames of a replay must have the same size
	}
	for _, size = range footSizes {
		if lines, names = p.footLinesOf(size); slices.Index(names, "") < 0 {
			break
		}
	}
	return lines, names, size
}

// footLinesOf returns the lines for pieces of a size. Continued lines have an empty name.
func (p *painter) footLinesOf(size int) (lines [][]tally, names []string) {
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if piece := p.Position.Reserve(side); piece != rules.NoPiece {
			lines = append(lines, []tally{{piece, 1}})
			names = append(names, p.Say.of("%s in reserve", side))
		}
	}
	if p.Before == nil {
		return lines, names
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		name := p.Say.of("%s has lost", side)
		if len(lost(p.Position, side)) == 0 {
			lines, names = append(lines, nil), append(names, p.Say.of("%s has lost nothing", side))
		}
		for _, line := range wrap(lost(p.Position, side), p.layout.width-footLabel-20, size) {
			lines, names = append(lines, line), append(names, name)
			name = ""
		}
	}
	return lines, names
}

// wrap breaks tallies into lines that fit a width.
func wrap(tallies []tally, width, size int) [][]tally {
	var lines [][]tally
	room := 0
	for _, t := range tallies {
		if room < t.width(size) {
			lines, room = append(lines, nil), width
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], t)
		room -= t.width(size)
	}
	return lines
}

// width returns the width of the tally in the foot.
func (t tally) width(size int) int {
	if t.count == 1 {
		return size + 8
	}
	return size + 36
}

// Dimensions of the foot, in pixels: the gap between rows of pieces, and the height of a row of
// words.
const (
	footGap   = 8
	footWords = 26
)

// rowHeight returns the height of a line of the foot.
func rowHeight(line []tally, size int) int {
	if len(line) == 0 {
		return footWords
	}
	return size + footGap
}

// footHeight returns the height of the strip below the boards.
func (p *painter) footHeight() int {
	height := p.legendHeight()
	lines, _, size := p.footLines()
	for _, line := range lines {
		height += rowHeight(line, size)
	}
	if height == 0 {
		return 0
	}
	return height + 12
}

func (p *painter) paintFoot(y int) {
	lines, names, size := p.footLines()
	for i, line := range lines {
		height := rowHeight(line, size)
		mid := y + height/2
		name := label{names[i], footLetters, p.colors.text, p.Theme}
		if len(line) > 0 {
			name = p.within(names[i], footLetters, footLabel-20)
		}
		p.text(name, 14, float64(mid), leftAlign)
		x := footLabel
		for _, t := range line {
			p.paintTally(t, x, mid-size/2, size)
			x += t.width(size)
		}
		y += height
	}
	p.paintLegend(y + 4)
}

// footLetters is the font size in the foot.
const footLetters = 18

// paintTally draws a lost piece and its number. The piece is never greyed or framed, and stands
// on the ground of a cell, to look as on the board.
func (p *painter) paintTally(t tally, x, y, size int) {
	l := p.look(rules.NoCell, t.piece, size)
	l.frozen = false
	p.fill(image.Rect(x-1, y-1, x+size+1, y+size+1), p.colors.cells[0])
	p.stamp(l.sprite(), x, y)
	if t.count > 1 {
		p.text(label{fmt.Sprintf("×%d", t.count), 15, p.colors.text, p.Theme}, float64(x+size+2), float64(y+size/2), leftAlign)
	}
}
