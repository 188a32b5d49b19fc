package browser

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// peopleLines are games between people and one against the computer: a private one, public ones
// that have ended and one that goes on.
var peopleLines = []string{
	"alice@: challenge bob raumschach white private", "bob@: accept 2", "alice@: move 2 ab2-ab3", "bob@: resign 2 confirm",
	"alice@: challenge bob raumschach white public", "bob@: accept 3", "alice@: move 3 ab2-ab3", "bob@: resign 3 confirm",
	"bob@: challenge alice raumschach white public", "alice@: accept 4", "bob@: move 4 bb2-bb3", "alice@: resign 4 confirm",
	"alice@: challenge bob raumschach white public", "bob@: accept 5", "alice@: move 5 ab2-ab3", "bob@: resign 5 confirm",
	"carol@: challenge alice alicechess white public", "alice@: accept 6",
}

// ratedLines are a rated game.
const ratedLines = "alice: hi\nbob: hi\nalice: challenge bob raumschach white rated\nbob: accept\nalice: ab2-ab3\nbob: eb4-eb3\nalice: bb2-bb3\nbob: db4-db3\n" +
	"alice: bc2-bc3\nbob: dc4-dc3\nalice: cb2-cb3\nbob: cb4-cb3\nalice: resign confirm\n"

// rated has two people play a rated game at the console of a bot that has not been started, and then
// has their ratings change on many days before.
func (b *bot) rated() {
	b.Helper()
	run := func(input string, args ...string) {
		b.Helper()
		c := b.serve()
		c.Args, c.Stdin = append(c.Args[:1], args...), strings.NewReader(input)
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%q: %v %s", args, err, out)
		}
	}
	run(ratedLines, "console", "--db", "played.db")
	run("", "db", "export", "played.jsonl", "--db", "played.db")
	path := filepath.Join(b.dir, "played.jsonl")
	records, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	var course []string
	today, value := time.Now().Unix()/(24*60*60), 1500
	for day := int64(300); day >= 0; day -= 7 {
		value += []int{18, -11, 9, -14, 12}[day%5]
		course = append(course, fmt.Sprintf(`{"Day":%d,"Value":%d}`, today-day, value))
	}
	records = records[:bytes.LastIndex(bytes.TrimSpace(records), []byte("\n"))+1] // without the checksum
	records = regexp.MustCompile(`"History":\[[^]]*\]`).ReplaceAll(records, []byte(`"History":[`+strings.Join(course, ",")+`]`))
	records = fmt.Appendf(records, "{\"lines\":%d,\"crc32\":\"%08x\"}\n", bytes.Count(records, []byte("\n")), crc32.ChecksumIEEE(records))
	if err := os.WriteFile(path, records, 0o600); err != nil {
		b.Fatal(err)
	}
	run("", "db", "import", "played.jsonl", "--db", "raumbot.db")
}

// prints shows the page as on paper, in dark colours, or again on the screen.
func (p *tab) prints(paper bool) {
	p.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}
	if paper {
		media.Media = "print"
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
		return err
	}))
}

// drops drags a file into the window and drops it beside everything that is there.
func (p *tab) drops(path string) {
	p.Helper()
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 20, Y: 500, Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}})
			return err
		}))
	}
}

