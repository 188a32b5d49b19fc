package render

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/rules"
)

// rgb is an opaque colour, 0xRRGGBB.
type rgb uint32

func (c rgb) parts() (r, g, b int) { return int(c >> 16), int(c >> 8 & 255), int(c & 255) }

// over returns c blended over ground with an opacity from 0 to 255.
func (c rgb) over(ground rgb, opacity int) rgb {
	r, g, b := c.parts()
	gr, gg, gb := ground.parts()
	mix := func(top, under int) rgb { return rgb((top*opacity + under*(255-opacity) + 127) / 255) }
	return mix(r, gr)<<16 | mix(g, gg)<<8 | mix(b, gb)
}

// ink is the colour of outlines and of White's lines in every theme.
const ink rgb = 0x15171C

// livery holds the colours of a side's pieces.
type livery struct{ fill, line, letters rgb }

// colours are the colours of a theme. Those of plates are the same in all themes.
type colours struct {
	background, text, edge rgb
	// cells holds the colours of the classes of cells: the first two for the two
	// Bishop bindings of cubes, all four for four bindings.
	cells       [4]rgb
	thick, thin rgb
	sides       [2]livery
	// mark and frame are the yellows of the last move.
	mark, frame            rgb
	check, target, capture rgb
	// bold scales the outlines of pieces.
	bold float64
}

// Theme is a colour scheme.
type Theme uint8

// The themes. Light is the default.
const (
	Light Theme = iota
	Dark
	HighContrast
	Print
	themeCount
)

var themeNames = [themeCount]string{"light", "dark", "contrast", "print"}

// String returns the name of the theme in commands.
func (t Theme) String() string { return themeNames[t] }

// ThemeNames returns the names of the themes.
func ThemeNames() []string { return slices.Clone(themeNames[:]) }

// ParseTheme parses a theme's name. The error lists the names.
func ParseTheme(name string) (Theme, error) {
	t, ok := parseName(name, themeNames[:])
	if !ok {
		return Light, fmt.Errorf("there is no theme %.40q; choose one of: %s", name, strings.Join(themeNames[:], ", "))
	}
	return Theme(t), nil
}

func parseName(name string, names []string) (int, bool) {
	for i, n := range names {
		if strings.EqualFold(n, name) {
			return i, true
		}
	}
	return 0, false
}

// Cells have medium tones with low contrast to each other, so that the pieces stand out.
// Print leaves most cells white and uses lightness only.
var themes = [themeCount]colours{
	Light: {
		background: 0xF4F1EA, text: 0x1B1D22, edge: 0x6B675E,
		cells: [4]rgb{0xD3C6A6, 0xA3AFA0, 0xE2C6AE, 0x93A5B8},
		thick: 0x3B3325, thin: 0x8E8470,
		sides: [2]livery{{0xFFFFFF, ink, ink}, {0x23262D, 0xF5F5F5, 0xFFFFFF}},
		mark:  0xFFD400, frame: 0xFFE14A, check: 0xE4002B, target: 0x00695C, capture: 0xC2185B, bold: 1,
	},
	Dark: {
		background: 0x1E2025, text: 0xF0F0F0, edge: 0x0F1013,
		cells: [4]rgb{0x6F747C, 0x4C5A63, 0x7A6A60, 0x4D5575},
		thick: 0xE8DFC8, thin: 0x9AA09C,
		sides: [2]livery{{0xFFFFFF, 0x0B0C0E, ink}, {0x15171C, 0xE6E6E6, 0xFFFFFF}},
		mark:  0xFFD400, frame: 0xFFE14A, check: 0xFF5A6E, target: 0x7DF0DC, capture: 0xFF7BAC, bold: 1,
	},
	HighContrast: {
		background: 0xFFFFFF, text: 0x000000, edge: 0x000000,
		cells: [4]rgb{0xE9E9E9, 0xB4B4B4, 0xF0D2B4, 0xA9C4E4},
		thick: 0x000000, thin: 0x6A6A6A,
		sides: [2]livery{{0xFFFFFF, 0x000000, 0x000000}, {0x000000, 0xFFFFFF, 0xFFFFFF}},
		mark:  0xFFD400, frame: 0xFFD400, check: 0xD00020, target: 0x0028C8, capture: 0xA8004A, bold: 1.15,
	},
	Print: {
		background: 0xFFFFFF, text: 0x000000, edge: 0x303030,
		cells: [4]rgb{0xFFFFFF, 0xE2E2E2, 0xF2F2F2, 0xD2D2D2},
		thick: 0x000000, thin: 0x909090,
		sides: [2]livery{{0xFFFFFF, 0x000000, 0x000000}, {0x202020, 0xFFFFFF, 0xFFFFFF}},
		mark:  0xFFE98A, frame: 0xFFF3C0, check: 0xFFA0A8, target: 0x404040, capture: 0x303030, bold: 1,
	},
}

// plates holds, for each plate, White's tint, Black's shade and the pure
// colour. The least contrast ratio of text on them is 5.9.
var plates = map[rules.Plate][3]rgb{
	rules.PlainPlate:  {0xFFFFFF, 0x23262D, 0x8A8F98},
	rules.GreyPlate:   {0xC9CDD3, 0x5A616C, 0x8A8F98},
	rules.PurplePlate: {0xDDB8F2, 0x6A1FA0, 0x9B4FD0},
	rules.OrangePlate: {0xFFC37A, 0xA34A00, 0xE8790C},
	rules.GreenPlate:  {0xA9E3A0, 0x0F6B2F, 0x2FA04A},
	rules.BluePlate:   {0xA9D4FF, 0x0B4F9E, 0x2F83DB},
	rules.RedPlate:    {0xFFB9B0, 0xA11B1B, 0xDB3B32},
	rules.YellowPlate: {0xFFF5C2, 0x6B5600, 0xE3BC00},
	rules.GoldPlate:   {0xFFF0B8, 0x7A5A00, 0xE3BC00},
}

// Colours independent of the theme: royal pieces, frozen pieces, corner marks.
const (
	iceWhite  rgb = 0xDDE0E3
	iceBlack  rgb = 0x4A4E55
	lineWhite rgb = 0x6B7077
	lineBlack rgb = 0xB6BAC0
	icePlate  rgb = 0xB9BEC4
	iceLetter rgb = 0x22252A

	red        rgb = 0xDB3B32
	blue       rgb = 0x2F83DB
	yellow     rgb = 0xE3BC00
	purple     rgb = 0x9B4FD0
	orange     rgb = 0xE8790C
	green      rgb = 0x2FA04A
	paleBlue   rgb = 0x7CC7FF
	palePurple rgb = 0xE7B8FF
	white      rgb = 0xFFFFFF
)
