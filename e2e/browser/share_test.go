package browser

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// TestShare copies the link to the position that is shown, with which others see it. The link is
// copied to the clipboard; from a field if the page may not write to the clipboard, for example
// without TLS; and without scripts from the address of the link.
func TestShare(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben raumschach white public")
	console.hears("begin|is to move|White", "ben@hall: accept")
	console.hears("ab3", "ana@hall: move 1 ab2-ab3!")
	console.hears("eb3", "ben@hall: move 1 eb4-eb3!")
	p := b.visits(1, true)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		// Only to read what has been copied: a press is enough for writing.
		_, err := cdp.Call(ctx, t, browser.SetPermission, browser.SetPermissionParams{Permission: &browser.PermissionDescriptor{Name: "clipboard-read"}, Setting: browser.PermissionSettingGranted, BrowserContextID: chromedp.FromContext(ctx).BrowserContextID})
		return err
	}))
	p.goTo("/game/1")
	p.until(shown)
	for _, share := range []struct{ at, link string }{
		{"/game/1", "/game/1?ply=2&side=white"}, // also once the game has gone on
		{"/game/1?ply=1&side=black", "/game/1?ply=1&side=black"},
		{"/game/1?ply=0&try=ab2-ab3", "/game/1?ply=0&side=white&try=ab2-ab3"},
	} {
		p.goTo(share.at)
		p.until(shown)
		p.do(chromedp.Click(".steps .share"))
		p.until(`document.querySelector("#shared [role=status]").textContent === "Link copied"`)
		link, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`navigator.clipboard.readText()`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		if link != p.base+share.link {
			t.Errorf("the link to %s is %s", share.at, link)
		}
	}

	// Where there is no clipboard the link stands in a field, selected, until the field is left.
	js[bool](p, `(Object.defineProperty(navigator, "clipboard", { value: undefined }), document.execCommand = () => false, true)`)
	p.do(chromedp.Click(".steps .share"))
	p.until(`document.querySelector("#shared [role=status]").textContent === "Copy the link from this field"`)
	if at := js[string](p, `getSelection().toString()`); at != p.base+"/game/1?ply=0&side=white&try=ab2-ab3" {
		t.Errorf("the field has %q selected", at)
	}
	p.picture()
	js[bool](p, `(document.activeElement.blur(), true)`)
	p.until(`document.querySelector("#shared input").hidden`)

	german := b.visits(2, true)
	german.speaks("de")
	german.goTo("/game/1")
	german.until(shown)
	js[bool](german, `(Object.defineProperty(navigator, "clipboard", { value: undefined }), true)`)
	german.do(chromedp.Click(".steps .share"))
	// The link was copied from the field.
	german.until(`document.querySelector("#shared [role=status]").textContent === "Link kopiert"`)

	plain := b.visits(3, false)
	plain.goTo("/game/1?ply=1")
	plain.do(chromedp.Click(".steps .share"))
	plain.until(loaded + ` && location.search === "?ply=1&side=white"`)
	if said := js[string](plain, `document.getElementById("status").textContent`); !strings.Contains(said, "After move 1 of 2") {
		t.Errorf("the link leads to %q", said)
	}
}
