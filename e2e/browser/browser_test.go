// Package browser plays with the real program in a real browser, Chromium: by links alone where scripts are off, and live
// where they are on, over a restart of the bot; and has axe look at every page. RAUMBOT_AXE names axe.min.js; without it that is left out.
package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// bot is the program with a database of its own.
type bot struct {
	t       *testing.T
	dir     string
	address string
	start   string
	stop    func()
}

// run builds the program and starts it.
func run(t *testing.T) *bot {
	b := &bot{t: t, dir: t.TempDir(), address: "127.0.0.1:0"}
	build := exec.Command("go", "build", "-o", filepath.Join(b.dir, "raumbot"), ".")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b.begin()
	t.Cleanup(func() { b.stop() })
	return b
}

// printed is what the bot prints of its page.
var printed = regexp.MustCompile(`http://\S+\?start=\S+`)

// begin starts the program at its address.
func (b *bot) begin() {
	b.t.Helper()
	c := exec.Command(filepath.Join(b.dir, "raumbot"), "serve")
	c.Dir, c.Env = b.dir, append(os.Environ(), "RAUMBOT_WEB_LISTEN="+b.address)
	in, err := c.StdinPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	errs, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if b.start = printed.FindString(lines.Text()); b.start != "" {
			break
		}
	}
	u, err := url.Parse(b.start)
	if err != nil || u.Host == "" {
		b.t.Fatal("the bot prints no address")
	}
	b.address = u.Host
	go func() { _, _ = io.Copy(io.Discard, errs) }()
	b.stop = func() {
		in.Close()
		if err := c.Wait(); err != nil {
			b.t.Error(err)
		}
	}
}

// person is somebody at a browser of their own.
type person struct {
	t    *testing.T
	ctx  context.Context
	base string
}

// sit lets somebody in under a name.
func (b *bot) sit(name string, scripts bool) *person {
	b.t.Helper()
	ctx, end := chromedp.NewExecAllocator(context.Background(), chromedp.Headless, chromedp.NoSandbox, chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	b.t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	b.t.Cleanup(end)
	p := &person{b.t, ctx, "http://" + b.address + "/as/" + name}
	p.do(chromedp.EmulateViewport(1280, 800), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts})
		return err
	}))
	p.do(chromedp.Navigate(b.start), chromedp.SendKeys("#name", name), chromedp.Click("form .go"), chromedp.WaitVisible("#write"))
	return p
}

// do does some things, of which none may take long.
func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	for i, step := range steps {
		ctx := p.ctx
		if i > 0 {
			limited, end := context.WithTimeout(p.ctx, 30*time.Second)
			defer end()
			ctx = limited
		}
		if err := chromedp.Do(ctx, step); err != nil {
			at, _ := chromedp.Run(p.ctx, chromedp.Location())
			p.t.Fatalf("step %d at %s: %v", i, at, err)
		}
	}
}

// goTo opens one of the person's own pages.
func (p *person) goTo(path string) { p.t.Helper(); p.do(chromedp.Navigate(p.base + path)) }

// says types a line in the chat and sends it.
func (p *person) says(text string) {
	p.t.Helper()
	p.do(chromedp.WaitVisible("#text"), chromedp.SendKeys("#text", text), chromedp.Click("#write button"), chromedp.Sleep(700*time.Millisecond))
}

// moves plays a move by links and forms.
func (p *person) moves(from, to string) {
	p.t.Helper()
	p.goTo("/game/1")
	p.do(chromedp.Click(`[data-cell="`+from+`"] a`), chromedp.WaitVisible(`[data-cell="`+from+`"].chosen`),
		chromedp.Click(`[data-cell="`+to+`"] a`), chromedp.WaitVisible("form.confirm"), chromedp.Click("form.confirm button.go"), chromedp.WaitVisible(`[data-cell="`+to+`"].to`))
}

// TestTwoPlayAndOneWatches has two people play without scripts, each in a browser, while a third, with scripts, sees each move come, before
// and after the bot was stopped and started again.
func TestTwoPlayAndOneWatches(t *testing.T) {
	b := run(t)
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
	b.stop()
	b.begin()
	ana.moves("bb2", "bb3")
	sees("3")
}

// TestPagesAreAccessible has axe look at the pages, with scripts on, as people see them.
func TestPagesAreAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("RAUMBOT_AXE"))
	if err != nil {
		t.Skip("RAUMBOT_AXE names no axe.min.js:", err)
	}
	b := run(t)
	p := b.sit("ana", true)
	p.says("study raumschach")
	for _, path := range []string{"/", "/games", "/game/1", "/game/1?cell=ab2", "/game/1?cell=ab2&to=ab3", "/rules", "/rules/raumschach?piece=KNI", "/tournaments", "/game/99"} {
		p.goTo(path)
		p.do(chromedp.Sleep(time.Second))
		found, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](string(axe)+`;axe.run().then(r => JSON.stringify(r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | "))))`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		var violations []string
		if err := json.Unmarshal([]byte(found), &violations); err != nil {
			t.Fatal(err)
		}
		if len(violations) > 0 {
			t.Errorf("%s:\n%s", path, strings.Join(violations, "\n"))
		}
	}
}
