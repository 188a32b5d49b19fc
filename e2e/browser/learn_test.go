package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// lessonIs is true when the page shows a lesson that is not solved, ready to be played.
const lessonIs = `location.pathname.endsWith("/learn/raumschach/%d") && ` + shown + ` && board3d.stage.position && !document.querySelector("#task .right")`

// attempts chooses a man on the drawn board and presses a cell.
func (p *tab) attempts(from, to string) {
	p.Helper()
	p.until(still)
	p.press(from)
	p.until(fmt.Sprintf(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf(%q)`, from))
	p.until(still)
	p.press(to)
}

// TestLessons takes a guest through the first three lessons by clicks: a cell that the piece cannot
// reach and a move that is not the task are answered by the reason, and what was solved is
// remembered. A lesson is also solved by keys, by a typed move, by fingers, and without scripts by
// somebody who has no name yet.
func TestLessons(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	b.publicly()
	ana := b.visits(1, true)
	ana.goTo("/")
	ana.names("ana")
	ana.do(chromedp.Click(`.now .go`))
	ana.until(`location.pathname === "/game/1"`)
	ana.goTo("/learn")
	ana.do(chromedp.Click(`a[href="/learn/raumschach/1"]`))

	ana.until(fmt.Sprintf(lessonIs, 1))
	ana.attempts("cc3", "aa1")
	ana.until(`document.getElementById("wrong")?.textContent.includes("cc3")`)
	ana.press("cc4") // reachable, but not what the task asks for
	ana.until(`document.querySelector("#task .wrong")?.textContent.includes("dc3")`)
	ana.attempts("cc3", "dc3")
	ana.until(`document.querySelector("#task .right")`)
	ana.picture()
	ana.do(chromedp.Click("#task .go"))

	ana.until(fmt.Sprintf(lessonIs, 2))
	ana.do(chromedp.Click(`#task a[href*="hint"]`))
	ana.until(`document.querySelector("#task .hint")`)
	ana.attempts("aa1", "ea1")
	ana.until(`document.querySelector("#task .right")`)
	ana.do(chromedp.Click("#task .go"))

	ana.until(fmt.Sprintf(lessonIs, 3)) // by keys
	ana.do(chromedp.Focus("#board3d"), chromedp.KeyEvent("bb2-dd2\r"))
	ana.until(`document.querySelector("#action form.confirm .go") === document.activeElement || document.querySelector("#task .right")`)
	if !js[bool](ana, `null !== document.querySelector("#task .right")`) {
		ana.do(chromedp.KeyEvent("\r"))
	}
	ana.until(`document.querySelector("#task .right") && document.querySelectorAll(".course .solved").length === 3`)
	ana.goTo("/learn")
	if done := js[int](ana, `document.querySelector("progress").value`); done != 3 {
		t.Errorf("%d lessons are solved", done)
	}
	ana.goTo("/learn/octhex146/1")
	ana.do(chromedp.Click(".figures summary"), chromedp.Click(`.figures a[href*="figure=5"]`))
	ana.until(`board3d.stage.marks.plane.size === 21 && document.querySelectorAll("td.figure").length === 21`)
	ana.accessible(axe, "/learn", "/learn/raumschach/4", "/learn/octhex146/1?figure=7", "/learn/stockschach216/1?played=solution")

	ben := b.visits(2, false) // without scripts, and without a name
	ben.goTo("/learn/raumschach/2")
	ben.do(chromedp.Click(`[data-cell="aa1"] a`), chromedp.WaitVisible(`[data-cell="aa1"].chosen`), chromedp.Click(`[data-cell="ab2"] a`), chromedp.WaitVisible("#wrong"))
	ben.do(chromedp.Click(`[data-cell="ea1"] a`), chromedp.WaitVisible("form.confirm .go"), chromedp.Click("form.confirm .go"), chromedp.WaitVisible("#task .right"))

	finn := b.visits(3, true)
	finn.onPhone(844)
	finn.goTo("/learn/raumschach/2")
	finn.until(fmt.Sprintf(lessonIs, 2))
	finn.opens("aa1")
	finn.taps("aa1", `board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("aa1")`)
	finn.opens("ea1")
	finn.taps("ea1", `document.querySelector("#task .right")`)

	kim := b.visitsIn(flat, 4, true)
	kim.expects("WebGL context")
	kim.goTo("/learn/raumschach/2")
	kim.until(`!document.getElementById("note3d").hidden`)
	kim.do(chromedp.Click(`[data-cell="aa1"] a`))
	kim.until(`document.querySelector('[data-cell="aa1"].chosen')`)
	kim.do(chromedp.Click(`[data-cell="ea1"] a`))
	kim.until(`document.querySelector("#task .right")`)
}
