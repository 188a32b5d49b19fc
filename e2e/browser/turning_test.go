package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTurning turns a stack of 512 cells without a graphics card. While it turns, frames that come
// late are drafted at half the resolution; once it rests, it is drawn in full. The log says how many
// frames were drawn in a second.
func TestTurning(t *testing.T) {
	p := newBot(t, (*bot).atTerminal).sit("ana", true)
	p.do(chromedp.EmulateViewport(1280, 800))
	p.says("challenge computer stockschach512 white level 1")
	p.until("document.querySelector('a[href$=\"/game/1\"]')")
	p.do(chromedp.Navigate(js[string](p, "document.querySelector('a[href$=\"/game/1\"]').href")))
	p.until("document.querySelector('#board3d.ready')")
	js[bool](p, "[...document.querySelectorAll('.postures button')].find((b) => b.textContent === 'Stack').click() ?? true")
	p.until(still)
	const width = "board3d.stage.canvas.width / board3d.stage.width"
	full := js[float64](p, width)
	js[bool](p, `(() => {
		const s = board3d.stage, first = s.frames, start = performance.now();
		let n = 0, least = Infinity;
		const turn = () => {
			s.turn(n++ % 20 < 10 ? 1 : -1, 0);
			least = Math.min(least, s.canvas.width / s.width);
			const took = performance.now() - start;
			if (took < 2000 || s.late < 3 && took < 20000) {
				// Elsewhere the frames may be on time: they are delayed here.
				const next = performance.now() + 70;
				requestAnimationFrame(took < 2000 ? turn : () => {
					while (performance.now() < next);
					turn();
				});
			} else {
				window.turned = { least, pace: 1000 * (s.frames - first) / took };
			}
		};
		turn();
		return true;
	})()`)
	p.until("window.turned")
	t.Logf("%.1f frames a second", js[float64](p, "window.turned.pace"))
	p.until(still)
	if least, rest := js[float64](p, "window.turned.least"), js[float64](p, width); least > full*0.51 || rest != full {
		t.Errorf("%.2f pixels for one of the page at rest, %.2f while it turns, %.2f after it", full, least, rest)
	}
}
