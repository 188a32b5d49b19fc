package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// failing makes requests whose address or method contains some words fail, or answers them with a
// status, until it is told to stop.
const failing = `(() => {
	const send = window.fetch;
	window.fails = {};
	window.fetch = async (url, options) => {
		const how = fails[Object.keys(fails).find((words) => ((options?.method ?? "GET") + " " + url).includes(words))];
		if (how === "lost") throw new TypeError("no answer");
		if (how) return new Response("", { status: how });
		return send(url, options);
	};
	return true;
})()`

// TestMovePlayedPositionLost plays a move after which the position does not arrive. The page does
// not ask to send the move again, and shows the position later.
func TestMovePlayedPositionLost(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1?cell=ab2&to=ab3")
	p.until(shown)
	js[bool](p, failing)
	js[bool](p, `(window.fails = { "board.json": "lost" }, window.wrong = 0, new MutationObserver(() => { wrong += document.querySelectorAll("#action .wrong").length; }).observe(document.querySelector(".stage"), { childList: true, subtree: true }), true)`)
	js[bool](p, `(document.querySelector("#action form.confirm .go").click(), true)`)
	p.until(`document.querySelector('#moves a[data-ply="1"]') && !document.querySelector("form.confirm")`)
	if n := js[int](p, `wrong`); n > 0 {
		t.Errorf("a move that was played is told to be sent again")
	}
	js[bool](p, `(window.fails = {}, true)`)
	p.until(`board3d.stage.position.ply === 1`)
}

// TestLinesThatAreNotSent makes messages in the room fail. They are put back into the field, or
// shown beside it if something else has been typed by then.
func TestLinesThatAreNotSent(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	js[bool](p, failing)
	p.do(chromedp.SendKeys("#text", "help me"))
	for how, words := range map[string]string{`413`: "413", `"lost"`: "Connection lost. Send it again."} {
		js[bool](p, `(window.fails = { "POST": `+how+` }, document.querySelector("#write button").click(), true)`)
		p.until(`document.querySelector("#write .wrong").textContent === "` + words + `" && document.getElementById("text").value === "help me"`)
	}
	// The text is typed before the answer arrives.
	js[bool](p, `(document.querySelector("#write button").click(), document.getElementById("text").value = "later", true)`)
	p.until(`document.querySelector("#write .wrong").textContent.includes("help me")`)
	if now := js[string](p, `document.getElementById("text").value`); now != "later" {
		t.Errorf("what was typed meanwhile is %q", now)
	}
	js[bool](p, `(window.fails = {}, document.getElementById("text").value = "", true)`)
	p.says("hello")
	if !js[bool](p, `document.querySelector("#write .wrong").hidden`) {
		t.Error("what has been sent is still told to be lost")
	}
}

// TestSomebodyElseSignedIn signs in as another user in the same browser. A page of the former user
// is reloaded, since its forms would act for the new user.
func TestSomebodyElseSignedIn(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben raumschach white public")
	console.hears("begin|is to move|White", "ben@hall: accept")
	p := b.visits(1, true)
	p.expects("403 (Forbidden)")
	p.signsIn(console.link("ana"), "ana")
	p.goTo("/game/1")
	p.until(shown)
	// Another tab of the browser would do this.
	link := console.link("ben")
	js[bool](p, `(async () => {
		const body = (code) => ({ method: "POST", body: new URLSearchParams({ code, sure: "yes" }) });
		await fetch("/enter", body(`+"`"+link[strings.Index(link, "#")+1:]+"`"+`));
		document.dispatchEvent(new CustomEvent("raumbot:wanted"));
	})() && true`)
	p.until(loaded + ` && document.querySelector(".me strong")?.textContent === "ben"`)
	js[bool](p, `(fetch("/leave", { method: "POST" }), true)`)
	p.until(loaded + ` && document.querySelector('.me a[href="/enter"]') && !document.querySelector(".doings")`)
}

// TestTriedPositionsThatGo tries moves out from a position that is taken back. The page says so,
// and shows the game.
func TestTriedPositionsThatGo(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	ana.says("move 1 ab2-ab3")
	carol.expects("400 (Bad Request)")
	carol.goTo("/game/1?ply=1&try=eb4-eb3")
	carol.until(shown)
	ana.says("takeback 1")
	carol.until(`location.search === "" && board3d.stage.position.ply === 0 && document.getElementById("told").textContent.includes("not there any more")`)
}

// TestTakenBackToTheBeginning takes the only move back while the opponent's piece is chosen in
// another window. The piece is no longer chosen.
func TestTakenBackToTheBeginning(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	ana.says("move 1 ab2-ab3")
	carol.goTo("/game/1?cell=ab3")
	carol.until(shown)
	ana.says("takeback 1")
	carol.until(`board3d.stage.position.ply === 0 && board3d.stage.marks.chosen < 0 && location.search === ""`)
}
