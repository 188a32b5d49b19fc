package render

import (
	"fmt"
	"image"

	"github.com/fogleman/gg"

	"raumbot/rules"
)

// Form is the level of detail of a piece, which depends on its size.
type Form uint8

// The forms: bust, plate, code and corner marks; bust and a large code; bust and a bar.
const (
	Full Form = iota
	Small
	Tiny
)

// nominal holds a typical cell size for each form; the outlines for other sizes are scaled
// from it.
var nominal = [...]int16{Full: 64, Small: 24, Tiny: 14}

// Man draws a single piece, as pictures of the theme show it, on a square of size pixels.
func Man(k *rules.Kind, s rules.Side, t Theme, f Form, frozen bool, size int) *image.RGBA {
	drawn := image.NewRGBA(image.Rect(0, 0, size, size))
	b := newBrush(&pen{gg.NewContextForRGBA(drawn)}, look{kind: k, side: s, theme: t, size: nominal[f], frozen: frozen})
	scale := float64(size) / float64(b.size)
	b.x, b.y, b.unit, b.casing = scale*b.x, scale*b.y, scale*b.unit, scale*b.casing
	b.draw()
	return drawn
}

// Colors are the colours of a theme in CSS notation.
type Colors struct {
	Background string   `json:"background"`
	Text       string   `json:"text"`
	Edge       string   `json:"edge"`
	Cells      []string `json:"cells"` // by class of cell
	Guide      string   `json:"guide"`
	Thin       string   `json:"thin"`
	Mark       string   `json:"mark"`
	Frame      string   `json:"frame"`
	Check      string   `json:"check"`
	Target     string   `json:"target"`
	Capture    string   `json:"capture"`
	Ink        string   `json:"ink"`
}

// Colors returns the colours of the theme.
func (t Theme) Colors() Colors {
	c := &themes[t]
	cells := []string{}
	for _, cell := range c.cells {
		cells = append(cells, cell.css())
	}
	return Colors{
		Background: c.background.css(), Text: c.text.css(), Edge: c.edge.css(), Cells: cells, Guide: c.thick.css(), Thin: c.thin.css(),
		Mark: c.mark.css(), Frame: c.frame.css(), Check: c.check.css(), Target: c.target.css(), Capture: c.capture.css(), Ink: ink.css(),
	}
}

func (c rgb) css() string { return fmt.Sprintf("#%06x", uint32(c)) }
