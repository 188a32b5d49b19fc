package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestFocusStays steps through a game by pressing one key on one link. On each new page the link at
// the same place has the focus, also on the flat board.
func TestFocusStays(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana := b.sit("ana", true)
	ana.says("study raumschach")
	for _, move := range []string{"ab2-ab3", "eb4-eb3", "bb2-bb3"} {
		ana.says("move 1 " + move)
	}
	flat := b.sitFlat("ben")
	for _, p := range []*tab{ana, flat} {
		p.goTo("/game/1")
		p.until(loaded)
		p.until(`document.querySelector("#board3d.ready") || !document.getElementById("note3d").hidden`)
		js[bool](p, `(document.querySelector(".steps [rel=prev]").focus(), true)`)
		for _, status := range []string{"After move 2 of 3", "After move 1 of 3", "After move 0 of 3"} {
			p.do(chromedp.KeyEvent(kb.Enter))
			p.until(`document.getElementById("status").textContent === "` + status + `" && document.activeElement.matches(".steps [rel=prev]") && document.querySelector(".steps [rel=prev]").isConnected`)
		}
		// What is not there any more gives the keys to the part that it stood in.
		p.goTo("/game/1?cell=bb3")
		p.until(loaded)
		p.until(`document.querySelector("#board3d.ready") || !document.getElementById("note3d").hidden`)
		js[bool](p, `(document.querySelector("#action .row > a.button").focus(), true)`)
		p.do(chromedp.KeyEvent(kb.Enter))
		p.until(`!document.querySelector("#action .row > a.button") && document.activeElement.closest("#action")`)
	}
}
