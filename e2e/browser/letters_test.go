package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestLargeLetters sets the browser's letters to twice their size. The pages follow, nothing is
// wider than the window, and nothing in the header overlaps.
func TestLargeLetters(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study stockschach216")
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: 32}})
		return err
	}))
	for _, path := range []string{"/", "/games", "/rules/raumschach", "/game/1", "/game/1?cell=ue2"} {
		p.goTo(path)
		p.until(shown)
		p.picture()
		if size := js[float64](p, `parseFloat(getComputedStyle(document.querySelector(".brand")).fontSize)`); size != 32 {
			t.Errorf("%s: the letters have %v pixels", path, size)
		}
		if wide := js[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s is %d pixels wider than the window", path, wide)
		}
		if over := js[string](p, overlaps); over != "" {
			t.Errorf("%s: in the header %s", path, over)
		}
	}
	if cut := js[string](p, `[...document.querySelectorAll("button, .button, select")].filter((b) => b.offsetWidth > 1 && b.localName !== "select" && b.scrollWidth > b.clientWidth + 1).map((b) => b.textContent).join()`); cut != "" {
		t.Errorf("words of buttons are cut off: %s", cut)
	}
}
