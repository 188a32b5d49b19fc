package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot/service"
	"raumbot/storage"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// TestDatabaseAway stops the database server while a player is signed in. The first page waits for
// the server as long as a command does, and later pages fail at once. No page asks the player to
// sign in, and pages that need no database are served. When the server is back, all pages work
// again.
func TestDatabaseAway(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	server := storagetest.Own(t)
	store, err := storage.Connect(t.Context(), server.URL("raumbot"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	h := openPorts(t, service.Ports{Store: store, AtWork: store.AtWork}, web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}})
	h.signIn(h.link("alice"))
	if page := h.page("/"); !strings.Contains(page, "<strong><bdi>alice</bdi></strong>") {
		t.Fatalf("alice is not signed in:\n%s", page)
	}
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(4 * time.Second)                               // until the bot does not rely on what it knows any more
	ask := func(r *http.Request) *httptest.ResponseRecorder { // which delivers nothing, unlike h.do
		r.Host = h.host
		r.AddCookie(h.cookies[0])
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w
	}
	for n, r := range []*http.Request{
		httptest.NewRequest("GET", "/games", nil), httptest.NewRequest("GET", "/", nil), form("/say", "text", "games"),
		httptest.NewRequest("GET", "/events", nil), httptest.NewRequest("GET", "/player/1", nil), form("/leave"),
	} {
		begun := time.Now()
		w := ask(r)
		took, most := time.Since(begun), time.Second
		if n == 0 {
			most = postgres.Patience + 2*time.Second
		}
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || took > most {
			t.Errorf("%s %s: %d after %v, to be asked again in %q s", r.Method, r.URL, w.Code, took, w.Header().Get("Retry-After"))
		}
		if body := w.Body.String(); !strings.Contains(body, "database cannot be reached") || strings.Contains(body, "Sign in") {
			t.Errorf("%s %s says:\n%s", r.Method, r.URL, body)
		}
	}
	for _, path := range []string{"/rules", "/rules/raumschach", "/rules/raumschach/KNI.png", "/layout/raumschach.json", "/men/raumschach/light.css", "/static/site.css", "/enter"} {
		begun := time.Now()
		if w := ask(httptest.NewRequest("GET", path, nil)); w.Code != http.StatusOK || time.Since(begun) > 5*time.Second {
			t.Errorf("%s: %d after %v", path, w.Code, time.Since(begun))
		}
	}
	begun := time.Now()
	if said := h.chats("bob", "games"); !strings.Contains(said, "database cannot be reached") || time.Since(begun) > time.Second {
		t.Errorf("a command is told after %v: %s", time.Since(begun), said)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(ask(httptest.NewRequest("GET", "/", nil)).Body.String(), "<strong><bdi>alice</bdi></strong>"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server is back, and alice is not")
		}
	}
}
