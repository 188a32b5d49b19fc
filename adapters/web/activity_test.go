package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// openFramed returns a public site that is shown inside Discord. A code there is the name of a
// user of a chat, behind "code-" and before a dot, and can be used once.
func openFramed(t testing.TB) *hall {
	t.Helper()
	used := map[string]bool{}
	o := publicOptions()
	o.Activity = &web.Activity{
		Application: func() string { return "1234" }, Origins: []string{"https://discord.com", "https://ptb.discord.com"},
		SignIn: func(_ context.Context, code string) (u bot.User, token string, err error) {
			name, ok := strings.CutPrefix(code, "code-")
			if !ok || used[code] {
				return u, "", errors.New("oauth2/token: status 400")
			}
			used[code] = true
			name, _, _ = strings.Cut(name, ".")
			return bot.User{UserID: bot.UserID{Platform: "chat", ID: name}, Name: name}, "token-" + name, nil
		},
	}
	o.Pages = map[string]http.Handler{"GET /discord/linked-role": http.NotFoundHandler()}
	return openPorts(t, service.Ports{Store: storage.Memory(), Guests: bot.GuestsTogether, LinksWithin: true}, o)
}

// framed makes a request as Discord's proxy does, with a secret unless that is "". It fails the
// test if the answer has a cookie, or may be framed by others.
func (h *hall) framed(secret string, r *http.Request) *httptest.ResponseRecorder {
	h.t.Helper()
	return h.framedFrom("203.0.113.9:1234", secret, r)
}

// framedFrom is framed for a proxy at another address.
func (h *hall) framedFrom(from, secret string, r *http.Request) *httptest.ResponseRecorder {
	h.t.Helper()
	r.URL.Path = "/activity" + r.URL.Path
	if r.URL.RawPath != "" {
		r.URL.RawPath = "/activity" + r.URL.RawPath
	}
	r.RemoteAddr = from
	r.Header.Set("Sec-Fetch-Site", "cross-site") // which does not matter here
	r.Header.Set("Origin", "https://1234.discordsays.com")
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	w := h.do(r)
	policy := w.Header().Get("Content-Security-Policy")
	if len(w.Result().Cookies()) > 0 || !strings.Contains(policy, "frame-ancestors 'self' https://discord.com https://ptb.discord.com;") || strings.Contains(policy, "'none'; require") {
		h.t.Errorf("%s: the headers are %v", r.URL, w.Header())
	}
	return w
}

// signInFramed signs a user in, and returns the secret.
func (h *hall) signInFramed(name string) string {
	h.t.Helper()
	w := h.framed("", form("/session", "code", "code-"+name))
	var told struct{ Session, Token string }
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || w.Code != http.StatusOK || !strings.HasPrefix("token-"+name, told.Token) || len(told.Session) < 22 {
		h.t.Fatalf("%s cannot sign in: %d %s", name, w.Code, w.Body)
	}
	return told.Session
}

func read(path string) *http.Request { return httptest.NewRequest(http.MethodGet, path, nil) }

// pass returns an address with a pass for one request.
func (h *hall) pass(secret, method, to string) string {
	h.t.Helper()
	w := h.framed(secret, read("/pass?"+url.Values{"method": {method}, "to": {to}}.Encode()))
	var told struct{ To string }
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("no pass for %s: %d %s", to, w.Code, w.Body)
	}
	return told.To
}

const isShell = `data-application="1234"`

