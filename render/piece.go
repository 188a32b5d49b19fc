package render

import (
	"raumbot/rules"
)

// A look is everything that the drawing of a piece depends on.
type look struct {
	kind   *rules.Kind
	side   rules.Side
	theme  Theme
	style  Pieces
	size   int16
	frozen bool
	// bright means that the ground is yellow, so that yellow marks need a
	// white rim.
	bright bool
	as     rendering
	// markless leaves out the corner marks.
	markless bool
	// wordless leaves out the code, for tests.
	wordless bool
}

func (l look) sprite() *sprite {
	return pieceCache.get(l, func() *sprite {
		return newSprite(palettes[l.theme](), int(l.size), int(l.size), func(dc *pen) {
			newBrush(dc, l).draw()
		})
	})
}

// A brush draws one piece: a bust above a name plate. Lengths are fractions
// of the side of the unit square, whose upper left corner is at (x, y).
type brush struct {
	*pen
	look
	x, y, unit float64
	fill, line rgb
	casing     float64 // width of the outline in pixels
}

func newBrush(dc *pen, l look) *brush {
	b := &brush{pen: dc, look: l, unit: float64(l.size)}
	if l.size >= 40 {
		// Keeps adjacent pieces from touching.
		b.x, b.y, b.unit = 0.02*b.unit, 0.02*b.unit, 0.96*b.unit
	}
	livery := themes[l.theme].sides[l.side]
	b.fill, b.line = livery.fill, livery.line
	switch {
	case l.frozen && l.side == rules.White:
		b.fill, b.line = iceWhite, lineWhite
	case l.frozen:
		b.fill, b.line = iceBlack, lineBlack
	}
	b.casing = max(1.1, outlines[l.as]*b.unit) * themes[l.theme].bold
	return b
}

// A rendering says how much of a piece is drawn, whatever its size in the file: pictures that
// clients make smaller need fewer and bolder details.
type rendering uint8

const (
	// bySize draws as much as the size in pixels allows.
	bySize rendering = iota
	// lettered is a bust above a plate of the full width with the code.
	lettered
	// bold is lettered with thick outlines, which show the side where codes cannot be read.
	bold
	// silhouette is a bust above a foot bar in the colour of its set.
	silhouette
)

// outlines are the widths of outlines by rendering, relative to the size of a piece.
var outlines = [...]float64{bySize: 0.035, lettered: 0.042, bold: 0.08, silhouette: 0.055}

// leastMarks is the least size at which pieces are drawn in full, with corner marks.
const leastMarks = 34

// form returns the level of detail of the piece.
func (b *brush) form() Form {
	switch {
	case b.as == silhouette, b.as == bySize && b.size < 19:
		return Tiny
	case b.as != bySize, b.size < leastMarks:
		return Small
	}
	return Full
}

func (b *brush) draw() {
	switch form := b.form(); {
	case b.style == Badges:
		b.drawBadge()
	case form == Full:
		b.drawLarge()
	case form == Small:
		b.drawSmall()
	default:
		b.drawTiny()
	}
}

// low reports whether the piece is a pawn, which has a small plate: with full
// ones the many pawns would dominate the board.
func (b *brush) low() bool {
	switch b.kind.Figure {
	case rules.BrokerFigure, rules.PawnFigure, rules.CoheirFigure, rules.GarterFigure, rules.ThistleFigure, rules.PatricianFigure, rules.SylphFigure, rules.DwarfFigure:
		return true
	}
	return false
}

func (b *brush) drawLarge() {
	switch digit := b.digit(); {
	case digit != "":
		b.bust(-0.2, 0, 1.05, true)
		sign := digitSign
		sign.code = digit
		b.plate(sign)
		b.plate(pawnPlate)
		return // the digit says the same as the marks
	case b.low():
		b.bust(0.5-0.5*1.05, 0, 1.05, true)
		b.plate(pawnPlate)
	default:
		b.bust(0.5-0.5*0.93, 0, 0.93, true)
		b.plate(standardPlate)
	}
	if !b.frozen && !b.markless {
		b.marks()
	}
}

