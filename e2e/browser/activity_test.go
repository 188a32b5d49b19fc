package browser

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// discord is as much of Discord as an Activity meets: the API that signs people in, a client that
// shows the Activity in a frame, and the proxy between the Activity and the site.
type discord struct {
	*testing.T
	api, proxy *httptest.Server

	mu       sync.Mutex
	broken   bool            // whether nobody is signed in
	changes  bool            // whether the proxy changes passes
	codes    map[string]bool // the codes that have not been used
	last     int
	secrets  []string // secrets of sessions
	streams  int      // how many got through
	troubles []string // cookies, and secrets in addresses
}

const (
	application  = "200000000000000001"
	clientSecret = "a-secret-of-no-value"
	ana          = "300000000000000001"
)

// client is a page that does what Discord's client does around an Activity. What it has been sent
// is in seen.
const client = `<!DOCTYPE html><meta name="viewport" content="width=device-width"><title>client</title><style>body { margin: 0; background: #333 } iframe { border: 0; width: 100vw; height: 100vh }</style>
<script>
const seen = [];
let refuses = false, loaded = false;
addEventListener("message", async (e) => {
  const frame = document.querySelector("iframe");
  if (e.source !== frame.contentWindow) return;
  seen.push(e.data);
  const answer = (payload) => e.source.postMessage([1, payload], e.origin);
  const [op, what] = e.data;
  if (op === 0) answer({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config: {} }, nonce: null });
  else if (refuses) answer({ cmd: what.cmd, evt: "ERROR", data: { code: 5000, message: "no" }, nonce: what.nonce });
  else if (what.cmd === "AUTHORIZE") answer({ cmd: what.cmd, evt: null, data: { code: await (await fetch("/code")).text() }, nonce: what.nonce });
  else answer({ cmd: what.cmd, evt: null, data: {}, nonce: what.nonce });
});
</script>
<iframe sandbox="allow-forms allow-modals allow-popups allow-same-origin allow-scripts" src="%s" onload="loaded = true"></iframe>`

// newDiscord starts Discord for a bot that is reached at a function's result.
func newDiscord(t *testing.T, site func() string) *discord {
	t.Helper()
	d := &discord{T: t, codes: map[string]bool{}}
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, value any) { _ = json.NewEncoder(w).Encode(value) }
	mux.HandleFunc("GET /api/v10/applications/@me", func(w http.ResponseWriter, _ *http.Request) { answer(w, map[string]any{"id": application}) })
	mux.HandleFunc("GET /api/v10/gateway/bot", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{"url": "ws://127.0.0.1:1", "shards": 1, "session_start_limit": map[string]any{"total": 1000, "remaining": 1000, "max_concurrency": 1}}) // nobody answers there
	})
	mux.HandleFunc("POST /api/v10/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		id, secret, _ := r.BasicAuth()
		code := r.PostFormValue("code")
		if d.broken || id != application || secret != clientSecret || !d.codes[code] {
			http.Error(w, `{"error": "invalid_grant"}`, http.StatusBadRequest)
			return
		}
		delete(d.codes, code)
		answer(w, map[string]any{"access_token": "token-of-ana", "refresh_token": "refresh", "expires_in": 1000, "scope": "identify"})
	})
	mux.HandleFunc("GET /api/v10/users/@me", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer token-of-ana" {
			http.Error(w, "{}", http.StatusUnauthorized)
			return
		}
		answer(w, map[string]any{"id": ana, "username": "ana", "global_name": "Ana"})
	})
	mux.HandleFunc("GET /code", func(w http.ResponseWriter, _ *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.last++
		code := fmt.Sprintf("code-%d", d.last)
		d.codes[code] = true
		_, _ = io.WriteString(w, code)
	})
	mux.HandleFunc("GET /client", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, client, r.FormValue("at"))
	})
	mux.HandleFunc("GET /favicon.ico", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "{}", http.StatusServiceUnavailable) })
	d.api = httptest.NewServer(mux)
	t.Cleanup(d.api.Close)
	d.proxy = httptest.NewServer(&httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			to, err := url.Parse(site() + "/activity")
			if err != nil {
				t.Error(err)
				return
			}
			r.SetURL(to)
			d.mu.Lock()
			if query := r.Out.URL.Query(); d.changes && query.Has("pass") {
				query.Set("pass", "changed")
				r.Out.URL.RawQuery = query.Encode()
			}
			d.mu.Unlock()
			r.Out.Host = to.Host
			r.Out.Header.Set("X-Forwarded-For", "198.51.100.7")
			d.watch(r.In.URL.String()+" "+r.In.Referer(), r.In.Header["Cookie"])
		},
		ModifyResponse: func(w *http.Response) error {
			d.watch("", w.Header["Set-Cookie"])
			if w.Header.Get("Content-Type") == "text/event-stream" {
				d.mu.Lock()
				d.streams++
				d.mu.Unlock()
			}
			if w.Request.URL.Path != "/activity/session" || w.StatusCode != http.StatusOK {
				return nil
			}
			body, err := io.ReadAll(w.Body)
			if err != nil {
				return err
			}
			w.Body = io.NopCloser(strings.NewReader(string(body)))
			var told struct{ Session string }
			err = json.Unmarshal(body, &told)
			d.mu.Lock()
			defer d.mu.Unlock()
			d.secrets = append(d.secrets, told.Session)
			return err
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	})
	t.Cleanup(d.proxy.Close)
	return d
}

