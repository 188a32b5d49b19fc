package render

import (
	"math"
)

// A label is a line of text with its size and colour.
type label struct {
	text  string
	size  float64
	color rgb
	theme Theme
}

func (l label) sprite() *sprite {
	return labelCache.get(l, l.draw)
}

func (l label) draw() *sprite {
	p := palettes[l.theme]()
	width := int(math.Ceil(textWidth(l.text, l.size))) + 2
	height := int(math.Ceil(1.3 * l.size))
	return newSprite(p, width, height, func(dc *pen) {
		r, g, b := l.color.parts()
		dc.SetRGB255(r, g, b)
		drawText(dc, l.text, 1, l.size, l.size, 1)
	})
}

// An anchor says which point of a text is at the given position.
type anchor int

const (
	leftAlign anchor = iota
	centred
	rightAlign
)

// text draws a line of text, vertically centred on y by its capitals.
func (c *canvas) text(l label, x, y float64, a anchor) {
	s := l.sprite()
	switch a {
	case centred:
		x -= float64(s.width) / 2
	case rightAlign:
		x -= float64(s.width)
	}
	c.stamp(s, int(math.Round(x)), int(math.Round(y+capital*l.size/2-l.size)))
}
