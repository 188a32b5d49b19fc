package browser

import (
	"fmt"
	"image"
	"math"
	"testing"
)

// hidden counts the men of whom a level above covers the crown or the middle.
const hidden = `(() => {
	const s = board3d.stage, levels = s.view.levels;
	return [...s.men.keys()].filter((cell) => {
		const place = s.places[cell], own = levels.find((l) => l.level === place.level), [x, y] = own.at(place.x, place.y), foot = y + own.s * (0.2 + 0.3 * own.flat);
		return levels.some((l) => l.level < own.level && l.tower === own.tower && [0.45, 0.7].some((part) => {
			const [u, v] = l.inverse(x, foot - part * own.s), level = s.layout.levels[l.level];
			return Math.abs(u) < level.rows[0].length / 2 && Math.abs(v) < level.rows.length / 2;
		}));
	}).length;
})()`

// extent is how much of the board's box the levels take, across and down, in percent.
const extent = `(() => {
	const s = board3d.stage, points = s.view.levels.flatMap((l) => { const level = s.layout.levels[l.level], n = level.rows[0].length / 2, m = level.rows.length / 2; return [[-n, -m], [n, -m], [n, m], [-n, m]].map(([x, y]) => l.at(x, y)); });
	const part = (i, size) => [Math.min(...points.map((p) => p[i])), Math.max(...points.map((p) => p[i]))].map((at) => Math.round(100 * at / size));
	return [...part(0, s.width), ...part(1, s.tall)];
})()`

// brightness is the luminance of the picture around a point, from 0 to 1.
func brightness(picture image.Image, x, y float64) (sum float64) {
	linear := func(v uint32) float64 { return math.Pow(float64(v)/0xffff, 2.2) }
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			r, g, b, _ := picture.At(int(x)+dx, int(y)+dy).RGBA()
			sum += (0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)) / 9
		}
	}
	return sum
}

// TestSidesInStack chooses a man in the stack. The others are turned down, but White and Black are
// told apart by their colours.
func TestSidesInStack(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study stockschach216")
	for _, look := range []look{{1280, 800, "light", nil}, {1280, 800, "dark", nil}, {820, 1180, "light", nil}} {
		p.as(look.width, look.height, look.scheme)
		p.goTo("/game/1")
		p.until(shown)
		p.posture("Stack")
		p.press("ub2")
		p.until(`board3d.stage.marks.chosen >= 0 && board3d.stage.marks.quiet.size > 0 && ` + still)
		picture := p.picture()
		man := func(cell string) float64 {
			x, y := p.cell(cell)
			size := js[float64](p, `board3d.stage.view.cell`)
			return brightness(picture, x, y-0.15*size)
		}
		white, black := man("xb2"), man("xb5")
		if contrast := (white + 0.05) / (black + 0.05); contrast < 3 {
			t.Errorf("in %v White and Black are told apart by a contrast of %.1f", look, contrast)
		}
	}
}

// TestPlacesOfCamera looks at a stack from all places of the camera. No level covers a man of
// another, and the board stays a stack, whatever the spacing was before.
func TestPlacesOfCamera(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	for i, variant := range []string{"stockschach512", "octhex"} {
		p.goTo("/")
		p.says("study " + variant)
		for _, look := range []look{{1280, 800, "light", nil}, {390, 844, "dark", nil}} {
			p.as(look.width, look.height, look.scheme)
			p.goTo(fmt.Sprintf("/game/%d", i+1))
			p.until(shown)
			js[bool](p, `(document.querySelector(".postures button:nth-child(2)").click(), true)`)
			for _, place := range []string{"Iso", "Mirrored", "Steep", "Top"} {
				js[bool](p, `(() => { const range = document.querySelector("input[type=range]"); range.value = "40"; range.dispatchEvent(new Event("input")); return true; })()`)
				p.presses(place)
				p.until(still)
				p.settles()
				if at := js[string](p, `board3d.stage.state.posture + " " + document.querySelector("input[type=range]").value`); at != "stack 100" {
					t.Errorf("%s in %v, %s: posture and spacing are %s", variant, look, place, at)
				}
				if n := js[int](p, hidden); n > 0 {
					t.Errorf("%s in %v, %s: %d men are hidden", variant, look, place, n)
				}
				if at := js[[]int](p, extent); at[0] < 0 || at[1] > 100 || at[2] < 0 || at[3] > 100 {
					t.Errorf("%s in %v, %s: the levels are cut off: %v", variant, look, place, at)
				}
				p.picture()
			}
		}
	}
}

// TestSizesOfBoards looks at large boards in the grid and, on a phone, in the stack. The grid
// begins at its top, the stack is as wide as the phone, and cells are large enough.
func TestSizesOfBoards(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study stockschach512")
	p.goTo("/")
	p.says("study octhex")
	p.goTo("/game/2")
	p.until(shown)
	p.posture("Grid")
	if cell := js[float64](p, `board3d.stage.view.cell`); cell < 40 {
		t.Errorf("a cell of OctHex has %v pixels", cell)
	}
	for _, scheme := range []string{"light", "dark"} {
		p.as(390, 844, scheme)
		p.goTo("/game/1")
		p.until(shown)
		posture := func(n int) {
			js[bool](p, fmt.Sprintf(`(document.querySelector(".postures button:nth-child(%d)").click(), true)`, n))
			p.until(still)
			p.settles()
		}
		posture(2)
		if at := js[[]int](p, extent); at[1]-at[0] < 75 || js[int](p, hidden) > 0 {
			t.Errorf("the stack takes %v of the phone and hides %d men", at, js[int](p, hidden))
		}
		p.picture()
		js[bool](p, `(scrollTo(0, 400), true)`)
		posture(3)
		if at := js[[]int](p, extent); at[2] > 5 || at[1]-at[0] < 85 || js[int](p, `Math.round(board3d.stage.box.getBoundingClientRect().top)`) < 0 {
			t.Errorf("the grid takes %v of the phone and begins at %v", at, js[float64](p, `board3d.stage.box.getBoundingClientRect().top`))
		}
		if cell := js[float64](p, `board3d.stage.view.cell`); cell < 20 {
			t.Errorf("a cell of the grid has %v pixels", cell)
		}
		p.picture()
	}
}
