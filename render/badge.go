package render

import (
	"math"
	"slices"

	"raumbot/rules"
)

// arms maps families of directions to the angles of their lines on a badge, in degrees
// counter-clockwise from the right: the Rook's are orthogonal, the Bishop's diagonal, the Unicorn's
// between them.
var arms = map[rules.Family][]float64{
	rules.RookWise:    {0, 90, 180, 270},
	rules.BishopWise:  {45, 135, 225, 315},
	rules.UnicornWise: {22.5, 112.5, 202.5, 292.5},
	rules.FileWise:    {90, 270},
	rules.WithinRank:  {30, 150, 210, 330},
}

// drawBadge draws the piece's movements instead of a bust: a disc in the side's
// colour, long arms for riders and short ones for steps, white symbols for leaps and
// turns, symbols of planar figures in their corners.
func (b *brush) drawBadge() {
	x, y, r := 0.5, 0.31, 0.3
	if b.low() {
		y, r = 0.37, 0.22
	}
	form := b.form()
	if form != Full {
		y -= 0.02
	}
	b.medal(x, y, r)
	switch {
	case form == Tiny:
		b.bar(0.16, 0.80, 0.68, 0.15, b.plateColor())
	case form == Small && b.digit() != "":
		p := digitPlate
		p.code = b.digit()
		b.plate(p)
	case form == Small && b.low():
		b.bar(0.19, 0.86, 0.62, 0.1, b.plateColor())
	case form == Small:
		b.plate(smallPlate)
	case b.low():
		b.plate(pawnPlate)
	default:
		b.plate(standardPlate)
	}
	if b.frozen {
		return
	}
	px, py, pr := b.x+x*b.unit, b.y+y*b.unit, r*b.unit
	if b.kind.Pawn {
		b.pawnBadge(px, py, pr)
		return
	}
	for _, m := range marksOf(b.kind) {
		b.badgeMark(m, px, py, pr)
	}
}

// medal draws the disc of a badge, with a gold ring for royal pieces.
func (b *brush) medal(x, y, r float64) {
	px, py, pr := b.x+x*b.unit, b.y+y*b.unit, r*b.unit
	if b.kind.Royal && !b.frozen {
		b.DrawCircle(px, py, pr+1.6*b.casing)
		b.ink(ink)
		b.Fill()
		b.DrawCircle(px, py, pr+1.1*b.casing)
		b.ink(themes[b.theme].mark)
		b.Fill()
	}
	b.DrawCircle(px, py, pr)
	b.ink(b.line)
	b.Fill()
	b.DrawCircle(px, py, pr-0.8*b.casing)
	b.ink(b.fill)
	b.Fill()
}

// badgeMark draws one movement on the disc at (x, y): lines as arms, figures
// in their corners, leaps and turns large in the middle.
func (b *brush) badgeMark(m mark, x, y, r float64) {
	size := 0.36 * r
	switch {
	case m.planar:
		size = 0.33 * r
		offset := quarters[m.corner]
		x, y = x+0.45*r*offset[0], y+0.45*r*offset[1]
	case m.color != white || m.corner == lowerRight && !slices.ContainsFunc(leapForms, m.is):
		if angles, ok := b.armsOf(m); ok {
			b.arms(angles, m, x, y, r)
			return
		}
	case m.corner == lowerLeft:
		x -= 0.45 * r
	case b.leaps() > 1:
		x += 0.45 * r
	}
	b.strokeMark(m.form, x, y, size, max(1.5, 0.5*size), b.fill)
	color := m.color
	if color == white {
		color = b.line
	}
	if m.planar {
		b.strokeMark(m.form, x, y, size, max(1, 0.4*size), ink)
	}
	m.form.trace(b.pen, x, y, size)
	b.ink(color)
	b.Fill()
}

// quarters are the directions of the four corners.
var quarters = [4][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}

// is reports whether the mark has a form.
func (m mark) is(form path) bool { return &m.form[0] == &form[0] }

// armsOf returns the angles of the arms for a mark of lines; ok is false for other marks.
func (b *brush) armsOf(m mark) ([]float64, bool) {
	for family, angles := range arms {
		if m.is(lineMarks[family].form) {
			return angles, true
		}
	}
	return nil, false
}

// leaps returns the number of leap symbols that the piece has.
func (b *brush) leaps() int {
	n := 0
	for _, m := range marksOf(b.kind) {
		if slices.ContainsFunc(leapForms, m.is) {
			n++
		}
	}
	return n
}

func (b *brush) arms(angles []float64, m mark, x, y, r float64) {
	length := 0.86 * r
	if m.core != noCore {
		length = 0.48 * r
	}
	for pass, width := range []float64{0.24 * r, 0.14 * r} {
		for _, degrees := range angles {
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			b.DrawLine(x+0.1*r*cos, y-0.1*r*sin, x+length*cos, y-length*sin)
		}
		b.SetLineCapRound()
		b.SetLineWidth(max(width, []float64{2, 1}[pass]))
		b.ink([]rgb{b.line, m.color}[pass])
		b.Stroke()
	}
}

// pawnBadge draws an arrow forward, with the marks of the set.
func (b *brush) pawnBadge(x, y, r float64) {
	up := -1.0
	if b.side == rules.Black {
		up = 1
	}
	b.MoveTo(x, y+0.75*up*r)
	b.LineTo(x+0.6*r, y)
	b.LineTo(x+0.22*r, y)
	b.LineTo(x+0.22*r, y-0.65*up*r)
	b.LineTo(x-0.22*r, y-0.65*up*r)
	b.LineTo(x-0.22*r, y)
	b.LineTo(x-0.6*r, y)
	b.ClosePath()
	b.ink(b.line)
	b.Fill()
	if b.form() == Full {
		b.marks()
	}
}
