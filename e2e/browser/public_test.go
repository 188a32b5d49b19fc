package browser

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// chat is the console of a bot with public pages, at which users ask for links to sign in.
type chat struct {
	*testing.T
	in   io.Writer
	said chan string // what the bot says, line by line
}

// publicly starts the bot with public pages and a console, and with some more environment. Ana
// organises all rooms of the console.
func (b *bot) publicly(env ...string) *chat {
	b.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	config := filepath.Join(b.dir, "raumbot.toml")
	if err := os.WriteFile(config, []byte("[console]\norganisers = [\"ana\"]\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	c := b.serve(append(env, "RAUMBOT_WEB_LISTEN="+address, "RAUMBOT_WEB_PUBLIC=http://"+address)...)
	c.Args = append(c.Args, "--config", config)
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	in := b.run(c)
	said := make(chan string, 1000)
	go func() {
		defer close(said)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			said <- lines.Text()
		}
	}()
	return &chat{b.T, in, said}
}

// hears types lines at the console, and returns the output of the bot from then on up to a match.
func (c *chat) hears(words string, lines ...string) []string {
	c.Helper()
	for _, line := range lines {
		if _, err := fmt.Fprintln(c.in, line); err != nil {
			c.Fatal(err)
		}
	}
	end := time.After(patience)
	var all []string
	for {
		select {
		case line, ok := <-c.said:
			all = append(all, line)
			if m := regexp.MustCompile(words).FindStringSubmatch(line); m != nil {
				return m
			}
			if !ok {
				c.Fatalf("the bot has stopped; it said %s", strings.Join(all, "\n"))
			}
		case <-end:
			c.Fatalf("nobody said %s, but %s", words, strings.Join(all, "\n"))
		}
	}
}

// link has somebody ask for a link that signs them in.
func (c *chat) link(name string) string {
	c.Helper()
	return c.hears(`^\s*(http://\S+/enter#\S+)$`, name+"@: web")[1]
}

// visits opens a window at a public bot as a visitor with another address, which a proxy in front
// of the bot would pass on.
func (b *bot) visits(number int, scripts bool) *tab {
	b.Helper()
	return b.visitsIn(drawing, number, scripts)
}

// visitsIn is like visits, in a given browser.
func (b *bot) visitsIn(browser func(*testing.T) context.Context, number int, scripts bool) *tab {
	b.Helper()
	p := newTab(b.T, browser, scripts)
	p.base = "http://" + b.address()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", number)}})
		return err
	}))
	return p
}

// signsIn opens a link, and says that it is for whoever opens it.
func (p *tab) signsIn(link, name string) {
	p.Helper()
	p.do(chromedp.Navigate(link), chromedp.WaitVisible("form.card .lead strong"))
	if who := js[string](p, `document.querySelector(".lead strong").textContent`); !strings.HasPrefix(who, name+" · ") {
		p.Errorf("the link of %s signs in %s", name, who)
	}
	p.do(chromedp.Click("form.card .go"))
	p.until(fmt.Sprintf(`document.querySelector(".me strong")?.textContent === %q`, name))
}

// TestSignInByLink opens a link twice. It signs in the first time, and then never again in
// any browser.
func TestSignInByLink(t *testing.T) {
	b := newBot(t, func(b *bot) {})
	console := b.publicly()
	link := console.link("ana")
	code := link[strings.Index(link, "#")+1:]

	// A chat's preview of the link does not use it up, because the part after the # is not sent.
	preview := b.visits(1, false)
	preview.do(chromedp.Navigate(link), chromedp.WaitVisible("#code"))

	ana := b.visits(2, true)
	ana.signsIn(link, "ana")
	if at := js[string](ana, "location.href + document.referrer"); strings.Contains(at, code) {
		t.Errorf("the code is left in the address: %s", at)
	}
	ana.do(chromedp.Navigate(ana.base + "/games"))
	ana.until(`document.querySelector(".me strong").textContent === "ana"`)
	if cookie := js[string](ana, "document.cookie"); cookie != "" {
		t.Errorf("scripts can read the cookie: %s", cookie)
	}

	// The same link in another browser, and in the same one.
	for _, p := range []*tab{b.visits(3, true), ana} {
		p.expects("403 (Forbidden)")
		p.do(chromedp.Navigate(p.base+"/rules"), chromedp.Navigate(link), chromedp.WaitVisible("[role=alert]"))
		if said := js[string](p, `document.querySelector("[role=alert]").textContent`); !strings.Contains(said, "has been used") || !strings.Contains(said, "web") {
			t.Errorf("a spent link says %q", said)
		}
	}

	// Without scripts it is copied by hand.
	ben := b.visits(4, false)
	ben.do(chromedp.Navigate(ben.base+"/enter"), chromedp.SendKeys("#code", console.link("ben")), chromedp.Click("#enter .go"), chromedp.WaitVisible(".lead strong"))
	ben.do(chromedp.Click("form.card .go"), chromedp.WaitVisible(".me strong"))
	if who := js[string](ben, `document.querySelector(".me strong").textContent`); who != "ben" {
		t.Errorf("ben is signed in as %q", who)
	}

	// Ended in the chat, the session is ended on the page.
	console.hears("session .* has ended", "ana@: sessions 1")
	ana.do(chromedp.Navigate(ana.base+"/"), chromedp.WaitVisible(`.me a[href="/enter"]`))
}
