package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestStopsOfTab goes through the tables of the board with Tab, with and without the drawn board.
// There is one stop for each level, and one for each target while a piece is chosen. The first link
// skips the board.
func TestStopsOfTab(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1")
	p.until(shown)
	if stops := js[string](p, `[...document.querySelectorAll("#board2d .level")].map((level) => level.querySelectorAll('[tabindex="0"], a.letter').length - level.querySelectorAll("a.letter").length).join()`); stops != "1,1,1,1,1" {
		t.Errorf("the levels have %s stops", stops)
	}
	if free := js[int](p, `document.querySelectorAll("#board2d td[data-cell] a:not([tabindex])").length`); free > 0 {
		t.Errorf("%d links are stops by themselves", free)
	}
	here := func(cell string) {
		t.Helper()
		p.until(`document.activeElement.closest("[data-cell]")?.dataset.cell === "` + cell + `"`)
	}
	// The letter is a tab stop, but not a cell.
	js[bool](p, `(document.querySelector("#board2d a.letter").focus(), true)`)
	js[bool](p, `(document.querySelector('#board2d [data-cell="aa2"] a').focus(), true)`)
	p.do(chromedp.KeyEvent(kb.ArrowUp)) // to an empty cell
	here("aa3")
	p.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowRight))
	here("ab2")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelector('#board2d [data-cell="ab2"].chosen') && board3d.stage.marks.chosen >= 0`)
	targets := js[int](p, `document.querySelectorAll("#board2d td.target, #board2d td.capture").length`)
	for range targets {
		p.do(chromedp.KeyEvent(kb.Tab))
		p.until(`document.activeElement.closest("td.target, td.capture")`)
	}
	p.do(chromedp.KeyEvent(kb.Escape))
	p.until(`!document.querySelector("#board2d .chosen")`)
	js[bool](p, `(document.querySelector('.skip[href="#behind"]').focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.activeElement.id === "behind"`)
	p.do(chromedp.KeyEvent(kb.Tab))
	p.until(`document.activeElement.closest("aside")`)
}

// TestWordsOfCells reads the texts for screen readers: for empty cells that can be reached or that
// the last move left, and for the number of targets on a level.
func TestWordsOfCells(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	for _, move := range []string{"ab2-ab3", "eb4-eb3"} {
		p.says("move 1 " + move)
	}
	p.goTo("/game/1?cell=bb1")
	p.until(shown)
	if words := js[string](p, `document.querySelector('#board2d [data-cell="eb4"]').textContent`); words != "eb4, the last move came from here" {
		t.Errorf("an empty cell is read as %q", words)
	}
	for at, level := range js[map[string]int](p, `Object.fromEntries([...document.querySelectorAll("#board2d .level")].map((l) => [l.dataset.level, l.querySelectorAll("td.target, td.capture").length]))`) {
		words := map[int]string{0: "Level " + at, 1: "Level " + at + ", 1 target"}[level]
		if said := js[string](p, `[...document.querySelectorAll(".plaque")].find((b) => b.textContent.startsWith("`+at+`")).getAttribute("aria-label")`); words != "" && said != words {
			t.Errorf("level %s with %d targets is called %q", at, level, said)
		}
	}
	p.until(`[...document.querySelectorAll(".plaque")].some((b) => / targets$/.test(b.getAttribute("aria-label")))`)
}

// TestCameraIsKept turns and enlarges the board in each posture. The view is the same after the
// page has been opened again.
func TestCameraIsKept(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1")
	p.until(shown)
	js[bool](p, `(document.getElementById("board3d").focus(), true)`)
	p.drags(point{480, 430}, point{40, 30})
	for _, name := range []string{"Page", "Grid"} {
		p.posture(name)
		p.wheels(point{480, 430}, -200)
	}
	const kept = `JSON.stringify([board3d.stage.state.posture, board3d.stage.state.camera, board3d.stage.state.sheets])`
	p.until(`board3d.stage.state.sheets.page.zoom > 1.2 && board3d.stage.state.sheets.grid.zoom > 1.2`)
	before := js[string](p, kept)
	p.goTo("/game/1")
	p.until(shown)
	if after := js[string](p, kept); after != before {
		t.Errorf("the board is shown by %s, not by %s", after, before)
	}
}

// TestSaidTwice goes by keys to where there is no cell: the one that has the cursor is told again.
func TestSaidTwice(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1?cell=ba1")
	p.until(shown)
	js[bool](p, hearing)
	js[bool](p, `(document.getElementById("board3d").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	p.until(`heard.length > 0`)
	for said := 1; said < 3; said++ {
		p.until(fmt.Sprintf(`heard.length >= %d`, said))
		p.do(chromedp.KeyEvent(kb.ArrowLeft))
	}
	p.until(`heard.length >= 3 && new Set(heard).size === 1`)
}
