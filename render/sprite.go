package render

import (
	"image"
	"slices"

	"github.com/fogleman/gg"
)

// A sprite is a small anti-aliased drawing in the colours of a palette that
// can be drawn on any ground. Sprites are immutable.
type sprite struct {
	width, height int
	runs          []run
	index         []uint8 // colours of the pixels of all runs, one after the other
	opacity       []uint8 // of the pixels of translucent runs, in steps; opaqueStep is solid
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
	index, opacity := make([]uint8, width*height), make([]uint8, width*height)
	known := map[rgb]uint8{}
	var last [4]uint8
	for i := range index {
		pixel := [4]uint8(drawn.Pix[4*i:])
		if i > 0 && pixel == last { // as in most of a drawing
			index[i], opacity[i] = index[i-1], opacity[i-1]
			continue
		}
		last = pixel
		alpha := int(pixel[3])
		if alpha == 0 {
			continue
		}
		// The pixels are premultiplied.
		part := func(n uint8) rgb { return rgb(min(255, (int(n)*255+alpha/2)/alpha)) }
		color := part(pixel[0])<<16 | part(pixel[1])<<8 | part(pixel[2])
		nearest, ok := known[color]
		if !ok {
			nearest = p.index(color)
			known[color] = nearest
		}
		index[i], opacity[i] = nearest, stepped(pixel[3])
	}
	return newRuns(width, height, index, opacity)
}

// newRuns returns the sprite with the colours and opacities of all pixels, row by row.
func newRuns(width, height int, index, opacity []uint8) *sprite {
	s := &sprite{width: width, height: height}
	for y := range height {
		row := opacity[y*width : (y+1)*width]
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
			s.index = append(s.index, index[y*width+from:y*width+x]...)
			if !solid {
				s.opacity = append(s.opacity, row[from:x]...)
			}
		}
	}
	s.runs, s.index, s.opacity = slices.Clone(s.runs), slices.Clone(s.index), slices.Clone(s.opacity)
	return s
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
func (s *sprite) bytes() int { return len(s.index) + len(s.opacity) + 8*len(s.runs) }

// Opacities are rounded to a few steps, which is invisible and makes files a
// sixth smaller.
const (
	opacityStep = 32
	opaqueStep  = 256 / opacityStep
)

func stepped(opacity uint8) uint8 {
	return uint8((int(opacity) + opacityStep/2) / opacityStep)
}
