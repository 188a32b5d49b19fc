package render

import (
	"image"

	"raumbot/rules"
)

// Sheet draws every kind of a variant in both colours and all the sizes in
// which boards show it, beside its badge, its frozen form and its name.
func Sheet(v *rules.Variant, theme Theme) ([]byte, error) {
	const rowHeight, columnWidth, gap = 72, 690, 6
	kinds := v.Kinds[1:]
	rows := (len(kinds) + 1) / 2
	c := newCanvas(2*columnWidth+2*gap, rows*rowHeight+60, palettes[theme]())
	colors := &themes[theme]
	c.fill(c.Rect, colors.background)
	c.text(label{v.Title, 26, colors.text, theme}, 14, 30, leftAlign)
	for i := range kinds {
		x, y := gap+i/rows*columnWidth, 60+i%rows*rowHeight
		ground := 0
		for _, size := range []int{64, 40, 22, 14} {
			for _, side := range []rules.Side{rules.White, rules.Black} {
				c.fill(image.Rect(x, y, x+size, y+size), colors.cells[ground&1])
				c.stamp(look{kind: &kinds[i], side: side, theme: theme, size: int16(size)}.sprite(), x, y)
				x += size
				ground++
			}
			x += gap
		}
		for _, l := range []look{
			{kind: &kinds[i], frozen: true, size: 40}, {kind: &kinds[i], style: Badges, size: 56}, {kind: &kinds[i], style: Badges, side: rules.Black, size: 56},
		} {
			l.theme = theme
			c.fill(image.Rect(x, y, x+int(l.size), y+int(l.size)), colors.cells[ground&1])
			c.stamp(l.sprite(), x, y)
			x += int(l.size) + gap
			ground++
		}
		c.text(label{kinds[i].Name, 16, colors.text, theme}, float64(x+4), float64(y+28), leftAlign)
	}
	return c.encode()
}
