package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestFinalMoves says `confirm off`: moves that are pressed or typed are then played at once, on
// the drawn and on the flat board. The address of a move, which anybody may send, plays nothing.
func TestFinalMoves(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, ben := b.sit("ana", true), b.sitFlat("ben")
	ben.says("hi")
	ana.says("challenge ben raumschach white")
	ben.says("accept")
	for _, p := range []*tab{ana, ben} {
		p.goTo("/game/1")
		p.until(loaded)
	}
	ana.until(shown)

	// Who has said nothing sees each move before it is final.
	ana.press("ab2")
	ana.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("ab2")`)
	ana.press("ab3")
	ana.until(`document.querySelector("#action form.confirm .go")`)
	ana.do(chromedp.Click("#action form.confirm a"))
	ana.until(`!document.querySelector("#action form.confirm")`)

	ana.says("confirm off")
	ben.says("confirm off")
	ana.goTo("/game/1?cell=ab2&to=ab3")
	ana.until(shown + ` && document.querySelector("#action form.confirm[data-final] .go") && board3d.stage.marks.pendingTo >= 0`)
	if played := js[int](ana, `document.querySelectorAll("#moves a[data-ply]").length`); played != 0 {
		t.Fatalf("an address has played %d moves", played)
	}
	ana.do(chromedp.Click("#action form.confirm a"))
	ana.until(`!document.querySelector("#action form.confirm")`)
	ana.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("ab2") && board3d.stage.marks.pendingTo < 0`)
	ana.press("ab3")
	ana.until(`document.querySelector('#moves a[data-ply="1"]')`)

	ben.until(`document.getElementById("status").textContent.startsWith("Your move")`)
	ben.do(chromedp.Click(`#board2d [data-cell="eb4"] a`))
	ben.until(`document.querySelector("#board2d td.chosen")`)
	ben.do(chromedp.Click(`#board2d [data-cell="eb3"] a`))
	ben.until(`document.querySelector('#moves a[data-ply="2"]')`)

	ana.until(`document.getElementById("status").textContent.startsWith("Your move")`)
	ana.writes("ac2-ac3", "")
	ana.until(`document.querySelector('#moves a[data-ply="3"]')`)

	ben.says("confirm on")
	ben.until(`document.getElementById("status").textContent.startsWith("Your move")`)
	ben.writes("eb3-eb2", "eb3-eb2")
	ben.until(`document.querySelector('#moves a[data-ply="4"]')`)
}
