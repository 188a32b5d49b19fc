package browser

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cell is where a cell lies on the screen, the page before the tower.
func (p *tab) cell(name string) (x, y float64) {
	p.Helper()
	at := js[[]float64](p, fmt.Sprintf(`(() => {
		const s = board3d.stage, place = s.places[s.layout.cells.indexOf(%q)];
		const l = s.view.levels.filter((l) => l.level === place.level).sort((a, b) => b.s - a.s)[0];
		const r = s.box.getBoundingClientRect(), [x, y] = l.at(place.x, place.y);
		return [x + r.left, y + r.top];
	})()`, name))
	return at[0], at[1]
}

func (p *tab) press(cell string) {
	p.Helper()
	x, y := p.cell(cell)
	p.do(chromedp.MouseClickXY(x, y))
}

// picture is the screen.
func (p *tab) picture() image.Image {
	p.Helper()
	file, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if dir := os.Getenv("RAUMBOT_SCREENSHOTS"); dir != "" {
		name := filepath.Join(dir, strings.ReplaceAll(p.Name(), "/", "-")+time.Now().Format("-150405.000")+".png")
		if err := os.WriteFile(name, file, 0o644); err != nil {
			p.Fatal(err)
		}
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		p.Fatal(err)
	}
	return picture
}

// near counts the pixels around a point that are of a colour, more or less.
func near(picture image.Image, x, y float64, want color.RGBA) int {
	n := 0
	for dy := -30; dy <= 30; dy++ {
		for dx := -30; dx <= 30; dx++ {
			r, g, b, _ := picture.At(int(x)+dx, int(y)+dy).RGBA()
			differs := func(a uint32, b uint8) bool { return max(a>>8, uint32(b))-min(a>>8, uint32(b)) > 6 }
			if !differs(r, want.R) && !differs(g, want.G) && !differs(b, want.B) {
				n++
			}
		}
	}
	return n
}

var target, lastMove = color.RGBA{0x00, 0x69, 0x5C, 255}, color.RGBA{0xFF, 0xD4, 0x00, 255}

// still is true when the board is drawn and nothing on it moves.
const still = "!board3d.stage.move && !board3d.stage.flight && !board3d.stage.waiting && !board3d.stage.painter.drafts"

// TestBoard plays on the drawn board: with the mouse, with keys, in each posture, and after its
// context was lost.
func TestBoard(t *testing.T) {
	p := newBot(t, (*bot).atTerminal).sit("ana", true)
	p.says("challenge computer blocschach white level 1")
	p.until("document.querySelector('a[href$=\"/game/1\"]')")
	p.do(chromedp.Navigate(js[string](p, "document.querySelector('a[href$=\"/game/1\"]').href")))
	p.until("document.querySelector('#board3d.ready')")

	// A man is pressed: where he may go is marked on his level and counted on the others.
	p.press("ve2")
	p.until("board3d.stage.marks.quiet.size === 7")
	p.until("[...document.querySelectorAll('.plaque i')].some((i) => i.textContent === '3')")
	p.until("document.querySelector('#board2d td.chosen')")
	p.until(still)
	x, y := p.cell("ve3")
	if n := near(p.picture(), x, y, target); n < 200 {
		t.Errorf("%d pixels of a mark on ve3", n)
	}
	// A target is pressed: the move is shown, and nothing is sent before it is confirmed.
	p.press("ve3")
	p.until("document.querySelector('#action form.confirm button.go')")
	if ply := js[int](p, "board3d.stage.position.ply"); ply != 0 {
		t.Errorf("a move that nobody has confirmed was played: ply %d", ply)
	}
	js[bool](p, "document.querySelector('#action form.confirm button.go').click() ?? true")
	p.until("board3d.stage.position.ply === 2") // the computer has answered
	p.until("document.getElementById('live').textContent.includes('Black: ')")
	p.until("document.getElementById('status').textContent.includes('Your move')")

	// All postures show the whole game in few draws, on request only.
	for _, posture := range []string{"Stack", "Grid", "Page"} {
		js[bool](p, fmt.Sprintf("[...document.querySelectorAll('.postures button')].find((b) => b.textContent === %q).click() ?? true", posture))
		p.until(still)
		if calls := js[int](p, "board3d.stage.painter.renderer.info.render.calls"); calls < 1 || calls > 50 {
			t.Errorf("%s: %d draws", posture, calls)
		}
		frames := js[int](p, "board3d.stage.frames")
		time.Sleep(400 * time.Millisecond) // time in which nothing happens
		if again := js[int](p, "board3d.stage.frames"); again != frames {
			t.Errorf("%s: %d frames are drawn while nothing happens", posture, again-frames)
		}
		x, y := p.cell(js[string](p, "board3d.stage.layout.cells[board3d.stage.position.last.to]"))
		if n := near(p.picture(), x, y, lastMove); posture != "Page" && n < 20 {
			t.Errorf("%s: %d pixels of the last move", posture, n)
		}
	}

	// The context is lost: the board in HTML stands there until it comes back.
	js[bool](p, "(window.lose = board3d.stage.painter.renderer.getContext().getExtension('WEBGL_lose_context')).loseContext() ?? true")
	p.until("document.getElementById('board3d').hidden && !document.getElementById('note3d').hidden && document.querySelector('#board2d td').offsetWidth > 10")
	js[bool](p, "window.lose.restoreContext() ?? true")
	p.until("!document.getElementById('board3d').hidden && document.getElementById('note3d').hidden")

	// By keys alone: to a man, from target to target, and to the button.
	js[bool](p, "document.getElementById('board3d').focus() ?? true")
	p.press("vd2")
	p.until("board3d.stage.marks.chosen >= 0")
	p.do(chromedp.KeyEvent(kb.Tab))
	p.until("board3d.stage.marks.cursor >= 0 && board3d.stage.marks.quiet.has(board3d.stage.marks.cursor)")
	// The page handles the key itself. Otherwise the browser would produce a character, which would
	// press the button that appears.
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
			if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}); err != nil {
				return err
			}
		}
		return nil
	}))
	p.until("document.querySelector('#action form.confirm button.go')")
	p.do(chromedp.KeyEvent(kb.Escape))
	p.until("!document.querySelector('#action form.confirm')")
	p.do(chromedp.KeyEvent("A"))
	// These are the men that could capture on the cell, and the cells above and below it.
	p.until("board3d.stage.marks.columns.size === 8")
	p.do(chromedp.KeyEvent("A"))
	p.do(chromedp.KeyEvent("."), chromedp.KeyEvent(","))
	p.until("board3d.stage.position.ply === 1")
	p.do(chromedp.KeyEvent("."))
	p.until("board3d.stage.position.ply === 2")

	// On a phone.
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2)))
	p.until("document.querySelectorAll('.plaque.rail').length === 8")
	if wide := js[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide on a phone", wide)
	}
	p.picture()
}
