package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// speaks has the browser prefer a language.
func (p *tab) speaks(language string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		agent, err := chromedp.Run(ctx, chromedp.Evaluate[string]("navigator.userAgent"))
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: language})
		return err
	}))
}

// TestHeader gives check in a game of players with long names, and looks at the header of the page
// in both languages and in windows of all kinds. Nothing overlaps. In a desktop window the header
// is one line, which says whose turn it is and that there is a check.
func TestHeader(t *testing.T) {
	const white, black = "Maximiliane.Alexandra", "Friedrich-Wilhelm"
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", black+"@hall: hi", white+"@hall: challenge "+black+" stockschach216 white public")
	console.hears("begin|is to move|White", black+"@hall: accept")
	for i, move := range mate[:7] {
		console.hears(fmt.Sprintf("%s|CHECK", strings.Split(move, "=")[0][4:]), fmt.Sprintf("%s@hall: move 1 %s!", []string{white, black}[i%2], move))
	}
	player, visitor := b.visits(1, true), b.visits(2, true)
	player.signsIn(console.link(black), black)
	for language, words := range map[string]struct{ mine, others string }{
		"en": {"Your move, 4: CHECK from ve6", black + " is to move, 4: CHECK from ve6"},
		"de": {"Du bist am Zug, 4: SCHACH von ve6", black + " ist am Zug, 4: SCHACH von ve6"},
	} {
		for p, want := range map[*tab]string{player: words.mine, visitor: words.others} {
			p.speaks(language)
			p.goTo("/game/1")
			p.until(shown)
			p.posture("Stack")
			if said := js[string](p, `document.getElementById("status").textContent`); said != want {
				t.Errorf("%s: the header says %q", language, said)
			}
			for _, window := range [][2]int64{{1280, 800}, {900, 800}, {390, 844}, {844, 390}} {
				p.as(window[0], window[1], "light")
				at := fmt.Sprintf("%s, %d pixels", language, window[0])
				p.picture()
				if over := js[string](p, overlaps); over != "" {
					t.Errorf("%s: in the header %s", at, over)
				}
				if high := js[int](p, `document.querySelector(".top").offsetHeight`); window[0] > 760 && window[1] > 500 && high > 50 {
					t.Errorf("%s: the header is %d pixels high", at, high)
				}
				if js[bool](p, `(() => { const s = document.getElementById("status"); return s.scrollHeight > s.clientHeight + 2 || s.scrollWidth > s.clientWidth + 1; })()`) {
					t.Errorf("%s: a part of %q cannot be read", at, want)
				}
			}
			p.as(1280, 800, "light")
		}
	}
}

// overlaps names two elements of the header that overlap, or one that is outside the window.
const overlaps = `(() => {
	const all = [...document.querySelectorAll(".top > *, #tools3d > *")].filter((n) => n.id !== "tools3d" && !n.closest("[hidden]") && n.offsetWidth > 1 && getComputedStyle(n).position !== "fixed" && getComputedStyle(n.parentElement).position !== "fixed");
	const box = (n) => n.getBoundingClientRect(), name = (n) => n.className || n.id || n.tagName;
	for (const [i, a] of all.entries()) {
		const r = box(a);
		if (r.left < -1 || r.right > innerWidth + 1) return name(a) + " lies outside of the window";
		for (const b of all.slice(i + 1)) {
			const q = box(b);
			if (r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1) return name(a) + " and " + name(b) + " overlap";
		}
	}
	return "";
})()`