// watch notes an address, or what a browser keeps, that has a secret in it, and cookies.
func (d *discord) watch(address string, cookies []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, secret := range d.secrets {
		if secret != "" && strings.Contains(address, secret) {
			d.troubles = append(d.troubles, "a secret is in "+address)
		}
	}
	if len(cookies) > 0 {
		d.troubles = append(d.troubles, fmt.Sprint("there are cookies: ", cookies))
	}
}

// check fails the test if there were cookies, or an address had a secret in it.
func (d *discord) check() {
	d.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.secrets) == 0 || len(d.troubles) > 0 {
		d.Errorf("%d sessions; %s", len(d.secrets), strings.Join(d.troubles, "; "))
	}
}

// environment are the settings of a bot for this Discord.
func (d *discord) environment() []string {
	return []string{"DISCORD_TOKEN=a.b.c", "DISCORD_CLIENT_SECRET=" + clientSecret, "RAUMBOT_DISCORD_ACTIVITY=true", "RAUMBOT_DISCORD_API=" + d.api.URL + "/api"}
}

// origin is the origin of the Activity, another site than the client's.
func (d *discord) origin() string {
	_, port, err := net.SplitHostPort(d.proxy.Listener.Addr().String())
	if err != nil {
		d.Fatal(err)
	}
	return "http://localhost:" + port
}

// launch is the address of a client that shows a page in a frame.
func (d *discord) launch(at string) string {
	return d.api.URL + "/client?at=" + url.QueryEscape(at+"?instance_id=i-1&platform=desktop&guild_id=1&channel_id=2&frame_id=f-1")
}

// inside is the frame of another site in a tab, which has to be there already.
func (p *tab) inside() *tab {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		all, err := chromedp.Targets(p.ctx)
		if err != nil {
			p.Fatal(err)
		}
		for _, one := range all {
			if one.Type == "iframe" && strings.HasPrefix(one.URL, "http://localhost:") {
				ctx, end := chromedp.NewContext(p.ctx, chromedp.WithTargetID(one.TargetID))
				p.Cleanup(end)
				return &tab{T: p.T, ctx: ctx}
			}
		}
	}
	p.Fatal("there is no frame")
	return nil
}

// within is the document within the shell, in the terms of the shell.
const within = `document.querySelector("iframe")?.contentDocument`

// opens opens the Activity in a new window of a browser that keeps no cookies of frames. It returns
// the window and the shell.
func (d *discord) opens() (p, shell *tab) {
	d.Helper()
	p = newTab(d.T, newBrowser(chromedp.Flag("test-third-party-cookie-phaseout", true)), true)
	p.do(chromedp.Navigate(d.launch(d.origin() + "/")))
	shell = p.inside()
	shell.until(within + `?.querySelector(".me strong")?.textContent === "Ana"`)
	return p, shell
}

// pushes clicks on something of the page within the shell.
func (p *tab) pushes(selector string) {
	p.Helper()
	p.until(within + `?.readyState === "complete" && ` + within + fmt.Sprintf(`.querySelector(%q)`, selector))
	js[bool](p, within+fmt.Sprintf(`.querySelector(%q).click() ?? true`, selector))
}

