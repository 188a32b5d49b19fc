package browser

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stands is true when a man stands on a cell.
func stands(cell string) string {
	return fmt.Sprintf(`board3d.stage.men.has(board3d.stage.layout.cells.indexOf(%q))`, cell)
}

// downloads clicks on a link, and returns the picture that the browser saves.
func (p *tab) downloads(selector, name string) image.Image {
	p.Helper()
	dir := p.TempDir()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{BrowserContextID: chromedp.FromContext(ctx).BrowserContextID, Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})
		return err
	}), chromedp.Click(selector))
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		file, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		picture, err := png.Decode(file)
		file.Close()
		if err == nil { // all of it is there
			return picture
		}
	}
	p.Fatalf("%s is not saved", name)
	return nil
}

// yellow counts the pixels of a picture that have the colour of the last move.
func yellow(picture image.Image) (n int) {
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, g, b, _ := picture.At(x, y).RGBA(); r>>8 == uint32(lastMove.R) && g>>8 == uint32(lastMove.G) && b>>8 == uint32(lastMove.B) {
				n++
			}
		}
	}
	return n
}

// presses presses a button that is seen, by what it says.
func (p *tab) presses(words string) {
	p.Helper()
	p.until(fmt.Sprintf(`(() => { const b = [...document.querySelectorAll("button")].find((b) => b.textContent === %q && b.offsetWidth > 0); b?.click(); return b; })()`, words))
}

// tries plays a move on the board that is drawn, of somebody who only looks on.
func (p *tab) tries(from, to string) {
	p.Helper()
	p.opens(from)
	p.press(from)
	p.until(fmt.Sprintf(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf(%q) && %s`, from, still))
	p.opens(to)
	p.press(to)
	p.until(stands(to) + " && !" + stands(from) + " && " + still)
}

// TestTry has a spectator try out moves for both sides. The page, its picture and its links show
// them, and nothing is played. Moves that are played in the meantime do not remove them.
func TestTry(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	carol.goTo("/game/1")
	carol.until(shown)
	const picture = `.steps a[download]`
	before := carol.downloads(picture, "game-1.png")
	carol.tries("ab2", "ab3")
	carol.until(`document.getElementById("status").textContent === "You try out moves"`)
	carol.until(`document.querySelector(".steps a[download]").search.includes("try=ab2-ab3")`)
	after := carol.downloads(picture, "game-1.png")
	if a, b := yellow(before), yellow(after); b < a+1000 {
		t.Errorf("%d pixels mark the last move in the picture of the game, %d in that of a move that is tried out", a, b)
	}
	carol.tries("eb4", "eb3")
	if at := js[string](carol, `location.search`); !strings.Contains(at, "try=ab2-ab3&try=eb4-eb3") {
		t.Errorf("the address of two moves is %s", at)
	}
	if ply := js[int](ana, `document.querySelectorAll("#moves a").length`); ply != 0 {
		t.Errorf("%d moves that were tried out have been played", ply)
	}
	ana.says("move 1 bb2-bb3")
	carol.do(chromedp.WaitReady(`#moves a[data-ply="1"]`))
	carol.until(stands("ab3") + " && " + stands("bb2"))
	js[bool](carol, `(history.back(), true)`)
	carol.until(stands("ab3") + " && " + stands("eb4"))
	carol.do(chromedp.Click("#action a.back"))
	carol.until(stands("ab2") + " && " + stands("bb3") + ` && !location.search.includes("try")`)
}

// paced makes the board draw only when it is told to, at given times after a man has begun to move;
// flown is where the man was then.
const paced = `(() => {
	const s = board3d.stage, draw = s.draw, fly = s.fly;
	window.flown = [];
	s.fly = function (now, g) {
		fly.call(s, now, g);
		flown.push(g.flying ? [g.flying.x, g.flying.y] : null);
	};
	s.draw = () => {};
	window.drawAt = (after) => draw.call(s, s.flight.start + after);
	return true;
})()`

// TestMotion watches a move arrive. The man moves from cell to cell. For visitors who prefer less
// motion it appears at its target at once, and postures change without an animation.
func TestMotion(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	carol.goTo("/game/1")
	carol.until(shown)
	carol.posture("Stack")
	js[bool](carol, paced)
	ana.says("move 1 ab2-ab3")
	carol.until(`board3d.stage.flight`)
	way := js[[][]float64](carol, `(() => { for (const t of [0, 225, 449, 451]) drawAt(t); const r = board3d.stage.box.getBoundingClientRect(); return flown.map((p) => p && [p[0] + r.left, p[1] + r.top]); })()`)
	if len(way) != 4 || way[3] != nil {
		t.Fatalf("the man is drawn at %v", way)
	}
	near := func(at []float64, cell string) bool {
		x, y := carol.cell(cell)
		return max(at[0]-x, x-at[0], at[1]-y, y-at[1]) < 4
	}
	if !near(way[0], "ab2") || near(way[1], "ab2") || near(way[1], "ab3") || !near(way[2], "ab3") {
		x, y := carol.cell("ab2")
		t.Errorf("the man goes by %v from %v, %v", way, x, y)
	}
	if !js[bool](carol, `(document.querySelector(".postures button:nth-child(3)").click(), Boolean(board3d.stage.move))`) {
		t.Error("the postures change at once")
	}

	carol.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	}))
	carol.goTo("/game/1")
	carol.until(shown)
	js[bool](carol, paced)
	ana.says("move 1 eb4-eb3")
	carol.until(`board3d.stage.position.ply === 2`)
	if js[bool](carol, `Boolean(board3d.stage.flight)`) {
		t.Error("a man moves although less motion is wanted")
	}
	if js[bool](carol, `(document.querySelector(".postures button:nth-child(2)").click(), Boolean(board3d.stage.move))`) {
		t.Error("the postures change by a way although less motion is wanted")
	}
	if n := js[int](carol, `(document.querySelector(".postures button:nth-child(3)").click(), board3d.stage.canvas.getAnimations().length)`); n == 0 {
		t.Error("nothing fades when the postures change")
	}
}

