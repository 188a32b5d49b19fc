package render

import (
	"math"

	"raumbot/rules"
)

// A mark is a small symbol in a corner beside a piece's head that shows how the
// piece moves, by its position, form and colour.
type mark struct {
	corner corner
	form   path
	color  rgb
	// core is the dot in the middle: ink for single steps only, white for
	// a leap of a fixed length.
	core core
	// planar marks the symbol of a planar figure.
	planar bool
}

type corner int

const (
	upperLeft corner = iota
	upperRight
	lowerLeft
	lowerRight
)

type core int

const (
	noCore core = iota
	inkCore
	whiteCore
)

// The forms of marks, in a square from -1 to 1.
var (
	square   = shape("M-.85 -.85 L.85 -.85 L.85 .85 L-.85 .85 Z")
	diamond  = shape("M0 -1.15 L1.15 0 L0 1.15 L-1.15 0 Z")
	triangle = shape("M0 -1.25 L1.1 .7 L-1.1 .7 Z") // centred on 0
	rhomb    = shape("M0 -1.3 L.75 0 L0 1.3 L-.75 0 Z")
	leanR    = shape("M-.5 -.8 L1.3 -.8 L.5 .8 L-1.3 .8 Z")
	leanL    = shape("M-1.3 -.8 L.5 -.8 L1.3 .8 L-.5 .8 Z")
	wideBox  = shape("M-1.25 -.65 L1.25 -.65 L1.25 .65 L-1.25 .65 Z")
	tallBox  = shape("M-.65 -1.2 L.65 -1.2 L.65 1.2 L-.65 1.2 Z")
	disc     = shape("O0 0 1")
	chevron  = shape("M-1.2 -.75 L-.6 -.75 L0 .05 L.6 -.75 L1.2 -.75 L.25 .85 L-.25 .85 Z")
	saltire  = shape("M-1.05 -1.05 L-.4 -1.05 L0 -.5 L.4 -1.05 L1.05 -1.05 L.42 0 L1.05 1.05 L.4 1.05 L0 .5 L-.4 1.05 L-1.05 1.05 L-.42 0 Z")
	zigzag   = shape("M1.3 -1.1 L1.3 -.4 L.65 -.4 L.65 .3 L-.05 .3 L-.05 1.05 L-1.3 1.05 L-1.3 .4 L-.7 .4 L-.7 -.35 L0 -.35 L0 -1.1 Z")
	bend     = shape("M-1.1 .95 Q-1.1 -1 1.1 -1 L1.1 -.3 Q-.35 -.3 -.35 .95 Z")
	bar      = shape("M-.5 -1.35 L.5 -1.35 L.5 1.35 L-.5 1.35 Z")
	flat     = shape("M0 -.8 L1.5 0 L0 .8 L-1.5 0 Z")
	loop     = shape("M-1.1 -1.1 L1.1 -1.1 L1.1 1.1 L-1.1 1.1 Z M-.45 .45 L.45 .45 L.45 -.45 L-.45 -.45 Z")
	angle    = shape("M-1.1 -1.1 L1.1 -1.1 L1.1 1.1 L.4 1.1 L.4 -.4 L-1.1 -.4 Z")
)

// A figureSign is the mark of a planar movement: each simple planar piece has its own
// corner of its group, so that a compound piece shows its components.
type figureSign struct {
	one, other rules.Family
	degrees    int
}

// words describes how the figure is spanned.
func (s figureSign) words(say Say) string {
	if s.one == s.other {
		return say.of("%s figure, %d°", familyWords(s.one, say), s.degrees)
	}
	return say.of("%s and %s figure, %d°", familyWords(s.one, say), familyWords(s.other, say), s.degrees)
}

var planarMarks = map[figureSign]mark{
	{rules.RookWise, rules.RookWise, 90}:       {upperLeft, square, red, noCore, true},
	{rules.BishopWise, rules.BishopWise, 90}:   {upperRight, diamond, blue, noCore, true},
	{rules.BishopWise, rules.BishopWise, 60}:   {lowerLeft, rhomb, paleBlue, noCore, true},
	{rules.UnicornWise, rules.UnicornWise, 70}: {lowerRight, triangle, yellow, noCore, true},
	{rules.RookWise, rules.BishopWise, 45}:     {upperLeft, leanR, purple, noCore, true},
	{rules.RookWise, rules.BishopWise, 90}:     {upperRight, wideBox, palePurple, noCore, true},
	{rules.RookWise, rules.UnicornWise, 54}:    {lowerLeft, tallBox, orange, noCore, true},
	{rules.BishopWise, rules.UnicornWise, 35}:  {lowerRight, leanL, green, noCore, true},
}

// lineMarks maps families of directions to marks.
var lineMarks = map[rules.Family]mark{
	rules.RookWise:    {upperLeft, square, red, noCore, false},
	rules.BishopWise:  {upperRight, diamond, blue, noCore, false},
	rules.UnicornWise: {lowerLeft, triangle, yellow, noCore, false},
	rules.FlatRook:    {upperLeft, square, red, noCore, false},
	rules.FlatBishop:  {upperRight, diamond, blue, noCore, false},
	rules.FileWise:    {upperLeft, bar, red, noCore, false},
	rules.WithinRank:  {upperRight, flat, blue, noCore, false},
	rules.ChainWise:   {lowerRight, angle, white, noCore, false},
	rules.LoopWise:    {lowerRight, loop, white, noCore, false},
}