// TestActivity signs in by a code, and plays by scripts, which send the secret, and by the browser's
// own requests, which have passes.
func TestActivity(t *testing.T) {
	h := openFramed(t)
	if page := h.framed("", read("/?frame_id=f")).Body.String(); !strings.Contains(page, isShell) || strings.Contains(page, "bdi") {
		t.Fatalf("the shell is\n%s", page)
	}
	secret := h.signInFramed("alice")
	if keys, err := h.service.Kept(context.Background(), "raumbot", "", 0); err != nil || len(keys) == 0 || strings.Contains(strings.Join(keys, " "), secret) {
		t.Errorf("the store keeps %v, %v", keys, err)
	}
	if page := h.framed(secret, read("/")).Body.String(); !strings.Contains(page, "<strong><bdi>alice</bdi></strong>") || strings.Contains(page, `"/leave"`) || strings.Contains(page, `"/enter"`) {
		t.Errorf("the first page is\n%s", page)
	}
	to := h.pass(secret, "POST", "/play?x=1&y=%22")
	if w := h.framed("", form(to, "against", "computer", "variant", "raumschach", "colour", "white", "level", "1")); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/game/1" {
		t.Fatalf("no game begins: %d %s", w.Code, w.Body)
	}
	if w := h.framed("", form(to, "against", "computer", "variant", "raumschach")); w.Code != http.StatusForbidden {
		t.Errorf("a pass works twice: %d", w.Code)
	}
	if page := h.framed("", read(h.pass(secret, "GET", "/game/1?cell=ab2"))).Body.String(); !strings.Contains(page, "Where ab2 may go") || strings.Contains(page, "pass=") || !strings.Contains(page, `href="https://chess.example.org/game/1`) {
		t.Errorf("the game is\n%s", page)
	}
	r := form("/game/1/move", "move", "ab2-ab3")
	r.Header.Set("Accept", "application/json")
	if w := h.framed(secret, r); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"ok":true`) {
		t.Errorf("the move is answered by %d %s", w.Code, w.Body)
	}
	if policy := h.get("/").Header().Get("Content-Security-Policy"); policy != web.Policy {
		t.Errorf("outside the Activity the policy is %s", policy)
	}
}

// TestActivityRefuses sends what must do nothing.
func TestActivityRefuses(t *testing.T) {
	h := openFramed(t)
	secret := h.signInFramed("alice")
	h.signIn(h.link("bob"))
	for what, c := range map[string]struct {
		secret string
		make   func() *http.Request
		code   int
	}{
		"a forged code":           {"", func() *http.Request { return form("/session", "code", "forged") }, http.StatusBadGateway},
		"a code that was used":    {"", func() *http.Request { return form("/session", "code", "code-alice") }, http.StatusBadGateway},
		"no code":                 {"", func() *http.Request { return form("/session") }, http.StatusBadRequest},
		"a long code":             {"", func() *http.Request { return form("/session", "code", strings.Repeat("x", 1000)) }, http.StatusBadRequest},
		"a code of several lines": {"", func() *http.Request { return form("/session", "code", "code-x\r\ny") }, http.StatusBadRequest},
		"a user beside a code":    {"", func() *http.Request { return form("/session", "code", "forged", "id", "alice") }, http.StatusBadGateway},
		"a sign-in by GET":        {"", func() *http.Request { return read("/session?code=code-zoe") }, http.StatusOK}, // the shell
		"a cookie for a form":     {"", func() *http.Request { return form("/say", "text", "seek raumschach") }, http.StatusForbidden},
		"an invented secret":      {"AAAAAAAAAAAAAAAAAAAAAA", func() *http.Request { return read("/games") }, http.StatusForbidden},
		"an invented pass":        {"", func() *http.Request { return form("/say?pass=ABCDEFGHIJKLMNOPQRSTUVWXYZ", "text", "games") }, http.StatusForbidden},
		"a pass for another address": {"", func() *http.Request {
			return form(strings.Replace(h.pass(secret, "POST", "/play"), "/play", "/say", 1), "text", "games")
		}, http.StatusForbidden},
		"a pass for reading": {"", func() *http.Request { return form(h.pass(secret, "GET", "/say"), "text", "games") }, http.StatusForbidden},
		"a pass for a whole window": {"", func() *http.Request {
			r := read(h.pass(secret, "GET", "/preferences"))
			r.Header.Set("Sec-Fetch-Dest", "document")
			return r
		}, http.StatusOK}, // the shell
		"the secret of a cookie": {h.cookies[0].Value, func() *http.Request { return read("/games") }, http.StatusForbidden},
		"a page as a picture": {"", func() *http.Request {
			r := read("/games")
			r.Header.Set("Sec-Fetch-Dest", "image")
			return r
		}, http.StatusOK}, // the shell
		"a pass for a disguised site": {secret, func() *http.Request { return read("/pass?method=GET&to=////evil.example/") }, http.StatusBadRequest},
		"a pass for nobody":           {"", func() *http.Request { return read("/pass?method=GET&to=/") }, http.StatusForbidden},
		"a pass for another site":     {secret, func() *http.Request { return read("/pass?method=GET&to=https://evil.example/") }, http.StatusBadRequest},
		"a pass for some other site":  {secret, func() *http.Request { return read("/pass?method=GET&to=//evil.example/") }, http.StatusBadRequest},
		"a guest":                     {"", func() *http.Request { return form("/play", "guest", "zoe", "against", "computer") }, http.StatusForbidden},
		"signing in by a link":        {secret, func() *http.Request { return form("/enter", "code", h.link("carl"), "sure", "yes") }, http.StatusNotFound},
		"signing out":                 {secret, func() *http.Request { return form("/leave") }, http.StatusNotFound},
		"a page of the platform":      {secret, func() *http.Request { return read("/discord/linked-role") }, http.StatusNotFound},
		"another's picture": {"", func() *http.Request {
			r := read("/game/7/thumbnail.svg")
			r.Header.Set("Sec-Fetch-Dest", "image")
			return r
		}, http.StatusNotFound},
		"what a POST does, by GET":    {secret, func() *http.Request { return read("/say?text=seek+raumschach") }, http.StatusMethodNotAllowed},
		"the prefix within the pages": {secret, func() *http.Request { return read("/activity/games") }, http.StatusNotFound},
	} {
		if w := h.framed(c.secret, c.make()); w.Code != c.code || w.Code == http.StatusOK && !strings.Contains(w.Body.String(), isShell) {
			t.Errorf("%s: %d, not %d:\n%s", what, w.Code, c.code, w.Body)
		}
	}
	if page := h.framed("", read("/games")).Body.String(); !strings.Contains(page, isShell) || strings.Contains(page, "bob") {
		t.Errorf("a cookie signs in:\n%s", page)
	}
	for _, to := range []string{"/%2Fevil.example", "/game/..%2F..%2F"} { // an escaped slash divides nothing
		if got := h.pass(secret, "GET", to); !strings.HasPrefix(got, to+"?pass=") {
			t.Errorf("the pass for %s is %s", to, got)
		}
	}
	own := h.cookies[0].Value
	h.cookies[0].Value = secret
	if page := h.page("/"); strings.Contains(page, "<bdi>alice</bdi>") {
		t.Errorf("a secret of the Activity is a cookie elsewhere:\n%s", page)
	}
	h.cookies[0].Value = own
	if said := h.chats("carl", "seek list"); strings.Contains(said, "bob") {
		t.Errorf("a cookie has done something: %s", said)
	}
	if w := h.framed("", form("/session", "code", "forged")); !strings.Contains(w.Body.String(), "Discord has not told us who you are.") {
		t.Errorf("a forged code is told %s", w.Body)
	}
	if log := h.log.String(); strings.Contains(log, "forged") || strings.Contains(log, secret) || !strings.Contains(log, "could not be signed in") {
		t.Errorf("the log says %s", log)
	}
	other := openPublic(t)
	if w := other.get("/activity/"); w.Code != http.StatusNotFound {
		t.Errorf("without a setting there is an Activity: %d", w.Code)
	}
}

// TestActivityEnds ends sessions in all ways. A user who was forgotten signs in again as somebody
// new.
func TestActivityEnds(t *testing.T) {
	for _, words := range [][]string{{"sessions all"}, {"forget me", "forget me confirm"}} {
		h := openFramed(t)
		h.chats("alice", "seek raumschach")
		secret := h.signInFramed("alice")
		pass := h.pass(secret, "GET", "/games")
		for _, text := range words {
			h.chats("alice", text)
		}
		if w := h.framed(secret, read("/games")); w.Code != http.StatusForbidden {
			t.Errorf("%s: the session goes on: %d", words, w.Code)
		}
		if w := h.framed("", read(pass)); w.Code != http.StatusForbidden {
			t.Errorf("%s: a pass goes on: %d", words, w.Code)
		}
	}
	h := openFramed(t)
	h.signIn(h.link("alice"))
	var secrets []string
	for i := range 12 { // each starts the Activity and closes it
		h.clock.Advance(time.Second)
		secrets = append(secrets, h.signInFramed("alice."+strconv.Itoa(i)))
	}
	for i, want := range map[int]int{0: http.StatusForbidden, len(secrets) - 6: http.StatusForbidden, len(secrets) - 5: http.StatusOK, len(secrets) - 1: http.StatusOK} {
		if w := h.framed(secrets[i], read("/games")); w.Code != want {
			t.Errorf("session %d: %d, not %d", i, w.Code, want)
		}
	}
	if page := h.page("/"); !strings.Contains(page, "<bdi>alice</bdi>") {
		t.Error("sessions inside Discord have ended one in a browser")
	}
	h.clock.Advance(13 * time.Hour)
	if w := h.framed(secrets[len(secrets)-1], read("/games")); w.Code != http.StatusForbidden {
		t.Errorf("a session inside Discord lasts more than half a day: %d", w.Code)
	}
}

// TestActivityOfLinkedAccount shows the games of an account inside Discord to whoever has linked it
// with the one that Discord names, and lets them play there.
func TestActivityOfLinkedAccount(t *testing.T) {
	h := openFramed(t)
	h.chats("ally", "challenge computer raumschach white level 1")
	secret := h.signInFramed("zoe")
	if w := h.framed(secret, read("/game/1")); w.Code != http.StatusNotFound {
		t.Fatalf("a stranger sees the game: %d", w.Code)
	}
	code := regexp.MustCompile("link [A-Z0-9]+-[A-Z0-9]+").FindString(h.chats("ally", "link"))
	for _, text := range []string{code, code + " confirm"} {
		if w := h.framed(secret, form("/say", "text", text)); w.Code >= http.StatusBadRequest {
			t.Fatalf("%s: %d %s", text, w.Code, w.Body)
		}
	}
	for range 25 * 60 { // until then each account plays its own games; a longer pause would count as time without the bot
		h.clock.Advance(time.Minute)
		if err := h.service.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	secret = h.signInFramed("zoe.2")
	r := form("/game/1/move", "move", "ab2-ab3")
	r.Header.Set("Accept", "application/json")
	if w := h.framed(secret, r); w.Code != http.StatusOK {
		t.Errorf("the linked account cannot play: %d %s", w.Code, w.Body)
	}
}

// TestActivityShowsTheSame opens everything in the table of docs/security.md inside Discord, as
// some users, who see what they see when they have signed in in a browser.
func TestActivityShowsTheSame(t *testing.T) {
	t.Parallel()
	h := openFramed(t)
	for _, line := range sightLines {
		h.speaks(line)
	}
	for _, name := range []string{"alice", "dora", "nobody"} {
		secret := h.signInFramed(name)
		h.cookies = nil
		h.signIn(h.link(name))
		for what, path := range sights {
			if strings.Contains(path, "OPEN") || strings.HasPrefix(path, "/player/") {
				continue
			}
			outside := h.opens(path).Code
			if inside := h.framed(secret, read(path)).Code; inside != outside {
				t.Errorf("%s, for %s: %d inside Discord, %d in a browser", what, name, inside, outside)
			}
		}
	}
}

// TestActivityLimits floods the Activity from the one address of Discord's proxy. Those who do not
// flood it go on, until too many sign in.
func TestActivityLimits(t *testing.T) {
	h := openFramed(t)
	alice, bob := h.signInFramed("alice"), h.signInFramed("bob")
	refused := 0
	for range 1000 {
		if h.framed(alice, read("/rules")).Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing of a flood is refused")
	}
	if w := h.framed(bob, read("/rules")); w.Code != http.StatusOK {
		t.Errorf("another account of the same address is told %d", w.Code)
	}
	if w := h.framed("", read("/")); w.Code != http.StatusOK {
		t.Errorf("somebody new from the same address is told %d", w.Code)
	}
	refused = 0
	for range 100 {
		if w := h.framed("", form("/session", "code", "forged")); w.Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing of a flood of codes is refused")
	}
	if w := h.framedFrom("198.51.100.7:1234", "", form("/session", "code", "code-carl")); w.Code != http.StatusOK {
		t.Errorf("after a flood of codes from elsewhere somebody is told %d", w.Code)
	}
}
