package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// mate is a game of Stockschach 216 in which something is captured, promoted, and checked.
var mate = []string{"ve2-ve3", "wa5-wa4", "ve3-we4", "xf6-ye4", "we4-wf5", "vf5-vf4", "wf5-ve6=SBK", "uf6-ve6", "ue1-ve3", "ye5-yd4", "ve3-uf5"}

// ends are the cells of a move, and what it becomes.
func ends(move string) (from, to, becomes string) {
	move, becomes, _ = strings.Cut(move, "=")
	from, to, _ = strings.Cut(move, "-")
	return from, to, becomes
}

// posture shows the board in a posture, and waits until nothing moves.
func (p *tab) posture(name string) {
	p.Helper()
	p.do(chromedp.Click(`.postures button:nth-child(` + map[string]string{"Page": "1", "Stack": "2", "Grid": "3"}[name] + `)`))
	p.until(still)
}

// opens shows the level of a cell as a page, by its letter.
func (p *tab) opens(cell string) {
	p.Helper()
	if js[bool](p, fmt.Sprintf(`board3d.stage.state.posture !== "page" || board3d.stage.layout.pages[board3d.stage.state.page].includes(board3d.stage.places[board3d.stage.layout.cells.indexOf(%q)].level)`, cell)) {
		return
	}
	p.do(chromedp.Click(`.plaque:is(.tower, .rail)[aria-label^="Level ` + cell[:1] + `"]`))
	p.until(still)
}

// clicks plays a move on the board that is drawn, by a mouse.
func (p *tab) clicks(move string) {
	p.Helper()
	from, to, becomes := ends(move)
	p.until(still)
	p.opens(from)
	p.press(from)
	p.until(fmt.Sprintf(`board3d.stage.marks.chosen === board3d.stage.layout.cells.indexOf(%q)`, from))
	p.until(still)
	p.opens(to)
	p.press(to)
	p.until(`document.querySelector("#action form.confirm button.go")`)
	if becomes != "" {
		p.until(still)
		p.do(chromedp.Click(`.becomes3d button[title^="Stockbrook"]`))
		p.until(`document.querySelectorAll("#action form.confirm button.go").length === 1 && document.querySelector(".becomes3d").hidden`)
	}
	if text := js[string](p, `document.querySelector("#action form.confirm button.go").value`); text != move {
		p.Fatalf("%s is shown for %s", text, move)
	}
	p.do(chromedp.Click("#action form.confirm button.go"))
}

// walks goes by keys from the cell on which they are to another.
func (p *tab) walks(to string) {
	p.Helper()
	for range 40 {
		way := js[string](p, fmt.Sprintf(`(() => {
			const here = document.activeElement.closest("#board2d [data-cell]"), there = document.querySelector('#board2d [data-cell="%s"]');
			if (!here) return "nowhere";
			const place = (cell) => [+cell.closest(".level").dataset.index, cell.parentElement.rowIndex, cell.cellIndex];
			const [a, b] = [place(here), place(there)], keys = [["PageUp", "PageDown"], ["ArrowUp", "ArrowDown"], ["ArrowLeft", "ArrowRight"]];
			const i = a.findIndex((n, i) => n !== b[i]);
			return i < 0 ? "" : keys[i][a[i] < b[i] ? 1 : 0];
		})()`, to))
		key, known := map[string]string{"PageUp": kb.PageUp, "PageDown": kb.PageDown, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight}[way]
		switch {
		case way == "":
			return
		case !known:
			p.Fatalf("the keys are %s on the way to %s: %s", way, to, js[string](p, `document.activeElement.outerHTML.slice(0, 200)`))
		}
		p.do(chromedp.KeyEvent(key))
	}
	p.Fatalf("no keys lead to %s", to)
}

// types plays a move on the board in HTML, by keys alone.
func (p *tab) types(move string) {
	p.Helper()
	from, to, _ := ends(move)
	p.until(`document.getElementById("status").textContent.startsWith("Your move")`)
	for range 60 {
		if js[bool](p, `Boolean(document.activeElement.closest("#board2d [data-cell]"))`) {
			break
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.walks(from)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelector('#board2d [data-cell="` + from + `"].chosen')`)
	p.walks(to)
	p.do(chromedp.KeyEvent(kb.Enter))
	// The button that confirms has the focus.
	p.until(`document.activeElement.closest("#action form.confirm")`)
	if text := js[string](p, `document.activeElement.value`); text != move {
		p.Fatalf("%s is shown for %s", text, move)
	}
	p.do(chromedp.KeyEvent(kb.Enter))
}

// TestWholeGame plays a game to its end on public pages. Ana clicks on the drawn board, in each
// posture. Ben, whose browser does not draw it, uses only the keyboard on the HTML board. Carol,
// who has not signed in, sees every move.
func TestWholeGame(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben stockschach216 white public")
	console.hears("begin|is to move|White", "ben@hall: accept")
	ana, ben, carol := b.visits(1, true), b.visitsIn(flat, 2, true), b.visits(3, true)
	ben.expects("WebGL context") // there is none
	ana.signsIn(console.link("ana"), "ana")
	ben.signsIn(console.link("ben"), "ben")
	for _, p := range []*tab{ana, ben, carol} {
		p.goTo("/game/1")
	}
	ana.until(`document.querySelector("#board3d.ready")`)
	carol.until(`document.querySelector("#board3d.ready")`)
	ben.until(`!document.getElementById("note3d").hidden`)
	if js[bool](carol, `Boolean(document.querySelector("#movefield, .doings, form.confirm"))`) {
		t.Error("a visitor is offered to move")
	}
	for i, move := range mate {
		if i%2 == 0 {
			ana.posture([]string{"Page", "Grid", "Page", "Stack", "Page", "Grid"}[i/2])
			ana.clicks(move)
		} else {
			ben.types(move)
		}
		ply := fmt.Sprint(i + 1)
		for _, p := range []*tab{ana, carol} {
			p.until(`board3d.stage.position.ply === ` + ply + ` && document.querySelector('#moves a[data-ply="` + ply + `"]')`)
		}
		ben.until(`document.querySelector('#moves a[data-ply="` + ply + `"]')`)
		if move == "wf5-ve6=SBK" {
			for p, words := range map[*tab]string{ben: "Your move, 4: CHECK from ve6", carol: "ben is to move, 4: CHECK from ve6"} {
				p.until(fmt.Sprintf(`document.getElementById("status").textContent === %q`, words))
			}
		}
	}
	for _, p := range []*tab{ana, ben, carol} {
		p.until(`document.getElementById("status").textContent === "ana (White) wins against ben after 6 moves." && document.querySelector('#moves a[data-ply="11"]').textContent === "ve3xuf5#"`)
		if js[bool](p, `Boolean(document.querySelector("#movefield, .doings, form.confirm"))`) {
			t.Error("there is something to do in a game that is over")
		}
	}
	ben.until(`document.getElementById("live").textContent.includes("White: Stocknsexton ve3xuf5")`)
	ana.until(`document.querySelector('button[value="rematch 1"]')`)
	carol.picture()
	ben.picture()
}
