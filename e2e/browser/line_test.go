package browser

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// toldOnPage is true when the answer on the first page has some words and the input line is empty.
func toldOnPage(words string) string {
	return `document.getElementById("answer").textContent.includes("` + words + `") && document.getElementById("text").value === ""`
}

// TestLineToTheBot has a user without a game write to the bot on the first page of a public site.
// The answers come on the same page; their buttons and the commands in them work; and a message
// that could not be sent is put back into the line.
func TestLineToTheBot(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	ana := b.visits(1, true)
	ana.signsIn(console.link("ana"), "ana")
	ana.do(chromedp.Navigate(ana.base+"/"), chromedp.WaitVisible("#write"))
	js[bool](ana, `window.stays = true`)
	writes := func(text string) {
		ana.do(chromedp.SendKeys("#text", text), chromedp.Click("#write button"))
	}

	writes("prefer time Europe/Berlin")
	ana.until(toldOnPage("Europe/Berlin"))
	ana.expects("422") // a question is answered with a problem
	writes("rules")
	ana.until(toldOnPage("Which game?"))
	ana.do(chromedp.Click(`#answer button[value="rules gutenschach"]`))
	ana.until(toldOnPage("Gutenschach") + ` && document.activeElement.id === "text"`)
	writes("help")
	ana.until(toldOnPage("Say it in plain words"))
	if dir := os.Getenv("RAUMBOT_SCREENSHOTS"); dir != "" {
		for _, look := range looks {
			ana.as(look.width, look.height, look.scheme, look.prefers...)
			ana.picture()
		}
		ana.as(1280, 800, "light")
	}
	code := js[string](ana, `(() => { const code = document.querySelector("#answer code"); code.click(); return code.textContent; })()`)
	if line := js[string](ana, `document.getElementById("text").value`); code == "" || line != code {
		t.Errorf("%q is pressed, and the line has %q", code, line)
	}
	// A person who is writing stays on the page when one of their games begins elsewhere.
	js[bool](ana, `(document.getElementById("text").value = "", true)`)
	ana.do(chromedp.SendKeys("#text", "board"))
	console.hears("Game 1", "ana@hall: study raumschach")
	ana.do(chromedp.WaitReady("[data-live=mine] a[href='/game/1']"), chromedp.Click("#write button"))
	ana.until(toldOnPage("Game 1") + ` && document.querySelector("#answer a[href='/game/1']") && document.querySelector("[data-live=mine] a[href='/game/1']")`)
	if !js[bool](ana, `window.stays`) {
		t.Error("an answer leaves the page")
	}
	writes("study raumschach")
	ana.do(chromedp.WaitVisible(`#game[data-game="2"]`))

	ana.do(chromedp.Navigate(ana.base+"/"), chromedp.WaitVisible("#write"))
	ana.expects("net::ERR_")
	b.stop()
	b.stop = func() {}
	writes("games")
	ana.until(`!document.querySelector("#write .wrong").hidden && document.getElementById("text").value === "games"`)
}
