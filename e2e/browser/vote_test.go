package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestVoteOnBoard has two people of a room, who play against the computer by vote, propose moves
// and vote on the page of their game: Ana on the drawn board, Ben without scripts. Each sees what
// the other does. After the count the move is on the board, and a stranger finds nothing.
func TestVoteOnBoard(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	c := b.publicly()
	c.hears(`Game 1 begins`, "ana@den: vote challenge computer raumschach white 1d level 1 known 0 open")
	c.hears(`ben proposes`, "ben@den: ac2-ac3")
	ana, ben, eve := b.visits(1, true), b.visits(2, false), b.visits(3, false)
	ana.signsIn(c.link("ana"), "ana")
	ben.runsScripts(true)
	ben.signsIn(c.link("ben"), "ben")
	ben.runsScripts(false)
	ana.goTo("/game/1")
	ana.until(loaded)
	ana.until(shown)
	ana.until(`document.getElementById("status").textContent.startsWith("Your team votes on move 1")`)
	ana.until(`document.querySelector("#ballot li")?.textContent.includes("proposed by ben")`)

	// A move on the board is proposed when it has been confirmed.
	ana.press("ab2")
	ana.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("ab2")`)
	ana.press("ab3")
	ana.until(`document.querySelector("#action form.confirm .go")?.textContent === "Propose ab2-ab3"`)
	ana.do(chromedp.Click("#action form.confirm .go"))
	ana.isTold("Your vote in game 1 is for")
	ana.until(`document.querySelectorAll("#ballot li").length === 2 && document.querySelector("#ballot li.mine").textContent.includes("ab2-ab3")`)

	// Without scripts all is links and forms.
	ben.goTo("/game/1")
	ben.do(chromedp.Click(`#ballot li:nth-child(2) button`), chromedp.WaitVisible("#ballot li:nth-child(2).mine"))
	ana.until(`document.querySelector("#ballot li.mine").textContent.includes("2 votes")`)
	ben.do(chromedp.Click(`#board2d [data-cell="ad2"] a`), chromedp.WaitVisible("td.chosen"))
	ben.do(chromedp.Click(`#board2d [data-cell="ad3"] a`), chromedp.WaitVisible("form.confirm .go"))
	ben.do(chromedp.Click("form.confirm .go"), chromedp.WaitVisible("#ballot li:nth-child(3).mine"))
	ana.until(`document.querySelectorAll("#ballot li").length === 3`)

	// A press votes, and shows the answer.
	ana.do(chromedp.Click(`#ballot li:nth-child(3) button`))
	ana.until(`document.querySelector("#ballot li:nth-child(3)").classList.contains("mine")`)
	c.hears(`creates league 1`, "ana@den: league create raumschach everywhere Open League")
	ana.accessible(axe, "/game/1", "/league/1", "/tournaments")
	ana.goTo("/game/1")
	eve.expects("404")
	eve.do(chromedp.Navigate(eve.base+"/game/1"), chromedp.WaitVisible("main"))
	if page := js[string](eve, "document.documentElement.outerHTML"); strings.Contains(page, "ad2-ad3") || strings.Contains(page, "ballot") {
		t.Errorf("a stranger sees the votes:\n%s", page)
	}
	c.hears(`The votes: .ad2-ad3. 2`, "ana@den: team count")
	ana.until(`document.querySelector('#moves a[data-ply="1"]')?.textContent === "ad2-ad3"`)
	ana.until(`document.querySelector('#moves a[data-ply="2"]') && document.querySelectorAll("#ballot li").length === 0`)
	ana.until(`document.getElementById("status").textContent.startsWith("Your team votes on move 2")`)
}
