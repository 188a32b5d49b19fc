package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// lobbyLines fill the first page of a public site: public games that have been played for some
// moves, a game in which it is bob's turn, seeks, and tournaments that ana organises.
var lobbyLines = []string{
	"alice@hall: hi", "bob@hall: hi", "carol@: hi", "dora@: hi",
	"alice@: challenge dora raumschach white public", "dora@: accept 1", "alice@: move 1 ab2-ab3", "dora@: move 1 eb4-eb3",
	"dora@: challenge carol octhex146 white public", "carol@: accept 2",
	"bob@: challenge dora alicechess white public", "dora@: accept 3",
	"bob@: challenge alice raumschach white 3d", "alice@: accept 4",
	"carol@: seek dragonchess 3d",
	"ana@hall: create swiss raumschach 3d everywhere Summer Cup", "ana@hall: tournament 1 open", "dora@: join 1",
	"ana@hall: create knockout octhex146 2d everywhere", "ana@hall: tournament 2 open",
}

// TestLobby has two users meet on the first page of a public site: each sees that the other is
// there, a challenge is made, declined and made again, a tournament is entered, and the next game
// is found from the page of another. A stranger sees none of the people.
func TestLobby(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	console := b.publicly("RAUMBOT_WEB_GUESTS=people")
	console.hears("announces tournament 2", lobbyLines...)
	alice, bob, stranger := b.visits(1, true), b.visits(2, true), b.visits(3, true)
	alice.signsIn(console.link("alice"), "alice")
	if there := js[string](alice, `document.getElementById("people").innerText`); there == "" {
		t.Error("alice does not see herself")
	}
	bob.signsIn(console.link("bob"), "bob")
	bob.runsScripts(false)
	alice.until(`document.querySelector('#people a[href$="?to=bob#challenge"]')`) // without loading the page again
	alice.accessible(axe, "/", "/puzzle", "/leaders", "/tournaments", "/tournament/1")
	alice.goTo("/")
	alice.picture()
	alice.do(chromedp.Click(`#people a[href$="?to=bob#challenge"]`))
	alice.until(`document.querySelector("#challenge[open] [name=name]")?.value === "bob"`)
	js[bool](alice, `(document.querySelector("#challenge [name=variant]").value = "alicechess", document.querySelector("#challenge [name=pace]").value = "2d", true)`)
	alice.do(chromedp.Click(`#challenge .go`))
	alice.until(`location.hash === "#open" && document.querySelector('#open button[value="cancel 6"]')`)

	bob.goTo("/")
	bob.do(chromedp.Click(`#open button[value="decline 6"]`))
	bob.until(`location.pathname + location.hash === "/#open" && document.querySelector("#people")`)
	alice.until(`!document.querySelector('#open button[value="cancel 6"]')`)
	bob.do(chromedp.Click(`#tournaments button[value="join 1"]`), chromedp.WaitVisible(`#tournaments button[value="leave 1"]`))
	alice.until(`document.getElementById("tournaments").textContent.includes("2 of ")`)
	bob.do(chromedp.Click(`#puzzle a`), chromedp.WaitVisible(`.shown`), chromedp.Click(`button[value="daily"]`), chromedp.WaitVisible(`#task`))

	ana := b.visits(4, true)
	ana.signsIn(console.link("ana"), "ana")
	ana.accessible(axe, "/tournament/1")
	ana.goTo("/tournament/1")
	ana.do(chromedp.Click(".card summary"), chromedp.WaitVisible(`[name=value]`))
	js[bool](ana, axe+`;(document.querySelector("[name=setting]").value = "most", true)`)
	for _, look := range looks[:6] {
		ana.as(look.width, look.height, look.scheme)
		ana.picture()
		if all := ana.violations(); len(all) > 0 {
			t.Errorf("%d pixels: %q", look.width, all)
		}
	}
	ana.do(chromedp.SendKeys("[name=value]", "8"), chromedp.Click(`form[action*="/do/set"] button`))
	ana.until(`location.hash === "#standing" && document.getElementById("standing").textContent.includes("2 to 8 players")`)

	bob.goTo("/game/4")
	bob.do(chromedp.Click(`.next a[href="/game/3"]`), chromedp.WaitVisible("#board2d"))
	if at := js[string](bob, "location.pathname"); at != "/game/3" {
		t.Errorf("the next game is %s", at)
	}

	stranger.goTo("/")
	stranger.until(`document.querySelector("#puzzle img")`)
	if js[bool](stranger, `null !== (document.querySelector("#people") || document.querySelector('button[value^="join "]'))`) {
		t.Error("a stranger sees who is here, or may enter a tournament")
	}
	stranger.accessible(axe, "/", "/puzzle")
}

// TestLobbyFits shows the first page to a user and a stranger, the page of a game to a user who has
// another one to go to, and the first page of a room, in all windows and colours and in both
// languages. Nothing is wider than the window.
func TestLobbyFits(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly("RAUMBOT_WEB_GUESTS=people")
	console.hears("announces tournament 2", lobbyLines...)
	bob, alice, stranger := b.visits(2, true), b.visits(1, true), b.visits(3, true)
	bob.signsIn(console.link("bob"), "bob")
	bob.until(`document.querySelector("#people")`)
	alice.signsIn(console.link("alice"), "alice")
	room := newBot(t, (*bot).atTerminal)
	ana, ben := room.sit("ana", true), room.sit("ben", true)
	ben.says("seek dragonchess 3d")
	for _, language := range []struct{ code, here string }{{"en", "Who is here"}, {"de", "Wer hier ist"}} {
		for _, view := range []struct {
			p          *tab
			path, till string
		}{
			{alice, "/?to=bob", fmt.Sprintf(`document.querySelector("#people h2")?.textContent === %q`, language.here)},
			{alice, "/game/4", shown + ` && document.querySelector('.next a[href="/game/1"]')`},
			{stranger, "/", `document.querySelector("#puzzle")`},
			{ana, "/", fmt.Sprintf(`document.querySelector("#people h2")?.textContent === %q && document.querySelector("#open button")`, language.here)},
		} {
			view.p.speaks(language.code)
			view.p.goTo(view.path)
			view.p.until(view.till)
			for _, look := range looks[:7] {
				view.p.as(look.width, look.height, look.scheme)
				view.p.picture()
				if wide := js[int](view.p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
					t.Errorf("%s, %s: %d pixels wider than a window of %d", language.code, view.path, wide, look.width)
				}
			}
			view.p.as(1280, 800, "light")
		}
	}
}
