package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTasksFit shows the pages of lessons and puzzles in all windows and colours and in both
// languages. Nothing is wider than the window.
func TestTasksFit(t *testing.T) {
	b := newBot(t, func(*bot) {})
	b.publicly()
	ana := b.visits(1, true)
	ana.goTo("/puzzles")
	ana.names("ana")
	ana.do(chromedp.Click(`button[value="octhex146"]`))
	ana.until(`location.pathname.startsWith("/puzzle/")`)
	puzzle := js[string](ana, `location.pathname`)
	for _, language := range []string{"en", "de"} {
		for _, path := range []string{"/learn", "/puzzles", "/learn/stockschach216/2?figure=2", "/learn/raumschach/8?played=cc3-dc3", "/rules/stockschach512/piece/STO", puzzle} {
			ana.speaks(language)
			ana.goTo(path)
			ana.until(shown)
			for _, look := range looks[:7] {
				ana.as(look.width, look.height, look.scheme)
				ana.picture()
				if wide := js[int](ana, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
					t.Errorf("%s, %s: %d pixels wider than a window of %d", language, path, wide, look.width)
				}
			}
			ana.as(1280, 800, "light")
		}
	}
}

// TestExplorer puts a piece on other cells of an empty board, by a press, by keys and without
// scripts.
func TestExplorer(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	b.publicly()
	ana := b.visits(1, true)
	ana.goTo("/rules/raumschach/piece/UNI")
	ana.until(shown + ` && board3d.stage.marks.quiet.size === 16`)
	ana.press("aa1")
	ana.until(`board3d.stage.marks.quiet.size === 4 && document.querySelector('[data-cell="aa1"].chosen')`)
	ana.picture()
	ana.do(chromedp.Focus(`[data-cell="aa1"] a`), chromedp.KeyEvent(kb.PageUp), chromedp.KeyEvent(kb.Enter))
	ana.until(`document.querySelector('[data-cell="ba1"].chosen') && board3d.stage.men.has(board3d.stage.layout.cells.indexOf("ba1"))`)
	ana.accessible(axe, "/rules/raumschach/piece/UNI")
	ben := b.visits(2, false)
	ben.goTo("/rules/octhex146/piece/QUE")
	ben.do(chromedp.Click(`[data-cell="ua1"] a`), chromedp.WaitVisible(`[data-cell="ua1"].chosen`), chromedp.Click(`.kinds a[href$="/ROO"]`), chromedp.WaitVisible(`.kinds a[href$="/ROO"][aria-current]`))
}