// drags drags the mouse.
func (p *tab) drags(from, by point, options ...chromedp.MouseOption) {
	p.Helper()
	const steps = 12
	held := append([]chromedp.MouseOption{chromedp.ButtonLeft}, options...)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, from.x, from.y, held...))
	for i := range steps {
		part := float64(i+1) / steps
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, from.x+by.x*part, from.y+by.y*part, held...))
	}
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, from.x+by.x, from.y+by.y, held...))
}

// wheels turns the wheel.
func (p *tab) wheels(at point, by float64) {
	p.Helper()
	// Neither delta may be zero.
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, at.x, at.y, func(e *input.DispatchMouseEventParams) { e.DeltaX, e.DeltaY = 0.1, by }))
}

// seen has the board note where its camera has been, and whether every level was seen from above.
const seen = `(() => {
	const s = board3d.stage, arrange = s.arrange;
	window.cameras = [];
	window.above = true;
	s.arrange = function () {
		arrange.call(s);
		cameras.push({ ...s.state.camera });
		above &&= s.view.levels.every((l) => l.up > 0 && l.ax * l.by - l.bx * l.ay < 0);
	};
	return true;
})()`

// TestCamera turns a stack with the mouse as far as possible. The camera is never below the board,
// too steep, too near or too far, and the board is never out of sight.
func TestCamera(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1")
	p.until(shown)
	p.posture("Stack")
	js[bool](p, seen)
	middle := point{480, 430}
	for _, by := range []point{{0, 330}, {0, -330}, {-300, 0}, {300, 0}, {300, 0}} {
		p.drags(middle, by)
	}
	extremes := func(what string) (least, most float64) {
		at := js[[]float64](p, `[Math.min(...cameras.map((c) => `+what+`)), Math.max(...cameras.map((c) => `+what+`))]`)
		return at[0], at[1]
	}
	for what, want := range map[string][2]float64{"c.tilt": {18, 40}, "Math.abs(c.yaw)": {20, 45}, "Math.sign(c.yaw)": {-1, 1}} {
		if least, most := extremes(what); least != want[0] || most != want[1] {
			t.Errorf("%s goes from %v to %v", what, least, most)
		}
	}
	js[bool](p, `(document.getElementById("board3d").focus(), true)`)
	for range 6 {
		p.wheels(middle, -500)
	}
	for _, by := range []point{{300, 300}, {300, 300}, {-300, -300}, {-300, -300}, {-300, -300}, {-300, -300}} {
		p.drags(middle, by, chromedp.ButtonModifiers(kb.ModifierShift))
	}
	half := js[bool](p, `cameras.every((c) => Math.abs(c.x) <= (c.zoom - 1) * board3d.stage.width / 2 + board3d.stage.width / 4 && Math.abs(c.y) <= (c.zoom - 1) * board3d.stage.tall / 2 + board3d.stage.tall / 4)`)
	if least, most := extremes("Math.abs(c.x)"); !half || least != 0 || most < 300 {
		t.Errorf("the board is moved by %v to %v pixels, out of sight: %v", least, most, !half)
	}
	for range 8 {
		p.wheels(middle, 500)
	}
	if least, most := extremes("c.zoom"); least != 1 || most != 3 {
		t.Errorf("the board is enlarged %v to %v times", least, most)
	}
	if !js[bool](p, `above`) {
		t.Error("a level was seen from below")
	}
	p.presses("Reset view")
	p.until(`board3d.stage.state.camera.tilt === board3d.stage.layout.tower.tilt && board3d.stage.state.camera.yaw === board3d.stage.layout.tower.yaw && ` + still)
}

