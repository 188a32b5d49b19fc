package render

import (
	"image/color"
	"sync"

	"raumbot/rules"
)

// transparent is an index that no picture uses: in replays it stands for unchanged
// pixels.
const transparent = 255

// A palette holds the 255 colours used by all pictures of a theme: the theme's own
// and the blends between them that anti-aliasing needs. Pictures are drawn
// directly in them, so that no quantisation is necessary.
type palette struct {
	model  color.Palette
	colors [256]rgb
	exact  map[rgb]uint8
	// nearest maps colours with five bits per channel to the closest index.
	nearest [1 << 15]uint8
	// blends holds the results of blend for the opacities of sprites, by step, top and under.
	blends [opaqueStep][256][256]uint8
}

// palettes creates each theme's palette when it is first used.
var palettes = [themeCount]func() *palette{paletteOf(Light), paletteOf(Dark), paletteOf(HighContrast), paletteOf(Print)}

func paletteOf(t Theme) func() *palette {
	return sync.OnceValue(func() *palette { return newPalette(&themes[t]) })
}

func newPalette(c *colours) *palette {
	p := &palette{exact: map[rgb]uint8{}}
	for _, color := range solids(c) {
		p.add(color)
	}
	// The most important blends come first, because the table may fill up.
	for _, pair := range edges(c) {
		for _, opacity := range []int{128, 64, 192} {
			p.add(pair[0].over(pair[1], opacity))
		}
	}
	for len(p.model) < 256 {
		p.model = append(p.model, color.RGBA{A: 255})
	}
	used := len(p.exact)
	for i := range p.nearest {
		five := func(n int) int { return n<<3 | n>>2 }
		p.nearest[i] = p.closest(rgb(five(i>>10)<<16|five(i>>5&31)<<8|five(i&31)), used)
	}
	for step := range p.blends {
		for top := range used {
			for under := range used {
				p.blends[step][top][under] = p.blend(uint8(under), uint8(top), step*opacityStep)
			}
		}
	}
	return p
}

// solids returns the colours of areas.
func solids(c *colours) []rgb {
	list := []rgb{c.background, c.text, c.edge, ink, white, c.thick, c.thin, c.mark, c.frame, c.check, c.target, c.capture}
	list = append(list, c.cells[:]...)
	for _, s := range c.sides {
		list = append(list, s.fill, s.line, s.letters)
	}
	for plate := rules.PlainPlate; plate <= rules.GoldPlate; plate++ {
		trio := plates[plate]
		list = append(list, trio[:]...)
	}
	list = append(list, paleBlue, palePurple, iceWhite, iceBlack, lineWhite, lineBlack, icePlate, iceLetter)
	for _, cell := range c.cells {
		list = append(list, shaded(c, cell), faint(c, cell), faint(c, shaded(c, cell)))
	}
	return list
}

// shaded returns the colour of a cell within the figure that a planar move spans, faint that of
// a name in an empty cell.
func shaded(c *colours, cell rgb) rgb { return c.mark.over(cell, 89) }
func faint(c *colours, cell rgb) rgb  { return c.text.over(cell, 77) }

// edges returns the pairs of colours that meet along anti-aliased edges.
func edges(c *colours) [][2]rgb {
	w, b := c.sides[0], c.sides[1]
	pairs := [][2]rgb{
		{w.line, w.fill}, {b.line, b.fill}, {c.text, c.background},
		{w.line, c.cells[0]}, {w.line, c.cells[1]}, {b.line, c.cells[0]}, {b.line, c.cells[1]},
		{ink, c.mark}, {ink, c.frame},
	}
	for plate := rules.PlainPlate; plate <= rules.GoldPlate; plate++ {
		pairs = append(pairs, [2]rgb{w.letters, plates[plate][0]}, [2]rgb{b.letters, plates[plate][1]})
	}
	for _, mark := range []rgb{red, blue, yellow, purple, orange, green, paleBlue} {
		pairs = append(pairs, [2]rgb{ink, mark})
	}
	return append(pairs,
		[2]rgb{w.line, c.cells[2]}, [2]rgb{w.line, c.cells[3]}, [2]rgb{b.line, c.cells[2]}, [2]rgb{b.line, c.cells[3]},
		[2]rgb{lineWhite, c.cells[0]}, [2]rgb{lineBlack, c.cells[0]}, [2]rgb{iceWhite, lineWhite},
		[2]rgb{c.frame, c.cells[0]}, [2]rgb{c.target, c.cells[0]}, [2]rgb{c.target, c.cells[1]},
		[2]rgb{c.check, c.cells[0]}, [2]rgb{c.capture, white}, [2]rgb{c.text, c.cells[0]}, [2]rgb{c.text, c.cells[1]})
}

func (p *palette) add(c rgb) {
	if _, known := p.exact[c]; known || len(p.exact) == transparent {
		return
	}
	p.exact[c] = uint8(len(p.model))
	p.colors[len(p.model)] = c
	r, g, b := c.parts()
	p.model = append(p.model, color.RGBA{uint8(r), uint8(g), uint8(b), 255})
}

// index returns the index of a colour, or that of the closest one if the palette
// does not contain it.
func (p *palette) index(c rgb) uint8 {
	if i, ok := p.exact[c]; ok {
		return i
	}
	return p.closest(c, len(p.exact))
}

func (p *palette) closest(c rgb, used int) uint8 {
	r, g, b := c.parts()
	best, least := 0, 1<<30
	for i, q := range p.colors[:used] {
		qr, qg, qb := q.parts()
		dr, dg, db := r-qr, g-qg, b-qb
		// Weighted, because eyes are most sensitive to green and least to blue.
		if d := 3*dr*dr + 6*dg*dg + 2*db*db; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// blend returns the index for colour top drawn over colour under with an opacity
// from 0 to 255.
func (p *palette) blend(under, top uint8, opacity int) uint8 {
	c := p.colors[top].over(p.colors[under], opacity)
	return p.nearest[c>>9&0x7C00|c>>6&0x3E0|c>>3&0x1F]
}