func (b *brush) drawSmall() {
	digit := b.digit()
	switch {
	case digit != "":
		b.bust(0, 0.03, 1, b.size >= 26)
		p := digitPlate
		p.code = digit
		b.plate(p)
	case b.low():
		b.bust(-0.1, 0.06, 1.2, b.size >= 26)
		b.bar(0.19, 0.86, 0.62, 0.1, b.plateColor())
	default:
		b.bust(-0.05, -0.02, 1.1, b.size >= 26)
		b.plate(smallPlate)
	}
}

func (b *brush) drawTiny() {
	b.bust(-0.12, 0.02, 1.24, false)
	color := plates[b.kind.Plate][2]
	if b.kind.Plate == rules.PlainPlate || b.frozen {
		color = b.fill
	}
	if b.kind.Figure == rules.UnicornFigure { // the horn alone would not tell it from a Knight
		b.bar(0.16, 0.80, 0.27, 0.15, color)
		b.bar(0.57, 0.80, 0.27, 0.15, color)
		return
	}
	b.bar(0.16, 0.80, 0.68, 0.15, color)
}

// digit returns the number that distinguishes pawns of the same figure ("3" for ST3).
func (b *brush) digit() string {
	last := b.kind.Code[len(b.kind.Code)-1:]
	if b.low() && last >= "0" && last <= "9" {
		return last
	}
	return ""
}

// ink sets the current colour.
func (b *brush) ink(c rgb) {
	r, g, bl := c.parts()
	b.SetRGB255(r, g, bl)
}

// bust draws the silhouette, scaled by a factor, with its corner at (x, y).
func (b *brush) bust(x, y, scale float64, inner bool) {
	f := figures[b.kind.Figure]
	if b.kind.Royal && b.size >= 19 {
		// Keeps the halo, which extends above the crown, inside the cell.
		foot := y + 0.64*scale
		highest := (haloReach*b.casing + 0.8 - b.y) / b.unit
		smaller := min(scale, (foot-highest)/(0.64-crownTop))
		x, scale = x+(scale-smaller)/2, smaller
		y = foot - 0.64*scale
	}
	px, py, side := b.x+x*b.unit, b.y+y*b.unit, scale*b.unit
	body := func() { f.body.trace(b.pen, px, py, side) }
	stroke := func(color rgb, width float64) {
		body()
		b.ink(color)
		b.SetLineWidth(2 * width)
		b.Stroke()
	}
	b.SetLineJoinRound()
	b.SetLineCapRound()
	b.SetFillRuleWinding()
	if b.haloed() {
		stroke(ink, haloReach*b.casing)
		stroke(themes[b.theme].mark, 1.6*b.casing)
	}
	stroke(b.line, b.casing)
	body()
	b.ink(b.fill)
	b.Fill()
	b.ink(b.line)
	if inner && f.lines != nil {
		f.lines.trace(b.pen, px, py, side)
		b.SetLineWidth(0.6 * b.casing)
		b.Stroke()
	}
	if f.holes != nil && (inner || b.kind.Figure != rules.KnightFigure && b.kind.Figure != rules.UnicornFigure) {
		f.holes.trace(b.pen, px, py, side)
		b.Fill()
	}
}

// haloReach is how far the halo of a royal piece extends beyond its outline, in outline
// widths; crownTop is the height of the highest cross.
const (
	haloReach = 2
	crownTop  = 0.02
)

// haloed reports whether the bust has a halo: royal pieces, except on yellow cells, where
// gold would be invisible. The bust is filled as that of any other piece, so that the fill
// always shows the side.
func (b *brush) haloed() bool { return !b.frozen && b.kind.Royal && !b.bright }

// bar draws a flat foot instead of a plate.
func (b *brush) bar(x, y, width, height float64, color rgb) {
	b.DrawRectangle(b.x+x*b.unit, b.y+y*b.unit, width*b.unit, height*b.unit)
	b.SetLineWidth(1.4 * b.casing)
	b.ink(b.line)
	b.StrokePreserve()
	b.ink(color)
	b.Fill()
}
