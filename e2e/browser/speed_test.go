package browser

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// usable notes when the drawn board can be used, in milliseconds since the page was asked for.
const usable = `new MutationObserver((_, o) => {
	if (document.querySelector("#board3d.ready")) { window.usable = performance.now(); o.disconnect(); }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] })`

// longGame are the first moves of a game of Raumschach.
var longGame = strings.Fields(`ab1-cc1 eb5-ec3 be1-cd2 dc5-cd4 bd2-bd3 cd4-cb4 cd2-bc3 cb4-bb4 bc1-cb2 de4-ce4 cb2-ed4 ec5-eb5
	bc3-de5 da5-bc3 bb2-bc3 ce4-ce3 bc3-bb4 ee5-de5 ed4-de5 ce3-bd3 ba1-be5 ec3-dc5 de5-ed5 eb5-da5 ed5-dc5 bd3-bc2`)

// TestSpeed logs how fast the site is on this machine, with its load: how long a browser that has
// nothing of the site takes until the board of 512 cells can be used, and how long a confirmed move
// takes until the board shows it as played. Site and browser share the machine's processors with
// whatever else it does, so that no time fails the test. The bytes of the first paint, which do not
// depend on the machine, are limited by a test of the site.
func TestSpeed(t *testing.T) {
	b := newBot(t, func(*bot) {})
	b.publicly()
	var cold []float64
	for n := range 3 {
		ana := b.visits(n+1, true)
		ana.first(usable)
		ana.goTo("/learn/stockschach512/1")
		ana.until(`window.usable`)
		cold = append(cold, js[float64](ana, `window.usable`))
	}
	t.Logf("board of 512 cells usable cold after %.0f ms%s", cold, load())

	b = newBot(t, (*bot).listening)
	ana := b.sit("ana", true)
	var took []float64
	ana.says("study raumschach")
	ana.goTo("/game/1")
	for n, move := range longGame {
		ana.until(shown + ` && ` + still)
		ana.do(chromedp.Focus("#board3d"), chromedp.KeyEvent(move+"\r"))
		ana.until(fmt.Sprintf(`document.querySelector("#action form.confirm .go")?.value === %q`, move))
		pressed := js[float64](ana, `(document.querySelector("#action form.confirm .go").click(), Date.now())`)
		ana.until(fmt.Sprintf(`board3d.stage.position.ply === %d && (window.played = Date.now())`, n+1))
		took = append(took, js[float64](ana, `window.played`)-pressed)
	}
	slices.Sort(took)
	t.Logf("%d confirmed moves shown after %.0f ms (p50), %.0f ms (p99)%s", len(took), took[len(took)/2], took[(len(took)*99+99)/100-1], load())
}

// load describes the load of the machine in the last minutes; it is empty where the system does not
// tell.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return ", load " + strings.Join(strings.Fields(string(text))[:3], " ")
}
