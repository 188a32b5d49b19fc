package browser

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// point is a place on the screen.
type point struct{ x, y float64 }

// fingers has fingers touch the screen, go each along a line in some steps, and leave.
func (p *tab) fingers(lines ...[2]point) { p.Helper(); p.touches(0, lines...) }

// touches is fingers that rest for a time before they go.
func (p *tab) touches(rest time.Duration, lines ...[2]point) {
	p.Helper()
	const steps = 4
	send := func(kind input.DispatchTouchEventType, done float64) {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			var all []*input.TouchPoint
			for i, line := range lines {
				id := float64(i)
				if kind != input.DispatchTouchEventTypeTouchEnd {
					all = append(all, &input.TouchPoint{X: line[0].x + (line[1].x-line[0].x)*done, Y: line[0].y + (line[1].y-line[0].y)*done, ID: &id})
				}
			}
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: all})
			return err
		}))
	}
	send(input.DispatchTouchEventTypeTouchStart, 0)
	time.Sleep(rest) // a finger that rests
	for i := 1; i <= steps && lines[0][0] != lines[0][1]; i++ {
		send(input.DispatchTouchEventTypeTouchMove, float64(i)/steps)
	}
	send(input.DispatchTouchEventTypeTouchEnd, 1)
}

// succeeds repeats an action until an expression is true. On a busy machine a tap or a swipe may
// take so long that it counts as a long press.
func (p *tab) succeeds(expression string, do func()) {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		do()
		for range 20 {
			if js[bool](p, "Boolean("+expression+")") {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	p.until(expression)
}

// settles waits until the page has been drawn twice, and what was scrolled has come to rest.
func (p *tab) settles() {
	p.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`new Promise((done) => {
		let at = scrollY, same = 0;
		const look = () => {
			same = at === scrollY ? same + 1 : 0;
			at = scrollY;
			if (same < 10) requestAnimationFrame(look); else done(true);
		};
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
}

// onPhone makes the browser one of a phone, with fingers, whose window has a height.
func (p *tab) onPhone(height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(390, height, chromedp.EmulateMobile), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
		return err
	}))
}

// taps taps a cell, until an expression is true.
func (p *tab) taps(cell, expression string) {
	p.Helper()
	p.succeeds(expression, func() {
		x, y := p.cell(cell) // again each time: what was meant as a tap may have scrolled
		p.fingers([2]point{{x, y}, {x, y}})
	})
}

// TestTouch plays with fingers on a small phone. A swipe over the board scrolls the page until a
// tap activates the board. Then one finger turns it, two fingers enlarge it and change the level,
// and a long press shows what a man can do.
func TestTouch(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	p.onPhone(600)
	p.goTo("/game/1")
	p.until(`document.querySelector("#board3d.ready") && ` + still)

	up := [2]point{{200, 420}, {200, 220}}
	p.fingers(up)
	p.until(`scrollY > 20`)
	if js[int](p, `board3d.stage.marks.chosen`) >= 0 {
		t.Error("a swipe chooses what it begins on")
	}
	js[bool](p, `(scrollTo(0, 0), true)`)
	p.until(`scrollY === 0 && ` + still)

	p.taps("ab2", `document.querySelector('#board2d [data-cell="ab2"].chosen')`)
	p.until(still)
	p.settles()
	before := js[int](p, `Math.round(scrollY)`)
	p.fingers(up)
	p.fingers([2]point{{100, 300}, {250, 300}})
	p.settles()
	if at := js[int](p, `Math.round(scrollY)`); at != before {
		t.Errorf("the page is scrolled from %d to %d while somebody plays", before, at)
	}
	if js[string](p, `board3d.stage.layout.cells[board3d.stage.marks.chosen]`) != "ab2" {
		t.Error("a swipe lets go what was chosen")
	}

	// Two fingers: apart they enlarge the board, together up or down they go to another level.
	p.fingers([2]point{{180, 260}, {110, 260}}, [2]point{{220, 260}, {290, 260}})
	p.until(`board3d.stage.state.sheets.page.zoom > 1.5`)
	p.fingers([2]point{{60, 260}, {178, 260}}, [2]point{{330, 260}, {212, 260}})
	p.until(`board3d.stage.state.sheets.page.zoom < 1.05`)
	level := js[int](p, `board3d.stage.state.page`)
	p.fingers([2]point{{150, 220}, {150, 330}}, [2]point{{230, 220}, {230, 330}})
	p.until(fmt.Sprintf(`board3d.stage.state.page === %d && %s`, level-1, still))
	p.do(chromedp.Click(`.lifts3d button:last-child`)) // down again
	p.until(fmt.Sprintf(`board3d.stage.state.page === %d && %s`, level, still))

	// A finger that rests shows the cell on all levels; one of them is opened.
	x, y := p.cell("ac3")
	p.touches(500*time.Millisecond, [2]point{{x, y}, {x, y}})
	p.until(`document.querySelectorAll("#core3d:not([hidden]) button").length === 5`)
	p.do(chromedp.Click(`#core3d button:first-child`))
	p.until(`board3d.stage.layout.levels[board3d.stage.layout.pages[board3d.stage.state.page][0]].name === "e" && document.getElementById("core3d").hidden && ` + still)

	// The sheet takes half of the window, and has the switch of postures. In the stack a finger
	// turns the board, and a tap opens a level.
	p.do(chromedp.Click(`//*[@id="sheet3d"]//button[contains(., "Stack 3D")]`), chromedp.WaitVisible(".postures"))
	p.do(chromedp.Click(`.postures button:nth-child(2)`))
	p.until(`board3d.stage.state.posture === "stack" && document.body.dataset.sheet === "peek" && ` + still)
	yaw := js[float64](p, `board3d.stage.state.camera.yaw`)
	js[bool](p, `(scrollTo(0, 0), true)`)
	p.succeeds(fmt.Sprintf(`Math.abs(board3d.stage.state.camera.yaw - %v) > 3 && %s`, yaw, still), func() { p.fingers([2]point{{200, 200}, {160, 200}}) })
	// A slow tap may have opened the strip of a column, which may hide the button.
	p.succeeds(fmt.Sprintf(`board3d.stage.state.camera.yaw === %v && %s`, yaw, still), func() { js[bool](p, `(document.querySelector(".snaps button:first-child").click(), true)`) })
	ply := js[int](p, `board3d.stage.position.ply`)
	p.taps("ec3", `board3d.stage.state.posture === "page"`)
	if js[int](p, `board3d.stage.position.ply`) != ply || js[bool](p, `Boolean(document.querySelector("form.confirm"))`) {
		t.Error("a tap in the stack moves a piece")
	}

	// A swipe over the line that tells the last move goes back, and on again.
	p.goTo("/")
	p.says("move 1 ab2-ab3")
	p.goTo("/game/1")
	for _, swipe := range []struct {
		by  float64
		ply int
	}{{200, 0}, {-200, 1}} {
		p.until(`document.querySelector("#board3d.ready") && ` + still)
		p.succeeds(fmt.Sprintf(`board3d.stage.position.ply === %d`, swipe.ply), func() {
			at := js[[]float64](p, `(() => { const line = document.querySelector("#action > p:first-child"); line.scrollIntoView({ block: "center" }); const r = line.getBoundingClientRect(); return [195, r.top + 12]; })()`)
			p.fingers([2]point{{at[0] - swipe.by/2, at[1]}, {at[0] + swipe.by/2, at[1]}})
		})
	}
	p.picture()
}
