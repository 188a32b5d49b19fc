package browser

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/creack/pty"
)

// patience is how long anything may take on a machine that does much else.
const patience = 3 * time.Minute

// folder is where the program lies.
var folder string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "raumbot-browser-")
	if err != nil {
		log.Fatal(err)
	}
	folder = dir
	code := m.Run()
	for _, end := range slices.Backward(endBrowsers) {
		end()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// program builds the bot, once for all tests.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, "raumbot")
	build := exec.Command("go", "build", "-buildvcs=false", "-tags", "goolm", "-o", path, ".")
	build.Dir = filepath.Join("..", "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// missing ends a test that lacks something. The test fails if everything is required, otherwise it
// is skipped.
func missing(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("RAUMBOT_NEED_BROWSER") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// chromium finds the browser.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	missing(t, "Chromium is not installed, so nothing is played in a browser")
	return ""
}

// bot is the program, running, with a database of its own.
type bot struct {
	*testing.T
	dir   string
	start string // the address that lets somebody in
	stop  func()
}

// newBot gives the bot a folder and starts it by begin. It is stopped when the test ends.
func newBot(t *testing.T, begin func(*bot)) *bot {
	t.Helper()
	chromium(t)
	b := &bot{T: t, dir: t.TempDir(), stop: func() {}}
	t.Cleanup(func() { b.stop() })
	begin(b)
	return b
}

// serve is the command that runs the bot in its folder.
func (b *bot) serve(env ...string) *exec.Cmd {
	b.Helper()
	path, err := program()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.Command(path, "serve")
	c.Dir, c.Env = b.dir, append(append(os.Environ(), "HOME="+b.dir), env...)
	return c
}

// atTerminal starts the bot for somebody who sits at a terminal.
func (b *bot) atTerminal() {
	b.Helper()
	c := b.serve("TERM=dumb")
	terminal, err := pty.Start(c)
	if err != nil {
		b.Fatal(err)
	}
	b.stop = func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		terminal.Close()
	}
	b.finds(terminal)
}

// listening starts the bot as a server. If it ran before, it gets the same address again.
func (b *bot) listening() {
	b.Helper()
	b.run(b.serve("RAUMBOT_WEB_LISTEN=" + b.address()))
}

// run starts a command that serves until it is interrupted, and returns its input.
func (b *bot) run(c *exec.Cmd) (in io.Writer) {
	b.Helper()
	pipe, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	printed, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.stop = func() {
		b.Helper()
		pipe.Close()
		_ = c.Process.Signal(os.Interrupt) // a bot with pages outlasts its input
		if err := c.Wait(); err != nil {
			b.Error(err)
		}
	}
	b.finds(printed)
	return pipe
}

// address is where the bot listens, any free port before it has been started.
func (b *bot) address() string {
	if u, err := url.Parse(b.start); err == nil && u.Host != "" {
		return u.Host
	}
	return "127.0.0.1:0"
}

// door matches the address that lets somebody in.
var door = regexp.MustCompile(`http://127\.0\.0\.1:\d+/(\?start=\w+)?`)

// finds reads what the bot prints until the address is there, and lets it go on printing.
func (b *bot) finds(printed io.Reader) {
	b.Helper()
	ended := make(chan string, 1) // the address, or all that was printed
	go func() {
		var said strings.Builder
		for lines := bufio.NewScanner(printed); lines.Scan(); {
			if at := door.FindString(lines.Text()); at != "" {
				ended <- at
				_, _ = io.Copy(io.Discard, printed)
				return
			}
			fmt.Fprintln(&said, lines.Text())
		}
		ended <- said.String()
	}()
	select {
	case at := <-ended:
		if !door.MatchString(at) {
			b.Fatalf("the bot names no address of its room: %s", at)
		}
		b.start = at
	case <-time.After(patience):
		b.Fatal("the bot names no address of its room")
	}
}

// tab is a page in a window that shares nothing with those of others.
type tab struct {
	*testing.T
	ctx  context.Context
	base string // the address of the person's own pages

	mu       sync.Mutex
	troubles []string // what the console complains of
	expected []string
}

// newBrowser returns a function that starts a browser when it is first called. Later calls return
// the context of the same browser, in which each tab has cookies and storage of its own.
func newBrowser(flags ...chromedp.ExecAllocatorOption) func(*testing.T) context.Context {
	var browser context.Context
	return func(t *testing.T) context.Context {
		t.Helper()
		if browser != nil && browser.Err() == nil {
			return browser
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.NoSandbox,
			chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-gpu", false))
		allocator, end := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
		ctx, endTab := chromedp.NewContext(allocator)
		endBrowsers = append(endBrowsers, end, endTab)
		if err := chromedp.Do(ctx); err != nil { // what is done first starts the browser
			t.Fatal(err)
		}
		browser = ctx
		return browser
	}
}

// drawing is the browser of most tests; flat is one that has no WebGL and so draws no board.
var (
	drawing = newBrowser()
	flat    = newBrowser(chromedp.Flag("disable-3d-apis", true))
)

// endBrowsers end the browsers, in the opposite order.
var endBrowsers []context.CancelFunc

// newTab opens a window in a browser, with nothing remembered. When the test ends, its console must
// have no messages that the test has not expected.
func newTab(t *testing.T, browser func(*testing.T) context.Context, scripts bool) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser(t), chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	p := &tab{T: t, ctx: ctx}
	t.Cleanup(p.complain)
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException {
				p.mu.Lock()
				p.troubles = append(p.troubles, fmt.Sprint(m.Text, " ", m.URL))
				p.mu.Unlock()
			}
		}
	}()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800)); err != nil {
		t.Fatal(err)
	}
	p.runsScripts(scripts)
	return p
}

