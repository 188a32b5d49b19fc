package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// loaded is true when all of a page is there, so that nothing that is clicked on moves any more.
const loaded = `document.readyState === "complete"`

// moves plays a move by links and forms.
func (p *tab) moves(from, to string) {
	p.Helper()
	p.goTo("/game/1")
	p.do(chromedp.Click(`[data-cell="`+from+`"] a`), chromedp.WaitVisible(`[data-cell="`+from+`"].chosen`))
	p.until(loaded)
	p.do(chromedp.Click(`[data-cell="`+to+`"] a`), chromedp.WaitVisible("form.confirm button.go"))
	p.until(loaded)
	p.do(chromedp.Click("form.confirm button.go"), chromedp.WaitVisible(`[data-cell="`+to+`"].to`))
}

// TestTwoPlayAndOneWatches has two people play without scripts, each in a browser, while a third
// with scripts sees each move, before and after a restart of the bot.
func TestTwoPlayAndOneWatches(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, ben, carol := b.sit("ana", false), b.sit("ben", false), b.sit("carol", true)
	ana.says("challenge ben raumschach white")
	ben.goTo("/")
	ben.says("accept")
	carol.goTo("/game/1")
	sees := func(ply string) {
		t.Helper()
		carol.do(chromedp.WaitReady(`#moves a[data-ply="` + ply + `"]`))
	}
	ana.moves("ab2", "ab3")
	sees("1")
	ben.moves("eb4", "eb3")
	sees("2")
	carol.expects("net::ERR_") // her page goes on asking for what happens
	b.stop()
	b.listening()
	ana.moves("bb2", "bb3")
	sees("3")
}

// shown is true when a page has been laid out, and its board, if it has one, has been drawn with
// the man and the level that the address chooses.
const shown = loaded + ` && document.getAnimations().every((a) => a.playState !== "running") && (!document.getElementById("board3d") || !document.getElementById("note3d").hidden ||
	document.querySelector("#board3d.ready") && ` + still + ` && (!location.search.includes("cell=") || board3d.stage.marks.chosen >= 0 || board3d.stage.marks.pendingTo >= 0))`

// look is a window and the colours in which pages are shown. prefers are the visitor's other
// preferences, by the names of media features.
type look struct {
	width, height int64
	scheme        string
	prefers       []emulation.MediaFeature
}

// looks are a desktop window, a narrow window, a tablet, a phone upright and turned, high contrast,
// and forced colours.
var looks = []look{
	{1280, 800, "light", nil}, {1280, 800, "dark", nil}, {900, 800, "dark", nil}, {820, 1180, "light", nil}, {390, 844, "dark", nil}, {390, 844, "light", nil}, {844, 390, "dark", nil},
	{1280, 800, "light", []emulation.MediaFeature{{Name: "prefers-contrast", Value: "more"}}}, {1280, 800, "dark", []emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}},
}

// as shows the page in a window and colours.
func (p *tab) as(width, height int64, scheme string, prefers ...emulation.MediaFeature) {
	p.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	for _, feature := range prefers {
		features = append(features, &feature)
	}
	p.do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
	p.until(shown)
}

// violations returns the problems that axe finds on the page, and anything that is wider than the
// window. With forced colours it does not check contrast, because axe would measure the colours of
// the page.
func (p *tab) violations() (all []string) {
	p.Helper()
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`axe.run({ rules: { "color-contrast": { enabled: !matchMedia("(forced-colors: active)").matches } } }).then(r => JSON.stringify(r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | "))))`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
	if err := json.Unmarshal([]byte(found), &all); err != nil {
		p.Fatal(err)
	}
	if wide := js[int](p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		all = append(all, fmt.Sprintf("it is %d pixels wider than the window", wide))
	}
	return all
}

// accessible has axe look at pages in all windows and colours.
func (p *tab) accessible(axe string, paths ...string) {
	p.Helper()
	for _, path := range paths {
		p.goTo(path)
		p.until(shown)
		js[bool](p, axe+";true")
		for _, look := range looks {
			p.as(look.width, look.height, look.scheme, look.prefers...)
			if all := p.violations(); len(all) > 0 {
				p.Errorf("%s, %d pixels, %s %v:\n%s", path, look.width, look.scheme, look.prefers, strings.Join(all, "\n"))
			}
			if look.width < 700 && strings.HasPrefix(path, "/game/") && js[bool](p, `document.body.classList.contains("sheeted")`) {
				// This opens the sheet.
				js[bool](p, `document.querySelector("#sheet3d button:not(.grip)").click() ?? true`)
				if all := p.violations(); len(all) > 0 {
					p.Errorf("%s, %d pixels, %s, the sheet open:\n%s", path, look.width, look.scheme, strings.Join(all, "\n"))
				}
				js[bool](p, `document.querySelector("#sheet3d button:not(.grip)").click() ?? true`)
			}
			if dir := os.Getenv("RAUMBOT_SCREENSHOTS"); dir != "" {
				p.picture()
			}
		}
		p.as(1280, 800, "light")
	}
}

// readAxe reads what looks at pages.
func readAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(os.Getenv("RAUMBOT_AXE"))
	if err != nil {
		missing(t, "RAUMBOT_AXE names no axe.min.js, so the pages are not looked at: "+err.Error())
	}
	return string(axe)
}

// TestRoomIsAccessible has axe check the room of a machine: its door, its chat and a game.
func TestRoomIsAccessible(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, (*bot).listening)
	stranger := newTab(t, drawing, true)
	stranger.base = "http://" + b.address()
	stranger.expects("403 (Forbidden)")
	stranger.accessible(axe, "/")
	p := b.sit("ana", true)
	p.expects("404 (Not Found) " + p.base + "/game/99")
	p.says("study raumschach")
	p.accessible(axe, "/", "/game/1", "/game/99")
	p.base = "http://" + b.address()
	p.accessible(axe, "/") // who are you?
	flat := b.sitFlat("ben")
	flat.accessible(axe, "/game/1?cell=ab2")
}

// TestPagesAreAccessible has axe check the public pages, for a user who has signed in and for an
// unknown visitor.
func TestPagesAreAccessible(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben raumschach white public")
	console.hears("is to move|White", "ben@hall: accept")
	console.hears("draft|direct", "ana@hall: create roundrobin raumschach everywhere")
	console.hears("join", "ana@hall: tournament 1 open")
	console.hears("1", "ana@hall: join 1", "ben@hall: join 1", "ana@hall: tournament 1 start")
	console.hears("is open", "ben@: seek dragonchess")
	ana, carol := b.visits(1, true), b.visits(2, true)
	ana.signsIn(console.link("ana"), "ana")
	for _, p := range []*tab{ana, carol} {
		p.expects("404 (Not Found)")
	}
	ana.accessible(axe, "/", "/games", "/game/1?cell=ab2&to=ab3", "/game/1?cell=ab2", "/tournament/1", "/player/1", "/game/99")
	carol.accessible(axe, "/", "/game/1?cell=ab2", "/rules", "/rules/raumschach?piece=KNI", "/tournaments", "/enter")
}
