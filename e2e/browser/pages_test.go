package browser

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// loaded is true when all of a page is there, so that nothing that is clicked on moves any more.
const loaded = `document.readyState === "complete"`

// moves plays a move by links and forms.
func (p *tab) moves(from, to string) {
	p.Helper()
	p.goTo("/game/1")
	p.do(chromedp.Click(`[data-cell="`+from+`"] a`), chromedp.WaitVisible(`[data-cell="`+from+`"].chosen`))
	p.until(loaded)
	p.do(chromedp.Click(`[data-cell="`+to+`"] a`), chromedp.WaitVisible("form.confirm"))
	p.until(loaded)
	p.do(chromedp.Click("form.confirm button.go"), chromedp.WaitVisible(`[data-cell="`+to+`"].to`))
}

// TestTwoPlayAndOneWatches has two people play without scripts, each in a browser, while a third, with scripts, sees each move come, before
// and after the bot was stopped and started again.
func TestTwoPlayAndOneWatches(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, ben, carol := b.sit("ana", false), b.sit("ben", false), b.sit("carol", true)
	ana.says("challenge ben raumschach white")
	ben.goTo("/")
	ben.says("accept")
	carol.goTo("/game/1")
	sees := func(ply string) {
		t.Helper()
		carol.do(chromedp.WaitReady(`#moves a[data-ply="` + ply + `"]`))
	}
	ana.moves("ab2", "ab3")
	sees("1")
	ben.moves("eb4", "eb3")
	sees("2")
	carol.expects("net::ERR_") // her page goes on asking for what happens
	b.stop()
	b.listening()
	ana.moves("bb2", "bb3")
	sees("3")
}

// shown is true when a page has been laid out, and its board, if it has one, drawn with what the address chooses.
const shown = loaded + ` && document.getAnimations().every((a) => a.playState !== "running") && (!document.getElementById("board3d") ||
	document.querySelector("#board3d.ready") && ` + still + ` && (!location.search.includes("cell=") || board3d.stage.marks.chosen >= 0 || board3d.stage.marks.pendingTo >= 0))`

// TestPagesAreAccessible has axe look at the pages, with scripts on, as people see them.
func TestPagesAreAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("RAUMBOT_AXE"))
	if err != nil {
		missing(t, "RAUMBOT_AXE names no axe.min.js, so the pages are not looked at: "+err.Error())
	}
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.expects("404 (Not Found) " + p.base + "/game/99")
	p.says("study raumschach")
	for _, path := range []string{"/", "/games", "/game/1", "/game/1?cell=ab2", "/game/1?cell=ab2&to=ab3", "/rules", "/rules/raumschach?piece=KNI", "/tournaments", "/game/99"} {
		p.goTo(path)
		p.until(shown)
		found, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](string(axe)+`;axe.run().then(r => JSON.stringify(r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | "))))`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		var violations []string
		if err := json.Unmarshal([]byte(found), &violations); err != nil {
			t.Fatal(err)
		}
		if len(violations) > 0 {
			t.Errorf("%s:\n%s", path, strings.Join(violations, "\n"))
		}
	}
}
