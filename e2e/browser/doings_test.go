package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
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

// TestDoings offers a draw, asks to take back, resigns and asks for a rematch by the buttons of a public page, on the board that is drawn and on the
// flat one: each answer is shown, each change is heard, and the game that begins is a link.
func TestDoings(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben raumschach white public")
	console.hears("begin|is to move|White", "ben@hall: accept")
	ana, ben, carol := b.visits(1, true), b.visits(2, true, chromedp.Flag("disable-3d-apis", true)), b.visits(3, true)
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

	ana.sends("draw 1")
	ana.isTold("You have offered ben a draw")
	ana.picture()
	ben.hears("ana offers a draw.")
	ben.sends("draw 1 decline")
	ben.isTold("declined")
	ana.presses("Close")
	ana.until(`document.getElementById("told").childElementCount === 0`)

	ana.goTo("/game/1?cell=ab2&to=ab3")
	ana.until(shown)
	js[bool](ana, hearing)
	ana.do(chromedp.Click("#action form.confirm .go"))
	carol.hears("White: Pawn ab2-ab3. ben is to move, 1")
	ben.hears("White: Pawn ab2-ab3. Your move, 1")
	ana.sends("takeback 1")
	ana.isTold("You have asked ben for a move back")
	ben.hears("ana would like to take back a move.")
	ben.sends("takeback 1 accept")
	for _, p := range []*tab{ana, ben, carol} {
		p.hears("Moves have been taken back. ")
	}

	js[bool](ana, `(document.querySelector(".danger summary").click(), true)`)
	ana.sends("resign 1 confirm")
	for _, p := range []*tab{ana, ben, carol} {
		p.hears("ben (Black) wins")
		p.until(`document.getElementById("status").textContent.startsWith("ben (Black) wins")`)
	}

	ana.sends("rematch 1")
	ana.isTold("challenge")
	ben.sends("rematch 1")
	ben.until(`document.querySelector('#told a[href="/game/2"]')?.textContent === "Game 2"`)
	ben.picture()
	ben.do(chromedp.Click(`#told a`))
	ben.until(loaded + ` && location.pathname === "/game/2"`)
}
