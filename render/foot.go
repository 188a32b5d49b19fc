package render

import (
	"fmt"

	"raumbot/rules"
)

// A tally is a kind of piece off the board, and how many of them.
type tally struct {
	piece rules.Piece
	count int
}

// lost counts what a side has lost since the start. Pieces in excess of the
// start were promoted, so as many Pawns are not lost but gone.
func lost(p *rules.Position, side rules.Side) []tally {
	v, start := p.Variant(), p.Variant().Start()
	promoted := 0
	var tallies []tally
	for id := range v.Kinds[1:] {
		piece := rules.MakePiece(rules.KindID(id+1), side)
		had := start.Count(piece)
		if piece == start.Reserve(side) && p.Reserve(side) == rules.NoPiece {
			had++ // it has joined since
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

// The measures of the foot in pixels.
const (
	footPiece = 30
	footRow   = 38
	footLabel = 150
)

// footLines lists what is off the board, broken into lines that fit.
func (p *painter) footLines() (lines [][]tally, names []string) {
	if p.column > 0 || p.film {
		return nil, nil // a column shows it, and frames of films have one size
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if piece := p.Position.Reserve(side); piece != rules.NoPiece {
			lines = append(lines, []tally{{piece, 1}})
			names = append(names, fmt.Sprintf("%s in reserve", side))
		}
	}
	if p.Before == nil {
		return lines, names
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		name := fmt.Sprintf("%s has lost", side)
		for _, line := range wrap(lost(p.Position, side), p.layout.width-footLabel-20) {
			lines, names = append(lines, line), append(names, name)
			name = ""
		}
	}
	return lines, names
}

// wrap breaks tallies into lines of a width.
func wrap(tallies []tally, width int) [][]tally {
	var lines [][]tally
	room := 0
	for _, t := range tallies {
		if room < t.width() {
			lines, room = append(lines, nil), width
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], t)
		room -= t.width()
	}
	return lines
}

// width is the room that the tally takes in the foot.
func (t tally) width() int {
	if t.count == 1 {
		return footPiece + 8
	}
	return footPiece + 34
}

// footHeight is the height of the strip below the boards.
func (p *painter) footHeight() int {
	lines, _ := p.footLines()
	if len(lines) == 0 {
		return 0
	}
	return len(lines)*footRow + 12
}

func (p *painter) paintFoot(y int) {
	lines, names := p.footLines()
	for i, line := range lines {
		mid := y + i*footRow + footRow/2
		p.text(label{names[i], 16, p.colors.text, p.Theme}, 14, float64(mid), leftAlign)
		x := footLabel
		for _, t := range line {
			p.paintTally(t, x, mid-footPiece/2, footPiece)
			x += t.width()
		}
	}
}

// paintTally draws a lost piece, never greyed or framed, and its number.
func (p *painter) paintTally(t tally, x, y, size int) {
	l := p.look(rules.NoCell, t.piece, size)
	l.frozen = false
	p.stamp(l.sprite(), x, y)
	if t.count > 1 {
		p.text(label{fmt.Sprintf("×%d", t.count), 15, p.colors.text, p.Theme}, float64(x+size+2), float64(y+size/2), leftAlign)
	}
}
