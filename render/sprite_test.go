package render

import (
	"bytes"
	"image"
	"testing"
)

// pixels returns the colours and opacities of all pixels of a sprite, row by row. Transparent
// pixels have colour 0.
func (s *sprite) pixels() (index, opacity []uint8) {
	index, opacity = make([]uint8, s.width*s.height), make([]uint8, s.width*s.height)
	colors, steps := s.index, s.opacity
	for _, run := range s.runs {
		for x := int(run.from); x < int(run.to); x++ {
			i := int(run.y)*s.width + x
			index[i], opacity[i] = colors[0], opaqueStep
			colors = colors[1:]
			if !run.solid {
				opacity[i], steps = steps[0], steps[1:]
			}
		}
	}
	return index, opacity
}

// TestSpritesKeepTheirPixels checks that runs hold all that was drawn, and nothing else.
func TestSpritesKeepTheirPixels(t *testing.T) {
	const width, height = 5, 3
	index := []uint8{
		1, 1, 2, 0, 3,
		0, 0, 0, 0, 0,
		4, 5, 5, 6, 7,
	}
	opacity := []uint8{
		opaqueStep, opaqueStep, 3, 0, 1,
		0, 0, 0, 0, 0,
		2, opaqueStep, opaqueStep, 4, opaqueStep,
	}
	s := newRuns(width, height, index, opacity)
	if gotIndex, gotOpacity := s.pixels(); !bytes.Equal(gotIndex, index) || !bytes.Equal(gotOpacity, opacity) {
		t.Errorf("colours %d and opacities %d, want %d and %d", gotIndex, gotOpacity, index, opacity)
	}
	if len(s.index) != 9 || len(s.opacity) != 4 {
		t.Errorf("%d colours and %d opacities are kept, want those of 9 pixels and 4 translucent ones", len(s.index), len(s.opacity))
	}
}

// TestStampsAreClipped checks that a sprite that reaches over the edges of a canvas is drawn as far
// as it is within, and otherwise as in the middle.
func TestStampsAreClipped(t *testing.T) {
	p := palettes[Light]()
	s := newSprite(p, 9, 9, func(dc *pen) {
		dc.SetRGB255(themes[Light].check.parts())
		dc.DrawCircle(4.5, 4.5, 4.2)
		dc.Fill()
	})
	whole := newCanvas(40, 40, p)
	whole.fill(whole.Rect, themes[Light].background)
	whole.stamp(s, 20, 20)
	for _, at := range []image.Point{{-5, 3}, {15, 3}, {3, -5}, {3, 15}, {-5, -5}, {15, 15}, {-9, 0}, {20, 20}} {
		c := newCanvas(20, 20, p)
		c.fill(c.Rect, themes[Light].background)
		c.stamp(s, at.X, at.Y)
		for y := range 20 {
			for x := range 20 {
				in := image.Pt(x, y).Sub(at)
				want := whole.Pix[0]
				if in.In(image.Rect(0, 0, 9, 9)) {
					want = whole.Pix[(20+in.Y)*whole.Stride+20+in.X]
				}
				if got := c.Pix[y*c.Stride+x]; got != want {
					t.Fatalf("stamped at %v, the pixel at %d, %d has colour %d, want %d", at, x, y, got, want)
				}
			}
		}
	}
}
