package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hearing collects in the variable heard what screen readers are told of the game.
const hearing = `(window.heard = [], new MutationObserver(() => {
	const said = document.getElementById("live").textContent;
	if (said) heard.push(said);
}).observe(document.getElementById("live"), { childList: true }), true)`

// hears waits until screen readers have been told some words.
func (p *tab) hears(words string) {
	p.Helper()
	p.until(fmt.Sprintf(`heard.some((said) => said.includes(%q))`, words))
}

// sends presses a button of the page that says a command.
func (p *tab) sends(command string) {
	p.Helper()
	button := fmt.Sprintf(`document.querySelector('button[value="%s"]:not(:disabled)')`, command)
	p.until(button)
	js[bool](p, "("+button+".click(), true)")
}

// isTold waits until the page shows an answer of the bot.
func (p *tab) isTold(words string) {
	p.Helper()
	p.until(fmt.Sprintf(`document.querySelector("#told p")?.textContent.includes(%q)`, words))
}

// writes types a move and presses Enter. If the move is legal, shown is its text: its button has
// the focus then, and Enter plays it.
func (p *tab) writes(text, shown string) {
	p.Helper()
	if !js[bool](p, `document.activeElement.id === "movefield"`) {
		p.do(chromedp.Focus("#movefield"))
	}
	p.do(chromedp.KeyEvent(text + kb.Enter))
	if shown != "" {
		p.until(fmt.Sprintf(`document.activeElement.matches('#action form.confirm button[value="%s"]')`, shown))
		p.do(chromedp.KeyEvent(kb.Enter))
	}
}

// boardRests returns a function that fails the test if the board has moved or changed its size.
func (p *tab) boardRests() func(when string) {
	p.Helper()
	const place = `(() => { const r = document.getElementById("board3d").getBoundingClientRect(); return [r.left, r.top, r.width, r.height, board3d.stage.view.cell].join(); })()`
	before := js[string](p, place)
	return func(when string) {
		p.Helper()
		if now := js[string](p, place); now != before {
			p.Errorf("%s the board lies at %s, not at %s", when, now, before)
		}
	}
}

// TestDoings offers a draw, asks for a takeback, resigns and asks for a rematch with the buttons of
// a public page, on the drawn and on the flat board. Each answer is shown, each change is
// announced, and both players are taken to the rematch.
func TestDoings(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben raumschach white public")
	console.hears("begin|is to move|White", "ben@hall: accept")
	ana, ben, carol := b.visits(1, true), b.visitsIn(flat, 2, true), b.visits(3, true)
	ben.expects("WebGL context") // there is none
	ana.signsIn(console.link("ana"), "ana")
	ben.signsIn(console.link("ben"), "ben")
	for _, p := range []*tab{ana, ben, carol} {
		p.goTo("/game/1")
		p.until(loaded)
		js[bool](p, hearing)
	}
	ana.until(shown)
	ben.until(`!document.getElementById("note3d").hidden`)

	rests := ana.boardRests()
	ana.sends("draw 1")
	ana.isTold("You have offered ben a draw")
	ana.until(`document.querySelector("#action .offered")?.textContent === "You have offered a draw." && !document.querySelector('#action button[value^="draw 1"]')`)
	ana.picture()
	ben.hears("ana offers a draw.")
	ben.sends("draw 1 decline")
	ben.isTold("declined")
	ana.presses("Close")
	ana.until(`document.getElementById("told").childElementCount === 0`)

	ana.press("eb4")
	ana.until(`document.querySelector("#action > p:first-child").textContent.includes("It is your opponent's.")`)
	ana.picture()
	rests("while a piece is chosen")
	ana.press("ab2")
	ana.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("ab2")`)
	x, y := ana.cell("ba1")
	ana.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	ana.until(`document.querySelector(".hover3d")?.textContent.includes(":")`)
	if over := js[bool](ana, `(() => { const said = document.querySelector(".hover3d").getBoundingClientRect(); return [...document.querySelectorAll("#action :is(a, button, input, summary)")].some((b) => b.offsetWidth && b.getBoundingClientRect().top < said.bottom - 1); })()`); over {
		t.Error("what is said of a cell covers a button")
	}
	rests("while the pointer is over a piece")
	ana.press("ab3")
	ana.until(`document.querySelector("#action form.confirm .go")`)
	ana.picture()
	rests("before a move is confirmed")
	ana.do(chromedp.Click("#action form.confirm .go"))
	ana.until(`document.querySelector('#moves a[data-ply="1"]')`)
	rests("after a move")
	carol.hears("White: Pawn ab2-ab3. ben is to move, 1")
	ben.hears("White: Pawn ab2-ab3. Your move, 1")
	ana.sends("takeback 1")
	ana.isTold("You have asked ben for a move back")
	ben.hears("ana would like to take back a move.")
	ben.sends("takeback 1 accept")
	for _, p := range []*tab{ana, ben, carol} {
		p.hears("Moves have been taken back. ")
	}

	// Moves are written and confirmed without a mouse, also a second time after a wrong one.
	ana.writes("ab2-ab9", "")
	ana.until(`document.getElementById("wrong") && document.getElementById("movefield").value === "ab2-ab9"`)
	js[bool](ana, `(document.getElementById("movefield").select(), true)`)
	ana.writes("ab2-ab3", "ab2-ab3")
	carol.until(`document.querySelector('#moves a[data-ply="1"]')`)
	ben.until(`document.getElementById("status").textContent.startsWith("Your move")`)
	ben.writes("eb4-eb3", "eb4-eb3")
	carol.until(`document.querySelector('#moves a[data-ply="2"]')`)
	ana.until(`document.getElementById("status").textContent.startsWith("Your move")`)
	js[bool](ana, `(document.querySelector(".danger summary").click(), true)`)
	ana.sends("resign 1 confirm")
	for _, p := range []*tab{ana, ben, carol} {
		p.hears("ben (Black) wins")
		p.until(`document.getElementById("status").textContent.startsWith("ben (Black) wins")`)
	}

	ana.sends("rematch 1")
	ana.isTold("challenge")
	ben.sends("rematch 1")
	for _, p := range []*tab{ben, ana} {
		p.until(loaded + ` && location.pathname === "/game/2"`)
	}
	// Whoever opens the finished game later stays there, with a link to the next one.
	ana.goTo("/game/1")
	ana.until(shown + ` && document.querySelector('#action [data-live=mine] a[href="/game/2"]')`)
	ana.press("eb3")
	ana.until(`board3d.stage.marks.chosen >= 0 && ` + still)
	ana.picture()
	ana.press("eb3")
	ana.until(`board3d.stage.marks.chosen < 0`)
	ana.settles()
	if at := js[string](ana, `location.pathname`); at != "/game/1" {
		t.Errorf("whoever looks at a finished game is taken to %s", at)
	}
}