// TestActivity plays in the pages inside Discord, in a browser that keeps no cookies of frames: it
// begins a game with the computer by a form, plays a move on its board, hears of the answer by a
// stream, and goes from page to page. Nothing of that needs a cookie, and no address has the secret.
func TestActivity(t *testing.T) {
	b := newBot(t, func(*bot) {})
	d := newDiscord(t, func() string { return "http://" + b.address() })
	b.publicly(d.environment()...)
	p, shell := d.opens()
	p.until(`seen.some(([, what]) => what.cmd === "AUTHENTICATE")`)
	for i, want := range []string{
		`[0,{"v":1,"encoding":"json","client_id":"` + application + `","frame_id":"f-1"}]`,
		`[1,{"cmd":"AUTHORIZE","args":{"client_id":"` + application + `","response_type":"code","state":"","prompt":"none","scope":["identify"]},"nonce":"`,
		`[1,{"cmd":"AUTHENTICATE","args":{"access_token":"token-of-ana"},"nonce":"`,
	} {
		if got := js[string](p, fmt.Sprintf("JSON.stringify(seen[%d])", i)); !strings.HasPrefix(got, want) {
			t.Errorf("the client is sent %s, not %s", got, want)
		}
	}
	if js[bool](shell, within+`.querySelector("form[action='/leave'], a[href='/enter']") !== null`) {
		t.Error("there is something to sign in or out by")
	}
	p.picture()

	shell.pushes(`form[action="/play"] .go`)
	shell.until(within + `?.querySelector("main#game")?.dataset.ply === "0"`)
	shell.until(`document.querySelector("iframe").contentWindow.board3d?.stage?.view?.levels`)
	if at := js[string](shell, within+`.location.href`); at != d.origin()+"/game/1" {
		t.Errorf("the game is at %s", at)
	}
	p.pressesIn(shell, "ab2")
	shell.until(within + `.querySelector("#action")?.textContent.includes("Choose another piece")`)
	p.picture()
	p.pressesIn(shell, "ab3")
	shell.pushes(`#action form.confirm .go`)
	shell.until(within + `.querySelector("main#game").dataset.ply === "2"`) // the computer has answered
	d.mu.Lock()
	if d.streams == 0 {
		t.Error("no stream got through")
	}
	d.mu.Unlock()
	if at := js[string](shell, within+`.querySelector("a.share").href`); !strings.HasPrefix(at, "http://"+b.address()+"/game/1") {
		t.Errorf("what is shared is %s", at)
	}
	p.picture()

	// The small board is a picture that its player alone may see.
	shell.pushes(`a.brand`)
	shell.until(within + `?.querySelector("[data-live=mine] img")?.src.startsWith("data:image/svg+xml")`)
	if !js[bool](shell, within+`.querySelector("[data-live=mine] img").naturalWidth > 0`) {
		t.Error("the small board is not shown")
	}
	p.picture()
	shell.pushes(`a[href="/games"]`)
	shell.until(within + `?.location.pathname === "/games" && ` + within + `.querySelector(".me strong")`)
	shell.pushes(`a[href="/rules"]`)
	shell.until(within + `.location.pathname === "/rules" && ` + within + `.querySelector(".me strong")`)
	js[bool](shell, `document.querySelector("iframe").contentWindow.history.back() ?? true`)
	shell.until(within + `?.location.pathname === "/games" && ` + within + `.querySelector(".me strong")`)
	js[bool](shell, `Object.assign(`+within+`.body, { id: "before" }), document.querySelector("iframe").contentWindow.location.reload() ?? true`)
	shell.until(within + `?.body?.id === "" && ` + within + `.readyState === "complete" && ` + within + `.location.href === "` + d.origin() + `/games" && ` + within + `.querySelector(".me strong")`)
	p.do(chromedp.EmulateViewport(390, 844))
	p.picture()
	shell.pushes(`a[href="/game/1"]`)
	shell.until(`document.querySelector("iframe").contentWindow.board3d?.stage?.view?.levels`)
	p.picture()
	if kept := js[string](shell, `document.cookie`); kept != "" {
		t.Errorf("there are cookies: %s", kept)
	}
	d.watch(js[string](shell, `JSON.stringify([{ ...sessionStorage }, { ...localStorage }])`), nil)
	d.check()
}

