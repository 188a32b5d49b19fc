package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// first has every page that is opened from now on run a script before its own.
func (p *tab) first(script string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// TestClockOfTheSite shows the remaining time to visitors whose clocks are two hours fast. The time
// is computed with the clock of the site, and written in the reader's language.
func TestClockOfTheSite(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, ben := b.sit("ana", true), b.sit("ben", true)
	ana.says("challenge ben raumschach white 3d")
	ben.says("accept")
	for p, words := range map[*tab]string{ana: "2 d 23:", ben: "2 T 23:"} {
		p.first(`{ const now = Date.now; Date.now = () => now() + 7200000; }`)
		if p == ben {
			p.speaks("de")
		}
		p.goTo("/game/1")
		p.until(shown)
		p.until(`document.querySelector("[data-clock]").textContent.startsWith("` + words + `")`)
	}
}

// TestPlayedElsewhere chooses a move on the flat board while another move is played in another
// window. The choice is dropped, and the page says why.
func TestPlayedElsewhere(t *testing.T) {
	b := newBot(t, (*bot).listening)
	flat, other := b.sitFlat("ana"), b.sit("ana", true)
	other.says("study raumschach")
	flat.goTo("/game/1?cell=ab2&to=ab3")
	flat.until(shown)
	other.says("move 1 bb2-bb3")
	flat.until(`location.search === "" && !document.querySelector("form.confirm") && document.getElementById("told").textContent.includes("Played from another window")`)
}

// TestViewIsHeld has a move arrive while a pointer is down, in a window that is wide enough for two
// levels. The second level, to which the move goes, is shown when the pointer is released. The
// letter of the level from which the move comes flashes.
func TestViewIsHeld(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	carol.do(chromedp.EmulateViewport(1700, 1000))
	carol.goTo("/game/1?level=a")
	carol.until(shown)
	carol.posture("Page")
	before := js[int](carol, `board3d.stage.state.second`)
	point := func(kind string) {
		js[bool](carol, `(board3d.stage.canvas.dispatchEvent(new PointerEvent("`+kind+`", { bubbles: true, pointerId: 99, pointerType: "mouse", clientX: 400, clientY: 790 })), true)`)
	}
	point("pointerdown")
	ana.says("move 1 ab1-bb3")
	carol.until(`board3d.stage.position.ply === 1 && ` + still)
	if now := js[int](carol, `board3d.stage.state.second`); now != before {
		t.Errorf("the second level is %d instead of %d while the pointer is down", now, before)
	}
	carol.until(`[...document.querySelectorAll(".plaque.flash")].some((letter) => letter.textContent.startsWith("a")) && ![...document.querySelectorAll(".plaque.flash")].some((letter) => letter.textContent.startsWith("b"))`)
	point("pointerup")
	carol.until(`board3d.stage.layout.levels[board3d.stage.state.second]?.name === "b"`)
}

// TestLevelsAreLinks looks at a game without scripts on a phone. One level is shown, and the others
// are links large enough for a finger.
func TestLevelsAreLinks(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", false)
	p.says("study blocschach")
	p.do(chromedp.EmulateViewport(390, 844))
	p.goTo("/game/1?cell=ve2")
	p.until(loaded)
	if seen := js[string](p, `[...document.querySelectorAll("#board2d table")].filter((table) => table.offsetWidth).length + " " + [...document.querySelectorAll(".others a.letter")].filter((a) => a.offsetWidth >= 44 && a.offsetHeight >= 44).length`); seen != "1 7" {
		t.Errorf("levels and links: %s", seen)
	}
	if wide := js[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide", wide)
	}
	p.picture()
	p.do(chromedp.Click(`.others a.letter`))
	p.until(loaded + ` && location.search.includes("level=s")`)
}

// TestLook chooses dark colours on a system with light colours. The page, the board and its men
// take them at once, and other pages when they are opened.
func TestLook(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1")
	p.as(1280, 800, "light")
	const dark, light = `getComputedStyle(document.documentElement).backgroundColor === "rgb(30, 32, 37)"`, `getComputedStyle(document.documentElement).backgroundColor === "rgb(244, 241, 234)"`
	choose := func(look string) {
		js[bool](p, `((look) => { look.value = "`+look+`"; look.dispatchEvent(new Event("change", { bubbles: true })); return true; })(document.getElementById("look"))`)
	}
	p.until(light)
	before := js[string](p, `String(board3d.stage.colors.background) + getComputedStyle(document.querySelector("#board2d .man")).backgroundImage`)
	choose("dark")
	p.until(dark + ` && String(board3d.stage.colors.background) + getComputedStyle(document.querySelector("#board2d .man")).backgroundImage !== ` + "`" + before + "`")
	p.picture()
	p.goTo("/rules/raumschach?piece=KNI")
	p.until(loaded + ` && ` + dark + ` && document.getElementById("look").value === "dark" && document.querySelector("picture img").currentSrc.includes("dark")`)
	choose("auto")
	p.until(light)
}

// TestBoardComesLate opens a game while the site refuses the files of the board. The board is drawn
// when they can be loaded, and the page does not offer only the flat board.
func TestBoardComesLate(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	p.says("study raumschach")
	p.first(`{
		const send = window.fetch, refused = new Set();
		window.fetch = async (url, options) => {
			const kind = ["/layout/", ".json", "board.json"].filter((part) => String(url).includes(part)).at(-1);
			if (!kind || refused.has(kind)) return send(url, options);
			refused.add(kind);
			return new Response("", { status: 429, headers: { "Retry-After": "1" } });
		};
		window.refused = refused;
	}`)
	p.goTo("/game/1")
	p.until(shown)
	if n := js[int](p, `refused.size`); n < 2 || !js[bool](p, `Boolean(window.board3d) && document.getElementById("note3d").hidden`) {
		t.Errorf("%d times refused, and then the board is called flat", n)
	}
}

// TestPhoneWithoutDrawing opens a game on a phone that draws no board: the sheet has no tab for it.
func TestPhoneWithoutDrawing(t *testing.T) {
	p := newBot(t, (*bot).listening).sitFlat("ana")
	p.says("study raumschach")
	p.do(chromedp.EmulateViewport(390, 844))
	p.goTo("/game/1")
	p.until(`!document.getElementById("note3d").hidden && document.querySelector("#sheet3d")`)
	if tabs := js[string](p, `[...document.querySelectorAll("#sheet3d button:not(.grip)")].filter((b) => b.offsetWidth).map((b) => b.textContent).join()`); tabs != "Moves,Chat,Game" {
		t.Errorf("the tabs of the sheet are %s", tabs)
	}
	p.picture()
}

// TestSystemColours looks at the flat board with forced colours. The cells keep their colours.
func TestSystemColours(t *testing.T) {
	p := newBot(t, (*bot).listening).sitFlat("ana")
	p.says("study raumschach")
	p.says("move 1 ab2-ab3")
	p.goTo("/game/1")
	p.as(1280, 800, "dark", emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	if seen := js[string](p, `["a", "b", "to"].map((name) => getComputedStyle(document.querySelector("#board2d td." + name + ":not(.chosen)")).backgroundColor).join(" ")`); seen != "rgb(111, 116, 124) rgb(76, 90, 99) rgb(255, 212, 0)" {
		t.Errorf("cells are shown in %s", seen)
	}
	p.picture()
}