// leapForms are the white symbols of leaps; if a piece has two, the one listed
// first is on the left.
var leapForms = []path{saltire, chevron, disc}

// marksOf returns the corner marks for a kind's movements.
func marksOf(k *rules.Kind) []mark {
	if k.Pawn {
		return pawnMarks(k)
	}
	m := markCollector{}
	for _, movement := range k.Moves {
		m.add(movement)
	}
	return m.placed()
}

// pawnMarks returns the marks of a pawn's leaps and, if the pawns of different sets
// differ, the corners of the set's two radials.
func pawnMarks(k *rules.Kind) []mark {
	m := markCollector{}
	for _, movement := range k.Moves {
		if movement.Shape == rules.Leap {
			m.add(movement)
		}
	}
	marks := m.placed()
	for _, family := range setFamilies[k.Plate] {
		marks = append(marks, lineMarks[family])
	}
	return marks
}

var setFamilies = map[rules.Plate][]rules.Family{
	rules.PurplePlate: {rules.RookWise, rules.BishopWise},
	rules.OrangePlate: {rules.RookWise, rules.UnicornWise},
	rules.GreenPlate:  {rules.BishopWise, rules.UnicornWise},
}

// A markCollector collects marks; riders replace steps.
type markCollector struct {
	lines  [4]*mark
	leaps  [3]bool
	turn   path
	planar []mark
}

func (c *markCollector) add(m rules.Movement) {
	switch m.Shape {
	case rules.Planar:
		sign := figureSign{m.Families[0], m.Families[1], int(m.Angle)}
		c.planar = append(c.planar, planarMarks[sign])
		return
	case rules.Crooked:
		c.turn = zigzag
	case rules.Curved:
		c.turn = bend
	}
	if m.Shape == rules.Leap && len(m.Families) == 0 {
		c.leaps[2] = true
	}
	for _, family := range m.Families {
		switch family {
		case rules.NinjaWise:
			c.leaps[0] = true
		case rules.SextonWise:
			c.leaps[1] = true
		case rules.KnightWise, rules.FlatKnight:
			c.leaps[2] = true
		default:
			c.line(family, m.Shape)
		}
	}
}

func (c *markCollector) line(family rules.Family, shape rules.Shape) {
	mark, ok := lineMarks[family]
	if !ok {
		return
	}
	switch shape {
	case rules.Ride, rules.Follow:
	case rules.Leap:
		mark.core = whiteCore
	default:
		mark.core = inkCore
	}
	had := c.lines[mark.corner]
	// A whole family replaces part of it, a ride replaces a step, and a loop
	// replaces the chain that accompanies it.
	if had == nil || mark.core == noCore && had.core != noCore || family == rules.LoopWise {
		c.lines[mark.corner] = &mark
	}
}

func (c *markCollector) placed() []mark {
	marks := c.planar
	for _, m := range c.lines {
		if m != nil {
			marks = append(marks, *m)
		}
	}
	free := []corner{lowerRight, lowerLeft}
	if c.lines[lowerRight] != nil {
		free = free[1:]
	}
	forms := []path{}
	for i, form := range leapForms {
		if c.leaps[i] {
			forms = append(forms, form)
		}
	}
	if c.turn != nil {
		forms = append(forms, c.turn)
	}
	for i := len(forms) - 1; i >= 0 && len(free) > 0; i-- {
		marks = append(marks, mark{free[0], forms[i], white, noCore, false})
		free = free[1:]
	}
	return marks
}

// marks draws the corner marks.
func (b *brush) marks() {
	radius, lower := 0.082, 0.43
	if b.low() {
		radius, lower = 0.095, 0.52 // on a dark cell in grey only these distinguish the sets
	}
	centres := [4][2]float64{{0.12, 0.13}, {0.88, 0.13}, {0.12, lower}, {0.88, lower}}
	for _, m := range marksOf(b.kind) {
		b.mark(m, b.x+centres[m.corner][0]*b.unit, b.y+centres[m.corner][1]*b.unit, radius*b.unit)
	}
}

// mark draws one mark around (x, y).
func (b *brush) mark(m mark, x, y, r float64) {
	casing := math.Max(0.8, 0.31*r)
	if b.bright {
		b.strokeMark(m.form, x, y, r, 2*casing+max(1, casing), white)
	}
	b.strokeMark(m.form, x, y, r, 2*casing, ink)
	m.form.trace(b.pen, x, y, r)
	b.ink(m.color)
	b.Fill()
	if m.core != noCore {
		b.ink([]rgb{ink, ink, white}[m.core])
		b.DrawCircle(x, y, 0.42*r)
		b.Fill()
	}
}

func (b *brush) strokeMark(form path, x, y, r, width float64, color rgb) {
	form.trace(b.pen, x, y, r)
	b.ink(color)
	b.SetLineWidth(width)
	b.Stroke()
}