// TestActivitySignsInAnew ends the session: the next page that is asked for begins another. If
// Discord does not sign in, the page says so, and tries again when it is told to.
func TestActivitySignsInAnew(t *testing.T) {
	b := newBot(t, func(*bot) {})
	d := newDiscord(t, func() string { return "http://" + b.address() })
	b.publicly(d.environment()...)
	p, shell := d.opens()
	p.expects("403 (Forbidden)")
	p.expects("502 (Bad Gateway)")
	p.expects("net::ERR_ABORTED 403")
	says := func(text string) {
		t.Helper()
		shell.until(within + `?.readyState === "complete" && ` + within + `.querySelector("#write")`)
		js[bool](shell, fmt.Sprintf(`Boolean(Object.assign(%s.querySelector("#text"), { value: %q }))`, within, text))
		shell.pushes("#write button")
	}
	authorized := func(times int) {
		t.Helper()
		p.until(fmt.Sprintf(`seen.filter(([, what]) => what.cmd === "AUTHORIZE").length === %d`, times))
	}
	says("sessions all")
	authorized(2) // as the page that is there is not for anybody any more
	shell.until(within + `?.querySelector(".me strong")?.textContent === "Ana"`)

	d.mu.Lock()
	d.broken = true
	d.mu.Unlock()
	says("sessions all")
	shell.until(within + `?.querySelector("#said")?.textContent.startsWith("Discord has not told us who you are.")`)
	p.picture()
	js[bool](p, "refuses = true")
	shell.pushes("#again")
	shell.until(within + `?.querySelector("#again")?.hidden === false`)
	authorized(4)
	js[bool](p, "!(refuses = false)")
	d.mu.Lock()
	d.broken = false
	d.mu.Unlock()
	shell.pushes("#again")
	shell.until(within + `?.querySelector(".me strong")?.textContent === "Ana"`)

	// A proxy that changes passes: the page does not ask for ever.
	changes := func(change bool) {
		d.mu.Lock()
		d.changes = change
		d.mu.Unlock()
	}
	changes(true)
	shell.pushes(`a[href="/games"]`)
	shell.until(within + `?.querySelector("#again")?.hidden === false`)
	changes(false)
	shell.pushes("#again")
	shell.until(within + `?.querySelector(".me strong")?.textContent === "Ana" && ` + within + `.location.pathname === "/games"`)
	d.check()
}

// TestActivityFramedByOthers shows the Activity in a frame of another site, and other pages of the
// site in one of Discord. Both stay empty.
func TestActivityFramedByOthers(t *testing.T) {
	b := newBot(t, func(*bot) {})
	d := newDiscord(t, func() string { return "http://" + b.address() })
	b.publicly(d.environment()...)
	other := httptest.NewServer(d.api.Config.Handler)
	t.Cleanup(other.Close)
	for _, at := range []string{strings.Replace(d.launch(d.origin()+"/"), d.api.URL, other.URL, 1), d.launch("http://" + b.address() + "/"), d.launch("http://" + b.address() + "/enter")} {
		p := newTab(t, drawing, true)
		p.expects("frame-ancestors")
		p.do(chromedp.Navigate(at))
		p.until("loaded")
		time.Sleep(time.Second)
		if sent := js[string](p, "JSON.stringify(seen)"); sent != "[]" {
			t.Errorf("%s has sent %s", at, sent)
		}
		p.mu.Lock()
		if !strings.Contains(strings.Join(p.troubles, "\n"), "frame-ancestors") {
			t.Errorf("%s is shown in a frame: %s", at, p.troubles)
		}
		p.mu.Unlock()
	}
}

// pressesIn presses a cell of the board within a shell.
func (p *tab) pressesIn(shell *tab, name string) {
	p.Helper()
	at := js[[]float64](shell, fmt.Sprintf(`(() => {
		const s = document.querySelector("iframe").contentWindow.board3d.stage, place = s.places[s.layout.cells.indexOf(%q)];
		const l = s.view.levels.filter((l) => l.level === place.level).sort((a, b) => b.s - a.s)[0];
		const r = s.box.getBoundingClientRect(), [x, y] = l.at(place.x, place.y);
		return [x + r.left, y + r.top];
	})()`, name))
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}
