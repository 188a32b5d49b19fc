package web_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/clocktest"
	"raumbot/bot/service"
	"raumbot/rules/games"
	"raumbot/storage"
)

// hall is a site with a service, which gets its requests without a network.
type hall struct {
	t       testing.TB
	site    *web.Site
	service *service.Service
	handler http.Handler
	cookies []*http.Cookie
	host    string
	log     strings.Builder
	clock   *clocktest.Clock
	opened  int // how many pages were opened, each by another visitor
	// from and language are the address and the language of streams; by default they come from
	// this machine.
	from, language string
}

// open returns a room with an empty database.
func open(t testing.TB) *hall {
	t.Helper()
	return openOn(t, storage.Memory(), web.Options{Address: "127.0.0.1:0"})
}

func openOn(t testing.TB, store bot.Store, o web.Options) *hall {
	t.Helper()
	return openPorts(t, service.Ports{Store: store}, o)
}

func openPorts(t testing.TB, ports service.Ports, o web.Options) *hall {
	t.Helper()
	if err := games.Install(); err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, clock: clocktest.At(time.Now())}
	o.Log = slog.New(slog.NewTextHandler(&h.log, nil))
	site, err := web.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	ports.Clock, ports.Dice, ports.Pages = h.clock, func(int) int { return 0 }, "https://chess.example.org"
	h.site, h.service = site, service.New(ports)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	if err := h.service.Start(ctx, web.Platform); err != nil {
		t.Fatal(err)
	}
	if h.handler, err = site.Handler(ctx, h.service); err != nil {
		t.Fatal(err)
	}
	site.SetCountPause(20 * time.Millisecond)
	go site.Pass(ctx)
	h.host = strings.TrimPrefix(strings.TrimPrefix(site.URL(), "http://"), "https://")
	return h
}

// enter opens the door with the token.
func (h *hall) enter() *hall {
	h.t.Helper()
	u, err := url.Parse(h.site.StartURL())
	if err != nil {
		h.t.Fatal(err)
	}
	answer := h.get(u.RequestURI())
	if answer.Code != http.StatusSeeOther || len(answer.Result().Cookies()) != 1 {
		h.t.Fatalf("the token opens nothing: %d %v", answer.Code, answer.Header())
	}
	h.cookies = answer.Result().Cookies()
	return h
}

// do makes a request as a browser on a page of the site does.
func (h *hall) do(r *http.Request) *httptest.ResponseRecorder {
	h.t.Helper()
	w := httptest.NewRecorder()
	h.respond(w, r)
	return w
}

func (h *hall) respond(w http.ResponseWriter, r *http.Request) {
	h.t.Helper()
	if r.Host == "" || r.Host == "example.com" {
		r.Host = h.host
	}
	for _, c := range h.cookies {
		r.AddCookie(c)
	}
	h.handler.ServeHTTP(w, r)
	if err := h.service.Deliver(context.Background(), h.site); err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) get(path string) *httptest.ResponseRecorder {
	h.t.Helper()
	return h.do(httptest.NewRequest(http.MethodGet, path, nil))
}

// page returns the text of a page, which must exist.
func (h *hall) page(path string) string {
	h.t.Helper()
	w := h.get(path)
	if w.Code != http.StatusOK {
		h.t.Fatalf("%s: %d %s\n%s", path, w.Code, w.Body, h.log.String())
	}
	return w.Body.String()
}