// runsScripts says whether pages that are opened from now on run their scripts.
func (p *tab) runsScripts(may bool) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !may})
		return err
	}))
}

// expects says that the console may complain with these words.
func (p *tab) expects(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, words)
}

// complain fails the test for every trouble that was not expected.
func (p *tab) complain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, trouble := range p.troubles {
		known := false
		for _, words := range p.expected {
			known = known || strings.Contains(trouble, words)
		}
		if !known {
			p.Errorf("the console says: %s", trouble)
		}
	}
}

// do performs some actions, none of which may take long. It repeats an action that had no effect
// because the browser had just begun a new document.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	for i, step := range steps {
		ctx, end := context.WithTimeout(p.ctx, patience)
		err := chromedp.Do(ctx, step)
		for err != nil && ctx.Err() == nil && strings.Contains(err.Error(), "Could not find node with given id") {
			err = chromedp.Do(ctx, step)
		}
		end()
		if err != nil {
			at, _ := chromedp.Run(p.ctx, chromedp.Location())
			p.Fatalf("step %d at %s: %v", i+1, at, err)
		}
	}
}

// js evaluates an expression.
func js[T any](p *tab, expression string) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return value
}

// until waits until an expression is true.
func (p *tab) until(expression string) {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if value, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); err == nil && value {
			return
		}
	}
	p.Fatalf("it did not become true: %s\nthe page says of its state %s", expression,
		js[string](p, "location.href + ' ' + (document.getElementById('status')?.textContent ?? '') + ' ' + (document.getElementById('action')?.textContent ?? '')"))
}

// sit lets somebody in under a name, in a window of their own.
func (b *bot) sit(name string, scripts bool) *tab {
	b.Helper()
	return b.lets(newTab(b.T, drawing, scripts), name)
}

// sitFlat lets somebody in whose browser draws no board.
func (b *bot) sitFlat(name string) *tab {
	b.Helper()
	p := newTab(b.T, flat, true)
	p.expects("WebGL context")
	return b.lets(p, name)
}

// lets lets somebody in under a name. It waits for the scripts of the page, which send its forms.
func (b *bot) lets(p *tab, name string) *tab {
	b.Helper()
	p.base = "http://" + b.address() + "/as/" + name
	p.do(chromedp.Navigate(b.start), chromedp.SendKeys("#name", name), chromedp.Click("form .go"), chromedp.WaitVisible("#write"))
	p.until(loaded)
	return p
}

// goTo opens one of the person's own pages.
func (p *tab) goTo(path string) { p.Helper(); p.do(chromedp.Navigate(p.base + path)) }

// says types a line in the chat and sends it. It stands there when it has been carried out.
func (p *tab) says(text string) {
	p.Helper()
	p.do(chromedp.WaitVisible("#text"), chromedp.SendKeys("#text", text), chromedp.Click("#write button"))
	p.until(fmt.Sprintf("[...document.querySelectorAll('#said .person .lines')].at(-1)?.textContent.trim() === %q && !document.querySelector('#write[aria-busy]')", text))
}
