package render

import (
	"raumbot/rules"
)

// A plateForm is the position of a plate in the unit square and the size of its
// code.
type plateForm struct {
	left, right, top, bottom float64
	code                     string // replaces the piece's own
	letters, baseline        float64
	square                   bool // all ends flat
	small                    bool
}

var (
	standardPlate = plateForm{left: 0.02, right: 0.98, top: 0.57, bottom: 0.985, letters: 0.47, baseline: 0.7775}
	pawnPlate     = plateForm{left: 0.1, right: 0.9, top: 0.645, bottom: 0.98, letters: 0.36, baseline: 0.8125, small: true}
	digitSign     = plateForm{left: 0.52, right: 0.99, top: 0.03, bottom: 0.61, letters: 0.66, baseline: 0.32, square: true}
	smallPlate    = plateForm{left: 0, right: 1, top: 0.585, bottom: 0.98, letters: 0.43, baseline: 0.7825, square: true}
	digitPlate    = plateForm{left: 0.19, right: 0.81, top: 0.6, bottom: 0.98, letters: 0.42, baseline: 0.79, small: true}
)

// plateColor returns the colour of the plate: the set's tint for White, its shade
// for Black.
func (b *brush) plateColor() rgb {
	if b.frozen {
		return icePlate
	}
	return plates[b.kind.Plate][b.side]
}

// plate draws the name plate. Its colour and the shape of its ends show the set.
func (b *brush) plate(p plateForm) {
	b.ends(p)
	if b.bright && (b.kind.Plate == rules.GoldPlate || b.kind.Plate == rules.YellowPlate) {
		b.ink(white) // separates it from a yellow cell
		b.SetLineWidth(3.4 * b.casing)
		b.StrokePreserve()
	}
	b.ink(b.line)
	b.SetLineWidth(1.4 * b.casing)
	b.StrokePreserve()
	b.ink(b.plateColor())
	b.Fill()
	if b.kind.Plate == rules.GreyPlate {
		y := b.y + (p.top+0.035)*b.unit
		b.DrawLine(b.x+(p.left+0.03)*b.unit, y, b.x+(p.right-0.03)*b.unit, y)
		b.ink(b.line)
		b.SetLineWidth(0.6 * b.casing)
		b.Stroke()
	}
	if b.wordless {
		return
	}
	letters := themes[b.theme].sides[b.side].letters
	if b.frozen {
		letters = iceLetter
	}
	code := p.code
	if code == "" {
		code = b.kind.Code
	}
	fit := 0.90
	if pointed := b.kind.Plate == rules.PurplePlate || b.kind.Plate == rules.OrangePlate; pointed && !p.square {
		fit = 0.80 // keeps wide letters clear of the slanting ends
	}
	b.ink(letters)
	drawCentred(b.pen, code, b.x+(p.left+p.right)/2*b.unit, b.y+p.baseline*b.unit, p.letters*b.unit, fit*(p.right-p.left)*b.unit)
}

// ends traces the outline of the plate with the ends of its set.
func (b *brush) ends(p plateForm) {
	d := 0.08
	if p.small {
		d = 0.11
	}
	l, r, t, u := p.left, p.right, p.top, p.bottom
	middle := (t + u) / 2
	var corners [][2]float64
	plate := b.kind.Plate
	if p.square {
		plate = rules.PlainPlate
	}
	switch plate {
	case rules.PurplePlate: // points
		corners = [][2]float64{{l + d, t}, {r - d, t}, {r, middle}, {r - d, u}, {l + d, u}, {l, middle}}
	case rules.OrangePlate: // notches
		corners = [][2]float64{{l, t}, {r, t}, {r - 0.8*d, middle}, {r, u}, {l, u}, {l + 0.8*d, middle}}
	case rules.GreenPlate: // a slant
		corners = [][2]float64{{l + d, t}, {r, t}, {r - d, u}, {l, u}}
	case rules.BluePlate: // round
		b.DrawRoundedRectangle(b.x+l*b.unit, b.y+t*b.unit, (r-l)*b.unit, (u-t)*b.unit, min(0.16, (u-t)/2)*b.unit)
		return
	default:
		corners = [][2]float64{{l, t}, {r, t}, {r, u}, {l, u}}
	}
	for _, c := range corners {
		b.LineTo(b.x+c[0]*b.unit, b.y+c[1]*b.unit)
	}
	b.ClosePath()
}