// form returns the request of a form.
func form(path string, values ...string) *http.Request {
	v := url.Values{}
	for i := 0; i+1 < len(values); i += 2 {
		v.Set(values[i], values[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}

// says sends a message to the room.
func (h *hall) says(name, text string) {
	h.t.Helper()
	if w := h.do(form("/as/"+name+"/say", "text", text)); w.Code != http.StatusSeeOther {
		h.t.Fatalf("%s says %q: %d %s", name, text, w.Code, w.Body)
	}
}

// data reads JSON from a path.
func (h *hall) data(path string, into any) {
	h.t.Helper()
	if err := json.Unmarshal([]byte(h.page(path)), into); err != nil {
		h.t.Fatal(err)
	}
}

// begin begins a game between ana, who has White, and ben.
func (h *hall) begin(variant, options string) {
	h.t.Helper()
	for _, name := range []string{"ana", "ben"} {
		if w := h.do(form("/join", "name", name)); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/as/"+name+"/" {
			h.t.Fatalf("%s cannot join: %d", name, w.Code)
		}
	}
	h.says("ana", "challenge ben "+variant+" white "+options)
	h.says("ben", "accept")
}

// link finds the address of a link or form on a page by a pattern.
func link(t testing.TB, page, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no %s on the page:\n%s", pattern, page)
	}
	return html.UnescapeString(found[1])
}

// TestGameByLinks plays on the page as a browser without scripts does: by links and forms alone.
func TestGameByLinks(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	for i, m := range [][3]string{{"ana", "ab2", "ab3"}, {"ben", "eb4", "eb3"}, {"ana", "bb2", "bb3"}} {
		name, from, to := m[0], m[1], m[2]
		page := h.page("/as/" + name + "/game/1")
		if !strings.Contains(page, "Your move") {
			t.Fatalf("%s is not told that it is their move:\n%s", name, page)
		}
		page = h.page(link(t, page, `data-cell="`+from+`"[^>]*><a href="([^"]*)"`))
		if !strings.Contains(page, `class="count"`) {
			t.Errorf("no level counts the targets of %s", from)
		}
		page = h.page(link(t, page, `data-cell="`+to+`"[^>]*><a href="([^"]*)"`))
		action := link(t, page, `<form method="post" action="([^"]*/move)"`)
		move, event := link(t, page, `name="move" value="([^"]*)"`), link(t, page, `name="event" value="([^"]*)"`)
		w := h.do(form(action, "move", move, "event", event))
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/as/"+name+"/game/1" {
			t.Fatalf("%s: %d %s", move, w.Code, w.Body)
		}
		if w := h.do(form(action, "move", move, "event", event)); w.Code != http.StatusSeeOther {
			t.Errorf("sent twice: %d %s", w.Code, w.Body)
		}
		var board struct {
			Ply    int
			Moves  []string
			Reader struct{ Side string }
		}
		h.data("/as/"+name+"/game/1/board.json", &board)
		if board.Ply != i+1 || board.Reader.Side != map[string]string{"ana": "white", "ben": "black"}[name] {
			t.Errorf("after %s: %+v", move, board)
		}
	}
	if page := h.page("/as/ben/game/1?ply=1"); !strings.Contains(page, "After move 1 of 3") || strings.Contains(page, "moveform") {
		t.Errorf("an earlier position can be moved in:\n%s", page)
	}
	if page := h.page("/as/ben/game/1?move=eb5-eb1"); !strings.Contains(page, `role="alert"`) {
		t.Errorf("an illegal move is not refused:\n%s", page)
	}
	if w := h.do(form("/as/ana/game/1/move", "move", "ac2-ac3")); w.Code != http.StatusConflict {
		t.Errorf("ana moves twice: %d", w.Code)
	}
}

