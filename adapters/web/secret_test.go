package web_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/clocktest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestInventedSecrets looks up sessions that do not exist. A text that cannot be a secret is not
// looked up, and other texts are only read.
func TestInventedSecrets(t *testing.T) {
	store := &counted{Store: storage.Memory()}
	s := service.New(service.Ports{Store: store, Clock: clocktest.At(time.Now())})
	asks := func(secret string) {
		t.Helper()
		if _, err := s.SessionOf(context.Background(), secret, false); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("%q: %v", secret, err)
		}
	}
	for _, secret := range []string{"", "x", strings.Repeat("A", 21), strings.Repeat("A", 23), strings.Repeat("A", 21) + "!", strings.Repeat("A", 21) + "B", strings.Repeat("A", 22) + "\n"} {
		asks(secret)
	}
	if n := store.views.Load() + store.updates.Load(); n > 0 {
		t.Errorf("what is no secret is looked up %d times", n)
	}
	const asked = 300
	for range asked {
		random := make([]byte, 16)
		_, _ = rand.Read(random)
		asks(base64.RawURLEncoding.EncodeToString(random))
	}
	if views, updates := store.views.Load(), store.updates.Load(); views < asked || updates > 0 {
		t.Errorf("%d secrets are looked up %d times, with %d updates", asked, views, updates)
	}
}

// TestRefusedFloodReadsNothing sends more requests than a session may. Refused requests do not read
// the database.
func TestRefusedFloodReadsNothing(t *testing.T) {
	store := &counted{Store: storage.Memory()}
	h := openOn(t, store, web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}})
	h.signIn(h.link("alice"))
	flood := func() (refused bool, read int64) {
		before := store.views.Load()
		r := form("/no/such/form")
		r.Host = h.host
		r.AddCookie(h.cookies[0])
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w.Code == http.StatusTooManyRequests, store.views.Load() - before
	}
	refusals := 0
	for range 20 * web.MostSent {
		if refused, read := flood(); refused {
			refusals++
			if read > 0 {
				t.Fatalf("a refused request reads the store %d times", read)
			}
		}
	}
	if refusals == 0 {
		t.Error("the flood goes on")
	}
}

// TestSignInReplaces signs a browser in that has a session, which ends. Expired sessions are
// removed when other users sign in.
func TestSignInReplaces(t *testing.T) {
	h := openPublic(t)
	h.signIn(h.link("alice"))
	before := h.cookies
	if w := h.signIn(h.link("bob")); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	if page := h.page("/"); !strings.Contains(page, "<strong><bdi>bob</bdi></strong>") {
		t.Errorf("bob is not signed in:\n%s", page)
	}
	h.cookies = before
	if page := h.page("/"); strings.Contains(page, "<strong><bdi>alice</bdi></strong>") {
		t.Error("the session that the browser had goes on")
	}
	h.cookies = nil
	h.clock.Advance(31 * 24 * time.Hour)
	h.signIn(h.link("carol"))
	if keys, err := h.service.Kept(context.Background(), "raumbot", "websession/", 0); err != nil || len(keys) != 1 {
		t.Errorf("sessions of long ago are kept: %v %v", keys, err)
	}
}

// TestLookingMeetsNobody opens pages under many names. Only people who have entered their names or
// said something are listed as being in the room.
func TestLookingMeetsNobody(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	for _, path := range []string{"/as/ghost/", "/as/spook/game/1"} {
		h.page(path)
	}
	if page := h.page("/as/ana/"); strings.Contains(page, "ghost") || strings.Contains(page, "spook") || !strings.Contains(page, "<bdi>ana</bdi>") || !strings.Contains(page, "<bdi>ben</bdi>") {
		t.Errorf("whoever opens a page is listed:\n%s", page)
	}
}

// TestOwnAddress opens a room that listens on an unusual address. The site accepts the address that
// it prints.
func TestOwnAddress(t *testing.T) {
	h := openOn(t, storage.Memory(), web.Options{Address: "127.0.0.2:0"})
	if !strings.Contains(h.site.StartURL(), "http://127.0.0.2:") {
		t.Fatal(h.site.StartURL())
	}
	h.enter()
}

// TestCrowdedSite asks for pages while all places are taken: the answer says when to come again and
// reads nothing. Files come at once, and afterwards pages do again.
func TestCrowdedSite(t *testing.T) {
	store := &counted{Store: storage.Memory()}
	h := openOn(t, store, web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}})
	h.signIn(h.link("alice"))
	ask := func(r *http.Request) *httptest.ResponseRecorder {
		r.Host = h.host
		r.AddCookie(h.cookies[0])
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w
	}
	end := h.site.Crowd()
	before := store.views.Load()
	for _, r := range []*http.Request{httptest.NewRequest(http.MethodGet, "/games", nil), form("/leave")} {
		w := ask(r)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "Many people are asking for pages right now.") {
			t.Errorf("%s %s: %d, %s", r.Method, r.URL, w.Code, w.Body)
		}
	}
	if w := ask(httptest.NewRequest(http.MethodGet, "/static/site.css", nil)); w.Code != http.StatusOK {
		t.Errorf("a file: %d", w.Code)
	}
	if read := store.views.Load() - before; read > 0 {
		t.Errorf("refused requests read the store %d times", read)
	}
	end()
	if w := ask(httptest.NewRequest(http.MethodGet, "/games", nil)); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<strong><bdi>alice</bdi></strong>") {
		t.Errorf("afterwards: %d", w.Code)
	}
}
