package render

import (
	"math"
	"testing"

	"raumbot/rules"
)

// A viewer maps a colour to how it is perceived, with components from 0 to 255.
type viewer func(r, g, b float64) [3]float64

func greyEye(r, g, b float64) [3]float64 {
	y := 0.299*r + 0.587*g + 0.114*b
	return [3]float64{y, y, y}
}

// greenBlind simulates deuteranopia after Machado et al., 2009.
func greenBlind(r, g, b float64) [3]float64 {
	return [3]float64{
		clamp(0.367322*r + 0.860646*g - 0.227968*b),
		clamp(0.280085*r + 0.672501*g + 0.047413*b),
		clamp(-0.011820*r + 0.042940*g + 0.968881*b),
	}
}

func clamp(x float64) float64 { return max(0, min(255, x)) }

// seen returns the picture of a piece on a cell as a viewer perceives it.
func seen(l look, e viewer) [][3]float64 {
	size := int(l.size)
	c := newCanvas(size, size, palettes[l.theme]())
	c.fill(c.Rect, themes[l.theme].cells[0])
	c.stamp(l.sprite(), 0, 0)
	pixels := make([][3]float64, len(c.Pix))
	for i, index := range c.Pix {
		r, g, b := c.palette.colors[index].parts()
		pixels[i] = e(float64(r), float64(g), float64(b))
	}
	return pixels
}

// halved returns the picture of a square at half the resolution, as on a phone.
func halved(pixels [][3]float64) [][3]float64 {
	side := int(math.Sqrt(float64(len(pixels))))
	var small [][3]float64
	for y := 0; y+1 < side; y += 2 {
		for x := 0; x+1 < side; x += 2 {
			var mean [3]float64
			for _, i := range []int{y*side + x, y*side + x + 1, (y+1)*side + x, (y+1)*side + x + 1} {
				for k := range 3 {
					mean[k] += pixels[i][k] / 4
				}
			}
			small = append(small, mean)
		}
	}
	return small
}

// apart returns the root mean square difference of two pictures.
func apart(a, b [][3]float64) float64 {
	sum := 0.0
	for i := range a {
		for k := range 3 {
			d := a[i][k] - b[i][k]
			sum += d * d
		}
	}
	return math.Sqrt(sum / float64(3*len(a)))
}

// TestKindsAreDistinct checks that all kinds of a variant, in both colours, look different. Codes
// are left out, so that the drawings are tested and not the font; below 34 pixels the codes are
// the main distinction, so there they stay.
func TestKindsAreDistinct(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		size     int16
		wordless bool
		markless bool
		phone    bool
		eye      viewer
		theme    Theme
		least    float64
	}{
		{"40 px in grey", 40, false, false, false, greyEye, Light, 25},
		{"40 px to the green-blind", 40, false, false, false, greenBlind, Light, 25},
		{"40 px in grey without codes", 40, true, false, false, greyEye, Light, 20},
		{"22 px in grey", 22, false, false, false, greyEye, Light, 12},
		{"42 px on a phone in grey", 42, false, true, true, greyEye, Light, 20},
		{"42 px on a phone in grey, dark theme", 42, false, true, true, greyEye, Dark, 20},
		{"40 px in grey, dark theme", 40, false, false, false, greyEye, Dark, 25},
		{"40 px in grey, high contrast", 40, false, false, false, greyEye, HighContrast, 25},
		{"40 px in grey, print", 40, false, false, false, greyEye, Print, 25},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range rules.Variants() {
				halvings := 0
				if test.phone {
					halvings = 1
				}
				closest, one, two := closestKinds(v, look{size: test.size, wordless: test.wordless, markless: test.markless, theme: test.theme}, test.eye, halvings)
				t.Logf("%s: %s and %s are %.1f apart", v.Name, one, two, closest)
				if closest < test.least {
					t.Errorf("%s: %s and %s are %.1f apart, want %.0f", v.Name, one, two, closest, test.least)
				}
			}
		})
	}
}

// closestKinds finds the two pieces of a variant that look most alike when they are reduced to half
// their size so many times.
func closestKinds(v *rules.Variant, l look, e viewer, halvings int) (least float64, one, two string) {
	var names []string
	var pictures [][][3]float64
	for id := range v.Kinds[1:] {
		for _, side := range []rules.Side{rules.White, rules.Black} {
			l.kind, l.side = &v.Kinds[id+1], side
			names = append(names, side.String()+"'s "+l.kind.Code)
			picture := seen(l, e)
			for range halvings {
				picture = halved(picture)
			}
			pictures = append(pictures, picture)
		}
	}
	least = math.Inf(1)
	for i := range pictures {
		for j := range i {
			if d := apart(pictures[i], pictures[j]); d < least {
				least, one, two = d, names[i], names[j]
			}
		}
	}
	return least, one, two
}

// TestSideIsPlainByFill checks that a piece's side can be told by the fill of its bust alone:
// above the plate the side's fill must be the most frequent colour, also for royal pieces with
// their halo.
func TestSideIsPlainByFill(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			for theme := range themeCount {
				for _, size := range []int16{35, 68} {
					for _, side := range []rules.Side{rules.White, rules.Black} {
						for _, bright := range []bool{false, size == 35} {
							l := look{kind: &v.Kinds[i+1], side: side, theme: theme, size: size, markless: true, bright: bright}
							if got, want := bustColor(l), themes[theme].sides[side].fill; got != want {
								t.Errorf("%s's %s of %s at %d px, %s: the bust is %06x, want %06x", side, l.kind.Code, v.Name, size, theme, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// bustColor returns the most frequent colour of a bust.
func bustColor(l look) (most rgb) {
	s, counts := l.sprite(), map[rgb]int{}
	index, opacity := s.pixels()
	for y := range s.height / 2 {
		for x := range s.width {
			if i := y*s.width + x; opacity[i] == opaqueStep && (l.kind.Code[len(l.kind.Code)-1] > '9' || x < s.width/2) {
				counts[palettes[l.theme]().colors[index[i]]]++
			}
		}
	}
	for color, n := range counts {
		if n > counts[most] {
			most = color
		}
	}
	return most
}