// closed are requests that must be refused for everybody.
var closed = []struct {
	what string
	make func(*hall) *http.Request
	code int
}{
	{"another host", func(h *hall) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/as/ana/game/1", nil)
		r.Host = "evil.example:80"
		return r
	}, http.StatusMisdirectedRequest},
	{"a form of another site", func(h *hall) *http.Request {
		r := form("/as/ana/say", "text", "resign 1")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		return r
	}, http.StatusForbidden},
	{"a form of another origin, by an old browser", func(h *hall) *http.Request {
		r := form("/as/ana/say", "text", "resign 1")
		r.Header.Del("Sec-Fetch-Site")
		r.Header.Set("Origin", "http://evil.example")
		return r
	}, http.StatusForbidden},
	{"a body without end", func(h *hall) *http.Request {
		return form("/as/ana/say", "text", strings.Repeat("x", web.MaxBody))
	}, http.StatusRequestEntityTooLarge},
	{"what a POST does, by GET", func(h *hall) *http.Request {
		return httptest.NewRequest(http.MethodGet, "/as/ana/say?text=resign+1", nil)
	}, http.StatusMethodNotAllowed},
	{"a move by GET", func(h *hall) *http.Request {
		return httptest.NewRequest(http.MethodGet, "/as/ana/game/1/move?move=ab2-ab3", nil)
	}, http.StatusMethodNotAllowed},
	{"a page by POST", func(h *hall) *http.Request { return form("/as/ana/game/1") }, http.StatusMethodNotAllowed},
	{"a file by POST", func(h *hall) *http.Request { return form("/static/site.css") }, http.StatusMethodNotAllowed},
	{"no such page by POST", func(h *hall) *http.Request { return form("/as/ana/nowhere") }, http.StatusNotFound},
	{"no such game", func(h *hall) *http.Request { return httptest.NewRequest(http.MethodGet, "/as/ana/game/99", nil) }, http.StatusNotFound},
	{"no number", func(h *hall) *http.Request { return httptest.NewRequest(http.MethodGet, "/as/ana/game/x", nil) }, http.StatusNotFound},
	{"a negative ply", func(h *hall) *http.Request { return httptest.NewRequest(http.MethodGet, "/as/ana/game/1?ply=-1", nil) }, http.StatusBadRequest},
	{"no such cell", func(h *hall) *http.Request {
		return httptest.NewRequest(http.MethodGet, "/as/ana/game/1/cell.json?cell=zz9", nil)
	}, http.StatusBadRequest},
	{"a move that cannot be tried", func(h *hall) *http.Request {
		return httptest.NewRequest(http.MethodGet, "/as/ana/game/1/board.json?try=zz9-zz8", nil)
	}, http.StatusBadRequest},
	{"more moves than can be tried", func(h *hall) *http.Request {
		moves := make([]string, web.MostTried+1)
		for i := range moves {
			moves[i] = "try=" + []string{"ac1-ab3", "ec5-eb3", "ab3-ac1", "eb3-ec5"}[i%4]
		}
		return httptest.NewRequest(http.MethodGet, "/as/ana/game/1/board.json?"+strings.Join(moves, "&"), nil)
	}, http.StatusBadRequest},
	{"a name that is none", func(h *hall) *http.Request { return form("/join", "name", "<b>") }, http.StatusUnprocessableEntity},
	{"files outside", func(h *hall) *http.Request { return httptest.NewRequest(http.MethodGet, "/static/%2e%2e/web.go", nil) }, http.StatusNotFound},
	{"no such men", func(h *hall) *http.Request {
		return httptest.NewRequest(http.MethodGet, "/men/raumschach/light-x.png", nil)
	}, http.StatusNotFound},
}

// TestRefused sends requests that must be refused, and checks that they have changed nothing.
func TestRefused(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	for _, c := range closed {
		w := h.do(c.make(h))
		if w.Code != c.code {
			t.Errorf("%s: %d, should be %d", c.what, w.Code, c.code)
		}
		if w.Header().Get("Content-Security-Policy") != web.Policy || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: unguarded headers %v", c.what, w.Header())
		}
	}
	if page := h.page("/as/ana/game/1"); !strings.Contains(page, "Your move, 1") {
		t.Errorf("something has been done:\n%s", page)
	}
}

// TestDoor makes sure that a browser that was not admitted sees nothing of the room.
func TestDoor(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	inside := h.cookies
	for _, cookies := range [][]*http.Cookie{nil, {{Name: inside[0].Name, Value: "forged"}}, {{Name: inside[0].Name, Value: ""}}} {
		h.cookies = cookies
		for _, path := range []string{"/", "/?start=wrong", "/as/ana/", "/as/ana/game/1", "/as/ana/game/1/board.json", "/as/ana/game/1/picture.png", "/as/ana/game/1/events", "/as/ana/events", "/as/ana/games", "/as/ana/chat/1/picture.png"} {
			if w := h.get(path); w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "ben") {
				t.Errorf("%s with %v: %d %s", path, cookies, w.Code, w.Body)
			}
		}
		if page := h.get("/?start=wrong").Body.String(); !strings.Contains(page, "not the one of this room") || strings.Contains(h.get("/").Body.String(), "not the one of this room") {
			t.Errorf("who brings another code is not told: %s", page)
		}
		for _, r := range []*http.Request{form("/join", "name", "eve"), form("/as/ana/say", "text", "resign 1"), form("/as/ana/game/1/move", "move", "ab2-ab3")} {
			if w := h.do(r); w.Code != http.StatusForbidden {
				t.Errorf("%s with %v: %d", r.URL, cookies, w.Code)
			}
		}
	}
	for _, c := range inside {
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("the cookie is %v", c)
		}
	}
}

