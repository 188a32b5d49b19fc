package browser

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// toldOnPage is true when the answer on the first page has some words, and what was written has gone from the line.
func toldOnPage(words string) string {
	return `document.getElementById("answer").textContent.includes("` + words + `") && document.getElementById("text").value === ""`
}

// TestLineToTheBot has somebody without a game write to the bot on the first page of a public site: the answers come on the same page, their buttons
// and words that can be typed do what they say, and what could not be sent stands in the line again.
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
	js[bool](ana, `(document.getElementById("text").value = "", true)`)
	console.hears("Game 1", "ana@hall: study raumschach")
	writes("board")
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
