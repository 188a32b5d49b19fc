package render

import (
	"image"
	"math"

	"raumbot/rules"
)

// A key explains symbols: each is drawn with its meaning behind it.
type key struct {
	entries []keyEntry
	// sign and row are the width of a symbol and the height of a line, in pixels.
	sign, row int
	letters   float64
}

// A keyEntry is a symbol with its meaning. draw draws it in the middle of a rectangle.
type keyEntry struct {
	words string
	draw  func(c *canvas, theme Theme, r image.Rectangle)
}

func (k key) width(e keyEntry) int {
	return k.sign + int(math.Ceil(textWidth(e.words, k.letters))) + 4 + int(1.3*k.letters)
}

// lines breaks the entries into lines that fit a width.
func (k key) lines(width int) [][]keyEntry {
	var lines [][]keyEntry
	room := -1
	for _, e := range k.entries {
		if need := k.width(e); lines == nil || room < need {
			lines, room = append(lines, nil), width
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		room -= k.width(e)
	}
	return lines
}

func (k key) height(width int) int { return len(k.lines(width)) * k.row }

// paintKey draws a key at (left, y), in lines that fit a width.
func (c *canvas) paintKey(k key, theme Theme, left, y, width int) {
	for _, line := range k.lines(width) {
		x := left
		for _, e := range line {
			e.draw(c, theme, image.Rect(x, y, x+k.sign, y+k.row))
			c.text(label{e.words, k.letters, themes[theme].text, theme}, float64(x+k.sign+4), float64(y)+float64(k.row)/2, leftAlign)
			x += k.width(e)
		}
		y += k.row
	}
}

// brushed draws a symbol with a brush in a rectangle; draw gets the middle.
func (c *canvas) brushed(shows any, theme Theme, r image.Rectangle, draw func(b *brush, x, y float64)) {
	x, y := middle(r)
	c.sign(shows, theme, r, func(dc *pen) {
		draw(newBrush(dc, look{kind: &rules.Kind{}, theme: theme, size: 40}), x, y)
	})
}