// TestPrivateGames makes sure that other people cannot see a private game in pages, pictures,
// streams or lists.
func TestPrivateGames(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "private")
	paths := []string{"/game/1", "/game/1/board.json", "/game/1/cell.json?cell=ab2", "/game/1/picture.png", "/game/1/thumbnail.svg", "/game/1/events"}
	for _, path := range paths {
		if w := h.get("/as/carol" + path); w.Code != http.StatusNotFound {
			t.Errorf("carol sees %s: %d", path, w.Code)
		}
		none := h.get("/as/carol" + strings.Replace(path, "/1", "/77", 1))
		if hidden := h.get("/as/carol" + path); hidden.Body.String() != none.Body.String() {
			t.Errorf("%s differs from a game that is not there", path)
		}
		if path != "/game/1/events" {
			h.page("/as/ben" + path)
		}
	}
	for _, path := range []string{"/", "/games"} {
		if page := h.page("/as/carol" + path); strings.Contains(page, "game/1\"") {
			t.Errorf("carol finds it on %s", path)
		}
		if page := h.page("/as/ana" + path); !strings.Contains(page, "/as/ana/game/1\"") {
			t.Errorf("ana does not find it on %s", path)
		}
	}
	for _, sends := range [][]string{{"/move", "move", "ab2-ab3"}, {"/say", "text", "hi"}} {
		hidden, none := h.do(form("/as/carol/game/1"+sends[0], sends[1:]...)), h.do(form("/as/carol/game/77"+sends[0], sends[1:]...))
		if hidden.Code != http.StatusNotFound || none.Code != http.StatusNotFound || hidden.Body.String() != none.Body.String() {
			t.Errorf("%s to a private game is answered with %d, to no game with %d:\n%s\n%s", sends[0], hidden.Code, none.Code, hidden.Body, none.Body)
		}
	}
}

// TestChat makes sure that people see the messages for them, and that no text of theirs
// becomes markup.
func TestChat(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	h.says("ana", "hello <script>alert(1)</script> ben")
	page := h.page("/as/ben/")
	if !strings.Contains(page, "hello &lt;script&gt;") || strings.Contains(page, "<script>alert") {
		t.Errorf("the words are a page:\n%s", page)
	}
	h.says("ana", "notes 1 my secret plan")
	if page := h.page("/as/ben/"); strings.Contains(page, "secret plan") {
		t.Errorf("ben reads what ana has said to the bot:\n%s", page)
	}
	if page := h.page("/as/ana/"); !strings.Contains(page, "secret plan") {
		t.Errorf("ana does not see what she has said:\n%s", page)
	}
	h.says("ana", "ab2-ab3") // a move needs no command
	if page := h.page("/as/ben/game/1"); !strings.Contains(page, "Your move") {
		t.Errorf("the move is not heard:\n%s", page)
	}
}

// TestPagesRunNothing checks that pages have nothing that the Content-Security-Policy forbids.
func TestPagesRunNothing(t *testing.T) {
	h := open(t).enter()
	h.begin("blocschach", "")
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|<script>|javascript:|(?:src|href|action)="(?:https?:)?//`)
	for _, path := range []string{"/", "/as/ana/", "/as/ana/game/1", "/as/ana/game/1?cell=wd2", "/as/ana/games", "/as/ana/nowhere"} {
		if found := inline.FindString(h.get(path).Body.String()); found != "" {
			t.Errorf("%s has %q", path, found)
		}
	}
}

// TestTimesAreTheReaders shows when a move is due. Each reader sees it in their own language and
// the time zone that they prefer.
func TestTimesAreTheReaders(t *testing.T) {
	h := open(t).enter()
	h.clock.Set(time.Date(2026, 7, 6, 12, 0, 0, 0, time.UTC)) // a Monday
	h.says("ben", "prefer deutsch time Europe/Berlin")
	h.begin("raumschach", "3d")
	h.says("ana", "game 1")
	h.says("ben", "game 1")
	if page := h.page("/as/ana/"); !regexp.MustCompile(`>Thursday 9 July, 1[12]:\d\d UTC`).MatchString(page) {
		t.Errorf("ana is not told when her move is due: %s", page)
	}
	if page := h.page("/as/ben/"); !regexp.MustCompile(`>Donnerstag, 9\. Juli, 1[34]:\d\d CEST`).MatchString(page) {
		t.Errorf("ben is not told in German, in Berlin's time, when the move is due: %s", page)
	}
}

