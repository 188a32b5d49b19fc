package render

import (
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// An outline is the shape of a character, in em units of the font.
type outline struct {
	segments sfnt.Segments
	advance  float64
}

// typeface is Go Bold, drawn as shapes: text scales continuously with the cells,
// and is identical on every machine.
type typeface struct {
	mu     sync.Mutex
	font   *sfnt.Font
	buffer sfnt.Buffer
	known  map[rune]outline
}

var goBold = sync.OnceValue(func() *typeface {
	f, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		panic("render: the embedded font does not parse: " + err.Error())
	}
	return &typeface{font: f, known: map[rune]outline{}}
})

// HasGlyph reports whether the font used in pictures has a character; others are drawn as a box.
func HasGlyph(r rune) bool {
	t := goBold()
	t.mu.Lock()
	defer t.mu.Unlock()
	glyph, err := t.font.GlyphIndex(&t.buffer, r)
	return err == nil && glyph != 0
}

// em is the scale at which outlines are loaded.
const em = 2048

func (t *typeface) outline(r rune) outline {
	if unicode.Is(unicode.Cf, r) { // marks of direction and other characters without a shape
		return outline{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if o, ok := t.known[r]; ok {
		return o
	}
	glyph, _ := t.font.GlyphIndex(&t.buffer, r) // 0, the empty box, for missing characters
	size := fixed.I(em)
	segments, err := t.font.LoadGlyph(&t.buffer, glyph, size, nil)
	if err != nil {
		segments = nil
	}
	advance, _ := t.font.GlyphAdvance(&t.buffer, glyph, size, font.HintingNone)
	o := outline{append(sfnt.Segments(nil), segments...), float64(advance) / 64 / em}
	if len(t.known) > 2000 { // bounds the cache, as players' names may contain anything
		clear(t.known)
	}
	t.known[r] = o
	return o
}

// textWidth returns the width of a line of text in a font size.
func textWidth(text string, size float64) float64 {
	width := 0.0
	for _, r := range text {
		width += goBold().outline(r).advance
	}
	return width * size
}

// capital is the height of capitals relative to the font size.
const capital = 0.72

// drawText fills a line of text with the context's colour: (x, y) is its left
// end on the baseline; stretch scales the width only.
func drawText(dc *pen, text string, x, y, size, stretch float64) {
	for _, r := range text {
		o := goBold().outline(r)
		dc.ClearPath()
		at := func(p fixed.Point26_6) (float64, float64) {
			return x + float64(p.X)/64/em*size*stretch, y + float64(p.Y)/64/em*size
		}
		for _, s := range o.segments {
			x0, y0 := at(s.Args[0])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				dc.MoveTo(x0, y0)
			case sfnt.SegmentOpLineTo:
				dc.LineTo(x0, y0)
			case sfnt.SegmentOpQuadTo:
				x1, y1 := at(s.Args[1])
				dc.QuadraticTo(x0, y0, x1, y1)
			}
		}
		dc.SetFillRuleWinding()
		dc.Fill()
		x += o.advance * size * stretch
	}
}

// drawCentred fills text centred on (x, y), compressed horizontally if it would be
// wider than limit.
func drawCentred(dc *pen, text string, x, y, size, limit float64) {
	width, stretch := textWidth(text, size), 1.0
	if width > limit {
		stretch = limit / width
	}
	drawText(dc, text, x-width*stretch/2, y+capital*size/2, size, stretch)
}