// TestPlanarMove plays a move over a plane. While the target is pointed at, and after the move, the
// cells of the figure are filled, and a line leads from its beginning to its end.
func TestPlanarMove(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", true)
	p.says("study gutenschach")
	for _, move := range []string{"zh2-zh3-yh4", "sg7-sg6-sg5", "yg2-yg3-yg4", "zc7-zc6-zb5"} {
		p.says("move 1 " + move + "!")
	}
	p.goTo("/game/1")
	p.until(shown)
	p.posture("Stack")
	p.press("zg1")
	p.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("zg1") && ` + still)
	before := p.picture()
	x, y := p.cell("xh4")
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	p.until(`board3d.stage.marks.plane.size === 4 && ` + still)
	// figure is how many of some points on its cells look different than before; line is how much
	// of the line from end to end has its colour.
	figure := func(after image.Image) (changed, of int) {
		for _, at := range js[[][]float64](p, `[...board3d.stage.marks.plane].flatMap((cell) => {
			const s = board3d.stage, place = s.places[cell], l = s.view.levels.find((l) => l.level === place.level), r = s.box.getBoundingClientRect();
			return [-0.35, 0, 0.35].flatMap((u) => [-0.35, 0, 0.35].map((v) => { const [x, y] = l.at(place.x + u, place.y + v); return [x + r.left, y + r.top]; }));
		})`) {
			if before.At(int(at[0]), int(at[1])) != after.At(int(at[0]), int(at[1])) {
				changed++
			}
			of++
		}
		return changed, of
	}
	after := p.picture()
	if changed, of := figure(after); of != 36 || changed < 20 {
		t.Errorf("%d of %d points of the figure are filled", changed, of)
	}
	fromX, fromY := p.cell("zg1")
	for _, part := range []float64{0.4, 0.6} {
		if n := near(after, fromX+(x-fromX)*part, fromY+(y-fromY)*part, target); n < 20 {
			t.Errorf("%d pixels of the line, %v of the way", n, part)
		}
	}
	p.press("xh4")
	p.until(`document.querySelector("#action form.confirm button.go")`)
	p.do(chromedp.Click("#action form.confirm button.go"))
	p.until(`board3d.stage.position.ply === 5 && board3d.stage.position.last.form === "plane" && board3d.stage.marks.plane.size === 4 && ` + still)
	if changed, of := figure(p.picture()); changed < 20 {
		t.Errorf("%d of %d points of the figure are filled once it has been played", changed, of)
	}
}
