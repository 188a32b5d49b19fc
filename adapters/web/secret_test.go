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
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestInventedSecrets asks for sessions that nobody has: what is no secret is looked up nowhere, and of others only some are asked about where
// all processes write.
func TestInventedSecrets(t *testing.T) {
	store := &counted{Store: storage.Memory()}
	s := service.New(service.Ports{Store: store, Shared: true, Clock: &hands{now: time.Now()}})
	asks := func(secret string) {
		t.Helper()
		if _, err := s.SessionOf(context.Background(), secret); !errors.Is(err, bot.ErrNotFound) {
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
	if views, updates := store.views.Load(), store.updates.Load(); views < asked || updates == 0 || updates > asked/2 {
		t.Errorf("%d secrets are looked up %d times, and %d times where all processes write", asked, views, updates)
	}
}

// TestRefusedFloodReadsNothing sends more than a session may: what is refused for that is looked up nowhere.
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

// TestSignInReplaces signs a browser in that has a session: the old one ends. Sessions that have expired are removed when others sign in.
func TestSignInReplaces(t *testing.T) {
	h := openPublic(t)
	h.signIn(h.link("alice"))
	before := h.cookies
	if w := h.signIn(h.link("bob")); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	if page := h.page("/"); !strings.Contains(page, "<strong>bob</strong>") {
		t.Errorf("bob is not signed in:\n%s", page)
	}
	h.cookies = before
	if page := h.page("/"); strings.Contains(page, "<strong>alice</strong>") {
		t.Error("the session that the browser had goes on")
	}
	h.cookies = nil
	h.clock.move(31 * 24 * time.Hour)
	h.signIn(h.link("carol"))
	if keys, err := h.service.Kept(context.Background(), "raumbot", "websession/", 0); err != nil || len(keys) != 1 {
		t.Errorf("sessions of long ago are kept: %v %v", keys, err)
	}
}

// TestLookingMeetsNobody opens pages under many names: only who says who they are, or something, is listed among those who are here.
func TestLookingMeetsNobody(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	for _, path := range []string{"/as/ghost/", "/as/spook/game/1"} {
		h.page(path)
	}
	if page := h.page("/as/ana/"); strings.Contains(page, "ghost") || strings.Contains(page, "spook") || !strings.Contains(page, "ana, ben") {
		t.Errorf("whoever opens a page is listed:\n%s", page)
	}
}

// TestOwnAddress opens a room that listens on an address of its own: the address that it prints is answered.
func TestOwnAddress(t *testing.T) {
	h := openOn(t, storage.Memory(), web.Options{Address: "127.0.0.2:0"})
	if !strings.Contains(h.site.StartURL(), "http://127.0.0.2:") {
		t.Fatal(h.site.StartURL())
	}
	h.enter()
}