// TestPeople has a user set preferences, look at their profile, search games and import one from a
// file, with scripts and without. A stranger searches, too, and never finds the private game.
func TestPeople(t *testing.T) {
	axe := readAxe(t)
	b := newBot(t, (*bot).rated)
	console := b.publicly("RAUMBOT_WEB_GUESTS=people")
	console.hears("accepts|Alice Chess|is to move", peopleLines...)
	alice, flat, stranger := b.visits(1, true), b.visits(2, true), b.visits(3, true)
	alice.signsIn(console.link("alice"), "alice")

	alice.goTo("/preferences")
	js[bool](alice, `(document.querySelector("#prefer [name=theme]").value = "dark", document.querySelector("#prefer [name=presence]").value = "hidden", true)`)
	alice.do(chromedp.Click(`#prefer .go`))
	alice.until(`location.hash === "#prefer" && document.querySelector("#prefer .result")?.textContent.includes("Others do not see")`)
	alice.goTo("/preferences")
	if set := js[string](alice, `[document.querySelector("#prefer [name=theme]").value, document.querySelector("#prefer [name=presence]").value].join()`); set != "dark,hidden" {
		t.Errorf("what is set is %s", set)
	}
	js[bool](alice, `(document.querySelector(".card .looks").value = "dark", document.querySelector(".card .looks").dispatchEvent(new Event("change")), true)`)
	if look := js[string](alice, `document.documentElement.dataset.look + document.getElementById("look").value`); look != "darkdark" {
		t.Errorf("the look is %s", look)
	}
	js[bool](alice, `(document.querySelector(".card .looks").value = "auto", document.querySelector(".card .looks").dispatchEvent(new Event("change")), true)`)
	alice.expects("422")
	js[bool](alice, `(document.querySelector("#quiet [name=hours]").value = "never ever", true)`)
	alice.do(chromedp.Click(`#quiet .go`))
	alice.until(`document.querySelector("#quiet .result.wrong")?.textContent.includes("Name two different hours")`)

	for _, p := range []*tab{alice, stranger} {
		p.goTo("/search?name=ALI")
		p.until(`document.querySelectorAll("#games li").length === 3`)
		js[bool](p, `(document.querySelector("[name=result]").value = "lost", true)`)
		p.do(chromedp.Click(`.filter .go`))
		p.until(`location.search.includes("result=lost") && document.querySelector("#games").textContent.includes("No such game")`)
	}
	alice.accessible(axe, "/preferences", "/player/1", "/games")
	stranger.accessible(axe, "/search?name=ali")

	flat.signsIn(console.link("bob"), "bob")
	flat.runsScripts(false)
	flat.goTo("/preferences")
	flat.do(chromedp.SetValue(`#limit [name=games]`, "7"), chromedp.Click(`#limit .go`))
	flat.until(loaded + ` && document.querySelector("#limit .result")?.textContent.includes("7 games")`)
	flat.do(chromedp.Click(`#limit .alone button`))
	flat.until(loaded + ` && document.querySelector("#limit .result")?.textContent.includes("any number of games")`)
	flat.goTo("/player/1")
	flat.do(chromedp.SetValue(`[name=name]`, "carol"), chromedp.Click(`.filter .go`), chromedp.WaitVisible(`#games a[href="/game/6"]`))

	alice.goTo("/player/1")
	alice.prints(true)
	if ink := js[string](alice, `getComputedStyle(document.querySelector(".chart polyline")).stroke`); ink != "rgb(0, 105, 92)" {
		t.Errorf("on paper a rating is drawn in %s", ink)
	}
	alice.prints(false)

	record := filepath.Join(t.TempDir(), "game.txt")
	for text, want := range map[string]string{`[Variant "raumschach"] [White "Ada"] [Black "Ben"] 1. ab2-ab3 eb4-eb3 1-0`: "Only you see it", "\x89PNG\r\n\x1a\n\x00\xff": "export"} {
		if err := os.WriteFile(record, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*tab{alice, flat} {
			p.expects("422")
			p.goTo("/games")
			if p == alice {
				p.drops(record)
			} else {
				p.do(chromedp.SetUploadFiles(`#attachment`, []string{record}), chromedp.Click(`#import .go`))
			}
			p.do(chromedp.WaitVisible(`.answer`))
			if said := js[string](p, `document.querySelector(".answer").innerText`); !strings.Contains(said, want) {
				t.Errorf("a file with %q is answered %s", text, said)
			}
		}
	}
}

// TestPeopleFit shows the pages in all windows and colours and in both languages. Nothing is wider
// than the window.
func TestPeopleFit(t *testing.T) {
	b := newBot(t, (*bot).rated)
	console := b.publicly("RAUMBOT_WEB_GUESTS=people")
	console.hears("accepts|Alice Chess|is to move", peopleLines...)
	alice := b.visits(1, true)
	alice.signsIn(console.link("alice"), "alice")
	for _, language := range []string{"en", "de"} {
		alice.speaks(language)
		for _, path := range []string{"/preferences", "/player/1", "/search", "/games"} {
			alice.goTo(path)
			for _, look := range looks[:7] {
				alice.as(look.width, look.height, look.scheme)
				alice.picture()
				if wide := js[int](alice, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
					t.Errorf("%s, %s: %d pixels wider than a window of %d", language, path, wide, look.width)
				}
			}
			alice.as(1280, 800, "light")
		}
	}
}
