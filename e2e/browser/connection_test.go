package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// connectionLost is true when a page says that its connection is lost, and counts the seconds until it tries again.
const connectionLost = `!document.getElementById("lost").hidden && /^Connection lost, trying again in \d+ s$/.test(document.querySelector("#lost [data-in]").textContent)`

// TestLostConnection stops the bot below two who look at a game: the board stays and can be looked at, nothing can be confirmed, the seconds are counted
// for eyes and told to ears once, and a button tries at once. One of them has a stream no more: their page is asked for now and then.
func TestLostConnection(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1?cell=ab2&to=ab3")
	p.until(shown)
	p.until(`document.querySelector("#action form.confirm .go")`)
	p.expects("net::ERR_")
	js[bool](p, `(window.told = [], new MutationObserver(() => told.push(document.getElementById("lostsaid").textContent)).observe(document.getElementById("lostsaid"), { childList: true }), true)`)
	b.stop()
	p.until(connectionLost)
	p.until(`document.querySelector("#action form.confirm .go").disabled`)
	first := js[string](p, `document.querySelector("#lost [data-in]").textContent`)
	p.until(`document.querySelector("#lost [data-in]").textContent !== "` + first + `"`)
	p.picture()
	js[bool](p, `(document.querySelector("#lost button").click(), true)`)
	p.until(connectionLost)
	if told := js[string](p, `told.join("|")`); told != "Connection lost" {
		t.Errorf("who reads with their ears is told %q", told)
	}
	b.listening()
	js[bool](p, `(document.querySelector("#lost button").click(), true)`)
	p.until(`document.getElementById("lost").hidden && !document.querySelector("#action .go")?.disabled`)
	if told := js[string](p, `told.join("|")`); told != "Connection lost|Connected again" {
		t.Errorf("who reads with their ears is told %q", told)
	}

	// Where no stream gets through the page is asked for at each attempt.
	carol := b.sit("carol", true)
	carol.expects("net::ERR_BLOCKED_BY_CLIENT")
	carol.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/*/events*", Block: true}}})
		return err
	}))
	carol.goTo("/game/1")
	carol.until(shown)
	p.until(`document.querySelector("#action form.confirm .go")`)
	js[bool](p, `(document.querySelector("#action form.confirm .go").click(), true)`)
	carol.do(chromedp.WaitReady(`#moves a[data-ply="1"]`))
	if !js[bool](carol, `document.getElementById("lost").hidden`) {
		t.Error("a page that is kept up to date without a stream says that its connection is lost")
	}
}

// answered has the page's forms wait for their answers, until one is given: release gives it, or lets the request fail.
const answered = `(() => {
	const send = window.fetch;
	window.fetch = (url, options) => options?.method !== "POST" ? send(url, options) : new Promise((done, fail) => {
		window.release = (ok) => ok ? done(send(url, options)) : fail(new TypeError("no answer"));
	});
	return true;
})()`

// TestHeldForTwoReasons confirms a move whose answer takes long, while the page is brought up to date and the connection is lost and found again: the
// button can be pressed again when neither is a reason against it.
func TestHeldForTwoReasons(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1?cell=ab2&to=ab3")
	p.until(shown)
	p.expects("net::ERR_")
	const button = `document.querySelector("#action form.confirm .go")`
	p.until(button)
	js[bool](p, answered)
	js[bool](p, `(`+button+`.click(), true)`)
	p.until(button + `.disabled && ` + button + `.textContent.includes("ending")`)
	held := func(when string) {
		t.Helper()
		if !js[bool](p, button+`.disabled`) {
			t.Errorf("the button can be pressed %s", when)
		}
	}
	js[bool](p, `(window.fresh = 0, document.addEventListener("raumbot:refreshed", () => fresh++), document.dispatchEvent(new CustomEvent("raumbot:wanted")), true)`)
	p.until(`fresh > 0`)
	held("again while its move is being sent")
	b.stop()
	p.until(connectionLost)
	js[bool](p, `(release(false), true)`)
	p.until(`document.querySelector("#action .wrong")`)
	held("without a connection")
	b.listening()
	js[bool](p, `(document.querySelector("#lost button").click(), true)`)
	p.until(`document.getElementById("lost").hidden && !` + button + `.disabled`)
	js[bool](p, `(`+button+`.click(), true)`)
	p.until(button + `.disabled`)
	js[bool](p, `(release(true), true)`)
	p.do(chromedp.WaitReady(`#moves a[data-ply="1"]`))
}
