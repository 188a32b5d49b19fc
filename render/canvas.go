package render

import (
	"image"
	"sync"
)

// A canvas is a picture being drawn, in the colours of a palette.
type canvas struct {
	image.Paletted
	palette *palette
}

func newCanvas(width, height int, p *palette) *canvas {
	var pix []uint8
	if kept, ok := pixels.Get().(*[]uint8); ok && cap(*kept) >= width*height {
		pix = *kept
	} else {
		pix = make([]uint8, width*height)
	}
	pix = pix[:width*height]
	clear(pix)
	return &canvas{image.Paletted{Pix: pix, Stride: width, Rect: image.Rect(0, 0, width, height), Palette: p.model}, p}
}

// pixels recycles the memory of canvases: allocating and collecting it
// for each picture takes as long as painting the cells.
var pixels sync.Pool

// release recycles the canvas's memory. The canvas must not be used afterwards.
func (c *canvas) release() {
	pix := c.Pix
	c.Pix = nil
	pixels.Put(&pix)
}

// fill fills a rectangle with a colour.
func (c *canvas) fill(r image.Rectangle, color rgb) {
	r = r.Intersect(c.Rect)
	if r.Empty() {
		return
	}
	index := c.palette.index(color)
	first := c.Pix[c.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for i := range first {
		first[i] = index
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.Pix[c.PixOffset(r.Min.X, y):], first)
	}
}

// frame paints a border of the given width inside a rectangle.
func (c *canvas) frame(r image.Rectangle, width int, color rgb) {
	c.fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), color)
	c.fill(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), color)
	c.fill(image.Rect(r.Min.X, r.Min.Y+width, r.Min.X+width, r.Max.Y-width), color)
	c.fill(image.Rect(r.Max.X-width, r.Min.Y+width, r.Max.X, r.Max.Y-width), color)
}

// dash paints a border like frame, with dashes of length on and gaps of length off.
func (c *canvas) dash(r image.Rectangle, width, on, off int, color rgb) {
	for x := r.Min.X; x < r.Max.X; x += on + off {
		end := min(x+on, r.Max.X)
		c.fill(image.Rect(x, r.Min.Y, end, r.Min.Y+width), color)
		c.fill(image.Rect(x, r.Max.Y-width, end, r.Max.Y), color)
	}
	for y := r.Min.Y; y < r.Max.Y; y += on + off {
		end := min(y+on, r.Max.Y)
		c.fill(image.Rect(r.Min.X, y, r.Min.X+width, end), color)
		c.fill(image.Rect(r.Max.X-width, y, r.Max.X, end), color)
	}
}

// stamp draws a sprite with its upper left corner at (x, y).
func (c *canvas) stamp(s *sprite, x, y int) {
	index, opacity := s.index, s.opacity
	for _, run := range s.runs {
		n := int(run.to - run.from)
		if run.solid {
			c.run(run, x, y, index[:n], nil)
		} else {
			c.run(run, x, y, index[:n], opacity[:n])
			opacity = opacity[n:]
		}
		index = index[n:]
	}
}

// run draws a run of a sprite, given its colours and, unless it is solid, opacities.
func (c *canvas) run(run run, x, y int, index, opacity []uint8) {
	from, to := max(0, -x-int(run.from)), min(len(index), c.Rect.Max.X-x-int(run.from))
	row := y + int(run.y)
	if row < 0 || row >= c.Rect.Max.Y || from >= to {
		return
	}
	target := c.Pix[row*c.Stride+x+int(run.from)+from:][:to-from]
	if run.solid {
		copy(target, index[from:to])
		return
	}
	index, opacity = index[from:to], opacity[from:to]
	for i, under := range target {
		target[i] = c.palette.blends[opacity[i]][index[i]][under]
	}
}

// vector draws anti-aliased within a rectangle. The context keeps the canvas's
// coordinates.
func (c *canvas) vector(r image.Rectangle, draw func(dc *pen)) {
	r = r.Intersect(c.Rect)
	if r.Empty() {
		return
	}
	c.stamp(newSprite(c.palette, r.Dx(), r.Dy(), shifted(r, draw)), r.Min.X, r.Min.Y)
}

// shifted translates the coordinates of draw to the corner of a rectangle.
func shifted(r image.Rectangle, draw func(dc *pen)) func(dc *pen) {
	return func(dc *pen) {
		dc.Translate(float64(-r.Min.X), float64(-r.Min.Y))
		draw(dc)
	}
}

// A sign is the cache key of a small drawing shared by all pictures: what it shows, a comparable
// value, with the theme and its size.
type sign struct {
	shows any
	theme Theme
	size  image.Point
}

// sign draws like vector, but caches the result: it must depend on nothing but
// shows, the theme and the size of the rectangle.
func (c *canvas) sign(shows any, theme Theme, r image.Rectangle, draw func(dc *pen)) {
	c.stamp(signCache.get(sign{shows, theme, r.Size()}, func() *sprite {
		return newSprite(c.palette, r.Dx(), r.Dy(), shifted(r, draw))
	}), r.Min.X, r.Min.Y)
}
