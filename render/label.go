package render

import (
	"math"
	"strings"
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
	p, margin := palettes[l.theme](), l.margin()
	height := int(math.Ceil(1.3 * l.size))
	return newSprite(p, l.width()+2*(margin-1), height, func(dc *pen) {
		r, g, b := l.color.parts()
		dc.SetRGB255(r, g, b)
		drawText(dc, l.text, float64(margin), l.size, l.size, 1)
	})
}

// width returns the width of the text in pixels, with one pixel on either side.
func (l label) width() int { return int(math.Ceil(textWidth(l.text, l.size))) + 2 }

// letterwise is the font size from which on text is drawn letter by letter: large words, such as
// those of heads and titles, are new with every move, but their letters recur and are cached.
const letterwise = 40.0

// margin returns the space on either side of a cached drawing. Single letters may reach out of
// their width.
func (l label) margin() int {
	if l.size < letterwise {
		return 1
	}
	return int(l.size / 8)
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
	switch a {
	case centred:
		x -= float64(l.width()) / 2
	case rightAlign:
		x -= float64(l.width())
	}
	top := int(math.Round(y + capital*l.size/2 - l.size))
	if l.size < letterwise {
		c.stamp(l.sprite(), int(math.Round(x)), top)
		return
	}
	for _, r := range l.text {
		l.text = string(r)
		c.stamp(l.sprite(), int(math.Round(x))-l.margin()+1, top)
		x += textWidth(l.text, l.size)
	}
}

// wrapWords breaks lines at spaces to fit a width, and returns the first limit
// lines.
func wrapWords(lines []string, size float64, width, limit int) []string {
	var broken []string
	for _, line := range lines {
		text := ""
		for _, word := range strings.Fields(line) {
			if text != "" && textWidth(text+" "+word, size) > float64(width) {
				broken = append(broken, text)
				text = "  "
			} else if text != "" {
				text += " "
			}
			text += word
		}
		broken = append(broken, text)
	}
	return broken[:min(len(broken), limit)]
}