// flood is a number of requests that exceeds every limit.
const flood = 2000

// TestLimits sends more requests than an address may.
func TestLimits(t *testing.T) {
	h := open(t).enter()
	sent, w := 0, (*httptest.ResponseRecorder)(nil)
	for w == nil || w.Code != http.StatusTooManyRequests && sent < flood {
		w = h.do(form("/join", "name", "ana"))
		sent++
	}
	if sent <= web.MostSent || w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("after %d forms: %d", sent, w.Code)
	}
	if !strings.Contains(w.Body.String(), "<main><p>That was a lot at once.") || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("a script does not find the sentence: %s", w.Body)
	}
	other := form("/join", "name", "ana")
	other.RemoteAddr = "127.0.0.1:9"
	other.Header.Set("X-Forwarded-For", "203.0.113.7")
	if w := h.do(other); w.Code != http.StatusSeeOther {
		t.Errorf("somebody else behind the proxy pays for it: %d", w.Code)
	}
}

// TestSessionLimit sends too many requests of a session from many addresses. They are refused like
// requests from a single address. Neither other sessions nor visitors without one are affected.
func TestSessionLimit(t *testing.T) {
	h := openPublic(t)
	from := func(cookies []*http.Cookie, r *http.Request) int {
		h.opened++
		r.RemoteAddr = "127.0.0.1:9"
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", 100+h.opened/250, h.opened%250))
		h.cookies = cookies
		return h.do(r).Code
	}
	h.signIn(h.link("ana"))
	ana := h.cookies
	h.signIn(h.link("bob"))
	bob := h.cookies
	if len(ana) == 0 || len(bob) == 0 || ana[0].Value == bob[0].Value {
		t.Fatal(ana, bob)
	}
	sent := 0
	for from(ana, form("/no/such/form")) != http.StatusTooManyRequests {
		if sent++; sent == flood {
			t.Fatal("the flood of a session goes on")
		}
	}
	for name, cookies := range map[string][]*http.Cookie{"bob": bob, "nobody": nil} {
		if code := from(cookies, form("/no/such/form")); code == http.StatusTooManyRequests {
			t.Errorf("%s pays for it", name)
		}
	}
}

// TestSharedInRoom opens the link to a position in a room. The site asks for a name, and shows the
// position on the pages of that name.
func TestSharedInRoom(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	shared := html.UnescapeString(link(t, h.page("/as/ana/game/1"), `class="share" href="([^"]*)"`))
	if shared != "/game/1?ply=0&side=white" {
		t.Fatalf("the link is %s", shared)
	}
	to := html.UnescapeString(link(t, h.page(shared), `name="to" value="([^"]*)"`))
	if w := h.do(form("/join", "name", "carol", "to", to)); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/as/carol"+shared {
		t.Errorf("carol is led to %d %s", w.Code, w.Header().Get("Location"))
	}
	for _, elsewhere := range []string{"https://evil.example/", "//evil.example", "/join"} {
		if w := h.do(form("/join", "name", "carol", "to", elsewhere)); w.Header().Get("Location") != "/as/carol/" {
			t.Errorf("%s leads to %s", elsewhere, w.Header().Get("Location"))
		}
	}
	h.cookies = nil
	if w := h.get(shared); w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "ana") {
		t.Errorf("a browser that was not let in is shown %d %s", w.Code, w.Body)
	}
}

// TestRestart opens the room again on the same database. Tabs that were open continue to work.
func TestRestart(t *testing.T) {
	store := storage.Memory()
	h := openOn(t, store, web.Options{Address: "127.0.0.1:0"}).enter()
	h.begin("raumschach", "")
	again := openOn(t, store, web.Options{Address: "127.0.0.1:0"})
	token := func(h *hall) string { return link(t, h.site.StartURL(), `start=(\w+)`) }
	if w := again.get("/?start=" + token(h)); token(h) == token(again) || w.Code != http.StatusForbidden {
		t.Errorf("the link of the first start opens the room after the second: %d", w.Code)
	}
	keys, err := h.service.Kept(context.Background(), web.Platform, "room/", 0)
	if err != nil || len(keys) == 0 {
		t.Fatal(keys, err)
	}
	for _, key := range keys {
		value, err := h.service.Recall(context.Background(), web.Platform, key)
		if err != nil || strings.Contains(string(value), token(h)) || strings.Contains(string(value), h.cookies[0].Value) {
			t.Errorf("whoever has a copy of the database can enter the room: %s is %s, %v", key, value, err)
		}
	}
	again.cookies = []*http.Cookie{{Name: "raumbot_" + again.host[strings.LastIndexByte(again.host, ':')+1:], Value: h.cookies[0].Value}}
	again.page("/as/ana/game/1")
}

