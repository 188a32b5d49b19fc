package render

import (
	"image"

	"github.com/fogleman/gg"
)

// A sprite is a small anti-aliased drawing in the colours of a palette that
// can be drawn on any ground. Sprites are immutable.
type sprite struct {
	width, height int
	index         []uint8 // colours by pixel
	opacity       []uint8 // by pixel, in steps; opaqueStep is solid
	runs          []run
}

// A run is a stretch of one row that is either solid or translucent; transparent
// pixels belong to no run.
type run struct {
	y, from, to int16
	solid       bool
}

// newSprite draws a sprite.
func newSprite(p *palette, width, height int, draw func(dc *pen)) *sprite {
	drawn := image.NewRGBA(image.Rect(0, 0, width, height))
	draw(&pen{gg.NewContextForRGBA(drawn)})
	s := &sprite{width: width, height: height, index: make([]uint8, width*height), opacity: make([]uint8, width*height)}
	known := map[rgb]uint8{}
	for i := range s.index {
		pixel := drawn.Pix[4*i : 4*i+4]
		alpha := int(pixel[3])
		if alpha == 0 {
			continue
		}
		// The pixels are premultiplied.
		part := func(n uint8) rgb { return rgb(min(255, (int(n)*255+alpha/2)/alpha)) }
		color := part(pixel[0])<<16 | part(pixel[1])<<8 | part(pixel[2])
		index, ok := known[color]
		if !ok {
			index = p.index(color)
			known[color] = index
		}
		s.index[i], s.opacity[i] = index, stepped(pixel[3])
	}
	s.findRuns()
	return s
}

func (s *sprite) findRuns() {
	for y := range s.height {
		row := s.opacity[y*s.width : (y+1)*s.width]
		for x := 0; x < len(row); {
			from, solid := x, row[x] == opaqueStep
			for x < len(row) && row[x] != 0 && (row[x] == opaqueStep) == solid {
				x++
			}
			if x == from {
				x++ // transparent
				continue
			}
			s.runs = append(s.runs, run{int16(y), int16(from), int16(x), solid})
		}
	}
}

// covers returns the number of pixels in a rectangle that are not transparent.
func (s *sprite) covers(r image.Rectangle) int {
	n := 0
	for _, run := range s.runs {
		if int(run.y) >= r.Min.Y && int(run.y) < r.Max.Y {
			n += max(0, min(int(run.to), r.Max.X)-max(int(run.from), r.Min.X))
		}
	}
	return n
}

// bytes returns the approximate memory use of the sprite.
func (s *sprite) bytes() int { return len(s.index) + len(s.opacity) + 8*cap(s.runs) }

// Opacities are rounded to a few steps, which is invisible and makes files a
// sixth smaller.
const (
	opacityStep = 32
	opaqueStep  = 256 / opacityStep
)

func stepped(opacity uint8) uint8 {
	return uint8((int(opacity) + opacityStep/2) / opacityStep)
}
