package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// solutionOf returns the moves that solve a puzzle, each second one by the other side, and how many
// have to be found.
func solutionOf(t *testing.T, id string) (line []string, asked int) {
	t.Helper()
	game, number, _ := strings.Cut(id, "-")
	text, err := os.ReadFile(filepath.Join("..", "..", "bot", "puzzle", "data", game+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	for one := range strings.Lines(string(text)) {
		words := strings.Fields(one)
		if len(words) < 4 || words[0] == "#" || words[0] == "game" {
			continue
		}
		if n--; n == 0 {
			asked, _ = strconv.Atoi(strings.TrimPrefix(words[1], "mate"))
			return words[3:], max(asked, 1)
		}
	}
	t.Fatalf("there is no puzzle %s", id)
	return nil, 0
}

// clicksOn plays a move on the drawn board, whose promotion is chosen by the button that confirms.
func (p *tab) clicksOn(move string) {
	p.Helper()
	from, to, _ := ends(move)
	p.until(still)
	p.opens(from)
	p.attempts(from, to)
	p.until(fmt.Sprintf(`document.querySelector('#action form.confirm button[value="%s"]')`, move))
	p.do(chromedp.Click(fmt.Sprintf(`#action form.confirm button[value="%s"]`, move)))
}

// TestPuzzles has a guest solve a puzzle by clicks, after a wrong move, and another by keys. Nothing
// of the solution is on the page before that. Without scripts a puzzle is answered by links and
// forms, and given up.
func TestPuzzles(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	b.publicly()
	ana := b.visits(1, true)
	ana.goTo("/puzzles")
	ana.names("ana")
	ana.do(chromedp.Click(`button[value="raumschach"]`))
	ana.until(`location.pathname.startsWith("/puzzle/") && ` + shown + ` && board3d.stage.position`)
	id := js[string](ana, `location.pathname.split("/").at(-1)`)
	ana.picture()
	line, asked := solutionOf(t, id)
	if js[bool](ana, fmt.Sprintf(`document.documentElement.outerHTML.includes(%q)`, line[0])) {
		t.Errorf("the page tells the solution, %s", line[0])
	}
	js[bool](ana, fmt.Sprintf(`((async () => {
		for (const [cell, kind, side] of board3d.stage.position.men) {
			if (side !== board3d.stage.position.turn) continue;
			const said = await (await fetch(location.pathname + "/cell.json?cell=" + board3d.stage.layout.cells[cell])).json();
			const move = said.moves.find((m) => m.text && m.text !== %q && !m.becomes && m.take < 0);
			if (move) return (window.wrong = move.text);
		}
	})(), true)`, line[0]))
	ana.until(`window.wrong`)
	wrong := js[string](ana, `window.wrong`)
	ana.clicksOn(wrong)
	ana.until(fmt.Sprintf(`document.getElementById("told").textContent.includes(%q)`, wrong))
	if js[bool](ana, fmt.Sprintf(`document.documentElement.outerHTML.includes(%q)`, line[0])) {
		t.Errorf("after a wrong answer the page tells the solution, %s", line[0])
	}
	ana.picture()
	for i := range asked {
		ply := js[int](ana, `board3d.stage.position.ply`)
		ana.clicksOn(line[2*i])
		ana.until(fmt.Sprintf(`document.getElementById("told").textContent && board3d.stage.position.ply > %d && !document.querySelector("form.confirm")`, ply))
	}
	ana.until(`document.querySelector("#task .right") && document.querySelector('button[value="raumschach next"]')`)
	ana.picture()
	ana.accessible(axe, "/puzzles", "/puzzle/"+id)
	ana.goTo("/puzzle/" + id)
	ana.do(chromedp.Click(`button[value="raumschach next"]`))
	ana.until(fmt.Sprintf(`location.pathname !== "/puzzle/%s" && `, id) + shown + ` && board3d.stage.position`)
	second := js[string](ana, `location.pathname.split("/").at(-1)`)
	line, asked = solutionOf(t, second)
	ana.accessible(axe, "/puzzle/"+second)
	ana.as(1280, 800, "light")
	ana.do(chromedp.Focus("#board3d"))
	for i := range asked {
		ply := js[int](ana, `board3d.stage.position.ply`)
		ana.do(chromedp.Focus("#movefield"), chromedp.KeyEvent(line[2*i]+"\r"))
		ana.until(`document.activeElement?.matches("#action form.confirm .go")`)
		ana.do(chromedp.KeyEvent(kb.Enter))
		ana.until(fmt.Sprintf(`document.getElementById("told").textContent && board3d.stage.position.ply > %d && !document.querySelector("form.confirm")`, ply))
	}
	ana.until(`document.querySelector("#task .right")`)

	ben := b.visits(2, false) // without scripts
	ben.goTo("/puzzles")
	ben.do(chromedp.Click(`button[value="raumschach"]`), chromedp.WaitVisible("#task"))
	line, _ = solutionOf(t, js[string](ben, `location.pathname.split("/").at(-1)`))
	ben.do(chromedp.SendKeys("#movefield", line[0]), chromedp.Click("#moveform button"), chromedp.WaitVisible("form.confirm .go"), chromedp.Click("form.confirm .go"), chromedp.WaitVisible("#task .answer"))
	ben.goTo("/puzzles")
	ben.do(chromedp.Click(`button[value="octhex146"]`), chromedp.WaitVisible("#task"), chromedp.Click(`button[value="solution"]`), chromedp.WaitVisible("#task .right"))
}