// TestEarlierRoom opens the room of a version that kept the token in the database. Its cookies stay
// valid, and the token is deleted.
func TestEarlierRoom(t *testing.T) {
	store := storage.Memory()
	err := store.Update(t.Context(), func(tx bot.Tx) error { return tx.PutMemo(web.Platform, "room/token", []byte("ABCDEF")) })
	if err != nil {
		t.Fatal(err)
	}
	h := openOn(t, store, web.Options{Address: "127.0.0.1:0"})
	sum := sha256.Sum256([]byte("room cookie ABCDEF"))
	h.cookies = []*http.Cookie{{Name: "raumbot_" + h.host[strings.LastIndexByte(h.host, ':')+1:], Value: base64.RawURLEncoding.EncodeToString(sum[:])}}
	h.page("/as/ana/")
	if kept, err := h.service.Recall(t.Context(), web.Platform, "room/token"); err != nil || kept != nil {
		t.Errorf("the database still has %s, %v", kept, err)
	}
}

// TestAnswerToScript asks for a game with a deadline, as a script does. The answer must give the
// time as text.
func TestAnswerToScript(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "3d")
	r := form("/as/ana/say", "text", "game 1")
	r.Header.Set("Accept", "application/json")
	w := h.do(r)
	if body := w.Body.String(); w.Code != http.StatusOK || strings.Contains(body, "t:") || !strings.Contains(body, "UTC") {
		t.Errorf("%d %s", w.Code, body)
	}
}

// TestAddress checks addresses to listen on.
func TestAddress(t *testing.T) {
	for address, ok := range map[string]bool{"127.0.0.1:0": true, "[::1]:0": true, "localhost:1": true, "0.0.0.0:0": true, ":0": true, "x": false, "127.0.0.1:x": false} {
		if err := web.CheckAddress(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestReachableRoom opens a room on all addresses of the machine, as in a container whose port is
// published under another number. Only the printed link lets a browser in, by whatever address it
// comes; a name that another site could have is refused.
func TestReachableRoom(t *testing.T) {
	h := openOn(t, storage.Memory(), web.Options{Address: "0.0.0.0:0"})
	start, err := url.Parse(h.site.StartURL())
	if err != nil || start.Hostname() == "0.0.0.0" || start.Query().Get("start") == "" {
		t.Fatalf("the link is %s, %v", start, err)
	}
	h.cookies = nil
	for host, want := range map[string]int{
		start.Host: 303, "127.0.0.1:9000": 303, "192.0.2.7": 303, "[2001:db8::7]:80": 303, "localhost:9000": 303,
		"evil.example": 421, "evil.example:" + start.Port(): 421, "192.0.2.7.evil.example": 421,
	} {
		r := httptest.NewRequest("GET", start.RequestURI(), nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d", host, w.Code)
		}
		for path, want := range map[string]int{"/": 403, "/?start=x": 403, "/as/ana/": 403, "/game/1": 403} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = start.Host
			if w := h.do(r); w.Code != want {
				t.Errorf("a stranger asks for %s and gets %d", path, w.Code)
			}
		}
	}
	h.host = "127.0.0.1:9000"
	h.enter()
	if name := h.cookies[0].Name; name != "raumbot_9000" {
		t.Errorf("the cookie is named %s, and browsers share cookies between ports", name)
	}
	if page := h.page("/"); !strings.Contains(page, "Everybody who has the address") || strings.Contains(page, "at this machine") {
		t.Errorf("the door says:\n%s", page)
	}
	h.do(form("/join", "name", "ana"))
	if page := h.page("/as/ana/"); !strings.Contains(page, "http://127.0.0.1:9000/?start=") {
		t.Errorf("the room does not say how others come in:\n%s", page)
	}
}
