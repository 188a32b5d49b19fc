package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestGuest comes to a public site without an account, chooses a name, a game and a level, moves,
// and takes the game along by signing in, while another tab of the same browser still shows it.
func TestGuest(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	ana := b.visits(1, true)
	ana.expects("404 (Not Found)")
	ana.accessible(axe, "/", "/rules/raumschach")
	ana.goTo("/")
	ana.until(`document.querySelectorAll(".offer img").length > 10 && document.getElementById("guest").value`)
	ana.names("ana")
	js[bool](ana, `(document.getElementById("level").value = 3, document.getElementById("level").dispatchEvent(new Event("input")), true)`)
	if said := js[string](ana, `document.querySelector(".level output").value`); said != "3: easy" {
		t.Errorf("level 3 is called %q", said)
	}
	ana.do(chromedp.Click(`.now .go`))
	ana.until(`location.pathname === "/game/1" && ` + shown)
	if who := js[string](ana, `document.querySelector(".me strong").textContent`); who != "Guest-ana" {
		t.Errorf("the guest is called %q", who)
	}
	ana.press("ab2")
	ana.until(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("ab2")`)
	ana.press("ab3")
	ana.until(`document.querySelector("#action form.confirm .go")`)
	ana.do(chromedp.Click("#action form.confirm .go"))
	ana.until(`document.querySelector('#moves a[data-ply="2"]')`) // the computer has answered
	ana.accessible(axe, "/")

	ben := b.visits(2, false) // another browser, without scripts
	ben.goTo("/")
	ben.do(chromedp.Click(`.offer input[value=alicechess]`), chromedp.Click(`.now .go`), chromedp.WaitVisible("#board2d"))
	if title := js[string](ben, `document.title`); !strings.Contains(title, "Alice Chess") {
		t.Errorf("without scripts the game is %q", title)
	}

	console.hears("hello|help|chess", "alice@hall: hi")
	ana.goTo("/")
	ana.signsIn(console.link("alice"), "alice")
	ana.goTo("/game/1")
	ana.until(`document.querySelector('#moves a[data-ply="2"]') && document.querySelector(".me strong").textContent === "alice"`)
}

// TestGuestsPlayToMate has two guests meet on the first page and play to mate on phones, without
// signing in. The browser of one of them runs no scripts until that guest has moved.
func TestGuestsPlayToMate(t *testing.T) {
	b := newBot(t, func(*bot) {})
	b.publicly("RAUMBOT_WEB_GUESTS=people")
	ana, ben := b.visits(1, false), b.visits(2, true)
	for _, p := range []*tab{ana, ben} {
		p.onPhone(844)
		p.goTo("/")
	}
	ana.names("ana")
	ana.do(chromedp.Click(`.offer input[value=raumschach]`), chromedp.Click(`.now button[value=anybody]`), chromedp.WaitVisible(`.open button[value="cancel 1"]`))
	ben.until(`document.querySelector(".open strong")?.textContent === "Guest-ana"`) // without loading the page again
	ben.names("ben")
	ben.do(chromedp.Click(`.open button[value="accept 1"]`))
	ben.until(`location.pathname === "/game/1"`)
	ana.moves("aa2", "aa3")
	ana.runsScripts(true)
	ana.goTo("/game/1")
	for i, move := range []string{"eb5-cb4", "ac2-ac3", "cb4-ab3"} {
		p := []*tab{ben, ana}[i%2]
		p.until(fmt.Sprintf(`board3d.stage.position.ply === %d && document.querySelector("#board3d.ready")`, i+1))
		p.tapsMove(move)
	}
	for _, p := range []*tab{ana, ben} {
		p.until(`document.getElementById("status").textContent === "Guest-ben (Black) wins against Guest-ana after 2 moves." && document.querySelector('#moves a[data-ply="4"]')?.textContent === "cb4-ab3#"`)
		p.until(`document.querySelector('button[value="rematch 1"]') && !document.querySelector("#movefield, .doings, form.confirm")`)
		p.picture()
	}
}

// names enters the name of a guest.
func (p *tab) names(name string) {
	p.Helper()
	js[bool](p, fmt.Sprintf(`(document.getElementById("guest").value = %q, true)`, name))
}

// tapsMove plays a move on a phone, by taps on the drawn board and on the rail of its levels.
func (p *tab) tapsMove(move string) {
	p.Helper()
	from, to, _ := ends(move)
	p.until(still)
	p.opens(from)
	p.taps(from, `board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf("`+from+`")`)
	p.opens(to)
	p.taps(to, `document.querySelector("#action form.confirm .go")`)
	p.do(chromedp.Click("#action form.confirm .go"))
}
