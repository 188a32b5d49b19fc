package render

import (
	"image"

	"raumbot/rules"
)

// Dimensions of a contact sheet in pixels.
const (
	sheetTop    = 84 // height above the rows: title and headings
	sheetRow    = 72
	sheetGap    = 6
	columnGap   = 12
	sheetLetter = 16
)

// sheetColumns are the columns of a contact sheet, from left to right: a heading,
// and the drawings below it.
var sheetColumns = []struct {
	heading string
	looks   []look
}{
	{"White", []look{{size: 64}}},
	{"Black", []look{{size: 64, side: rules.Black}}},
	{"40 px", []look{{size: 40}, {size: 40, side: rules.Black}}},
	{"22 px", []look{{size: 22}, {size: 22, side: rules.Black}}},
	{"14 px", []look{{size: 14}, {size: 14, side: rules.Black}}},
	{"frozen", []look{{size: 40, frozen: true}}},
	{"badges", []look{{size: 56, style: Badges}, {size: 56, style: Badges, side: rules.Black}}},
}

// A sheet is a contact sheet being drawn.
type sheet struct {
	*canvas
	variant *rules.Variant
	theme   Theme
	colors  *colours
	rows    int
	column  int // width of one of the two columns
}

// Sheet draws every kind of a variant in both colours and in all sizes that
// boards use, with its badge, its frozen form and its name; below, the meaning
// of the corner marks and plates.
func Sheet(v *rules.Variant, theme Theme) ([]byte, error) {
	kinds := v.Kinds[1:]
	s := &sheet{variant: v, theme: theme, colors: &themes[theme], rows: (len(kinds) + 1) / 2}
	longest := 0.0
	for i := range kinds {
		longest = max(longest, textWidth(kinds[i].Name, sheetLetter))
	}
	s.column = sheetNames() + int(longest) + 24
	width := 2*s.column + 2*sheetGap
	keyTop := sheetTop + s.rows*sheetRow + 10
	key := key{entries: append(markKey(v, nil), plateKey(v)...), sign: 44, row: 34, letters: sheetLetter}
	s.canvas = newCanvas(width, keyTop+key.height(width-2*sheetGap)+8, palettes[theme]())
	s.fill(s.Rect, s.colors.background)
	s.write(v.Title, 26, 14, 28)
	for column := range (len(kinds) + s.rows - 1) / s.rows {
		s.paintHeadings(sheetGap + column*s.column)
	}
	for i := range kinds {
		s.paintKind(&kinds[i], sheetGap+i/s.rows*s.column, sheetTop+i%s.rows*sheetRow)
	}
	s.paintKey(key, theme, sheetGap, keyTop, width-2*sheetGap)
	return s.encode()
}

// sheetNames is the x coordinate of the names in a column.
func sheetNames() int {
	x := 0
	for _, column := range sheetColumns {
		for _, l := range column.looks {
			x += int(l.size)
		}
		x += columnGap
	}
	return x + 4
}

func (s *sheet) write(text string, size float64, x, y int) {
	s.text(label{text, size, s.colors.text, s.theme}, float64(x), float64(y), leftAlign)
}

func (s *sheet) paintHeadings(x int) {
	for _, column := range sheetColumns {
		width := 0
		for _, l := range column.looks {
			width += int(l.size)
		}
		size := min(15, 15*float64(width+columnGap-4)/textWidth(column.heading, 15))
		s.text(label{column.heading, size, s.colors.text, s.theme}, float64(x)+float64(width)/2, sheetTop-14, centred)
		x += width + columnGap
	}
}

func (s *sheet) paintKind(k *rules.Kind, x, y int) {
	ground := 0
	for _, column := range sheetColumns {
		for _, l := range column.looks {
			l.kind, l.theme = k, s.theme
			size := int(l.size)
			s.fill(image.Rect(x, y, x+size, y+size), s.colors.cells[ground&1])
			s.stamp(l.sprite(), x, y)
			x += size
			ground++
		}
		x += columnGap
	}
	s.write(k.Name, sheetLetter, x+4, y+28)
}

// plateKey returns the key of a variant's plates, each with the codes of its pieces.
func plateKey(v *rules.Variant) []keyEntry {
	var entries []keyEntry
	for plate := rules.PlainPlate; plate <= rules.GoldPlate; plate++ {
		words := ""
		for i := range v.Kinds[1:] {
			if v.Kinds[i+1].Plate == plate {
				words += " " + v.Kinds[i+1].Code
			}
		}
		if words == "" {
			continue
		}
		blank := &rules.Kind{Code: " ", Plate: plate, Figure: rules.RookFigure}
		entries = append(entries, keyEntry{words[1:], func(c *canvas, theme Theme, r image.Rectangle) {
			c.brushed(plate, theme, r, func(b *brush, x, y float64) {
				b.kind, b.x, b.y = blank, x-b.unit/2, y-standardPlate.baseline*b.unit
				b.plate(standardPlate)
			})
		}})
	}
	return entries
}
