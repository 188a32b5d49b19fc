package web_test

import (
	"io"
	"net/http"
	"net/url"
	"testing"

	"raumbot/adapters/web"
	"raumbot/storage"
)

// TestMorePages serves a page of another platform on a public site, guarded like all others, and
// not in a room.
func TestMorePages(t *testing.T) {
	more := map[string]http.Handler{"GET /elsewhere/page": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "from elsewhere") })}
	h := openOn(t, storage.Memory(), web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}, Pages: more})
	if w := h.get("/elsewhere/page"); w.Body.String() != "from elsewhere" || w.Header().Get("Content-Security-Policy") != web.Policy {
		t.Errorf("%d %v: %s", w.Code, w.Header(), w.Body)
	}
	room := openOn(t, storage.Memory(), web.Options{Address: "127.0.0.1:0", Pages: more})
	if w := room.get("/elsewhere/page"); w.Code == http.StatusOK {
		t.Errorf("in a room: %d %s", w.Code, w.Body)
	}
}
