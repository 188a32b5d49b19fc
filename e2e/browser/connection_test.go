package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// connectionLost is true when a page says that its connection is lost and counts the seconds until
// the next try.
const connectionLost = `!document.getElementById("lost").hidden && /^Connection lost, trying again in \d+ s$/.test(document.querySelector("#lost [data-in]").textContent)`

// TestLostConnection stops the bot while two visitors look at a game. The board remains usable, but
// nothing can be confirmed. The page counts the seconds, which screen readers announce only once,
// and a button tries at once. One of the browsers cannot open streams any more, so its page polls.
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
	p.do(chromedp.EmulateViewport(390, 844))
	p.until(`document.body.classList.contains("sheeted")`)
	if high := js[float64](p, `document.querySelector(".top").getBoundingClientRect().height`); high > 52 {
		t.Errorf("on a phone the header is %v pixels high", high)
	}
	p.picture()
	p.do(chromedp.EmulateViewport(1280, 800))
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

// answered delays the answers to the page's forms until release is called, which delivers the
// answer or makes the request fail.
const answered = `(() => {
	const send = window.fetch;
	window.fetch = (url, options) => options?.method !== "POST" ? send(url, options) : new Promise((done, fail) => {
		window.release = (ok) => ok ? done(send(url, options)) : fail(new TypeError("no answer"));
	});
	return true;
})()`

// TestHeldForTwoReasons confirms a move whose answer takes long, while the page is brought up to
// date and the connection is lost and found again: the button can be pressed again when neither is
// a reason against it.
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
