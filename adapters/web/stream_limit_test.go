package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/web"
)

// liveRecorder records a stream without a network.
type liveRecorder struct {
	*httptest.ResponseRecorder
	begins func()
}

func (*liveRecorder) SetWriteDeadline(time.Time) error { return nil }

func (w *liveRecorder) Flush() { w.begins() }

// stream opens a stream of game 1 for a browser with an address and a language. If it is
// refused, it returns the answer; otherwise leave ends the stream, and returns when the site
// has ended it, too.
func (h *hall) stream(from, language string) (refused *httptest.ResponseRecorder, leave func()) {
	ctx, cancel := context.WithCancel(context.Background())
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/game/1/events", nil)
	r.Host, r.RemoteAddr = h.host, "127.0.0.1:9"
	r.Header.Set("X-Forwarded-For", from)
	r.Header.Set("Accept-Language", language)
	for _, c := range h.cookies {
		r.AddCookie(c)
	}
	begun, ended := make(chan struct{}), make(chan struct{})
	w := &liveRecorder{httptest.NewRecorder(), sync.OnceFunc(func() { close(begun) })}
	go func() {
		defer close(ended)
		h.handler.ServeHTTP(w, r)
	}()
	select {
	case <-begun:
		return nil, func() {
			cancel()
			<-ended
		}
	case <-ended:
		cancel()
		return w.ResponseRecorder, nil
	}
}

// mustStream opens a stream that is not refused.
func (h *hall) mustStream(from string) (leave func()) {
	h.t.Helper()
	refused, leave := h.stream(from, "en")
	if refused != nil {
		h.t.Fatalf("a stream for %s is refused: %d %s", from, refused.Code, refused.Body)
	}
	return leave
}

// mustRefuse requests a stream that exceeds a limit.
func (h *hall) mustRefuse(from, language, words string) {
	h.t.Helper()
	refused, leave := h.stream(from, language)
	if refused == nil {
		leave()
		h.t.Errorf("%s has one stream too many", from)
		return
	}
	if refused.Code != http.StatusServiceUnavailable || refused.Header().Get("Retry-After") == "" || !strings.Contains(refused.Body.String(), words) {
		h.t.Errorf("who is refused is told: %d %v %s", refused.Code, refused.Header(), refused.Body)
	}
}

// TestStreamsInAll opens as many streams as there may be, each from another address. The next is
// refused for everybody until a stream ends. The visitor is told so in their language, and can
// still read the page.
func TestStreamsInAll(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	from := func(n int) string { return fmt.Sprintf("198.18.%d.%d", n/250, n%250) }
	var leave []func()
	for n := range web.MostStreamsInAll {
		leave = append(leave, h.mustStream(from(n)))
	}
	late, later := from(len(leave)), from(len(leave)+1)
	h.mustRefuse(late, "en", "There are too many visitors at the moment. Try again in a minute.")
	h.mustRefuse(late, "de", "Zurzeit sind zu viele Besucher da. Versuch es in einer Minute noch einmal.")
	h.page("/game/1")
	leave[7]()
	leave[7] = h.mustStream(late)
	h.mustRefuse(later, "en", "too many visitors")
	for _, l := range leave {
		l()
	}
	if n := h.site.Streams(); n != 0 {
		t.Errorf("%d places are still taken", n)
	}
}

// TestStreamsOfASession opens as many streams as a session may have, each from another address. The
// next is refused from any address, and other visitors are not affected.
func TestStreamsOfASession(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	h.chats("carol", "hi")
	h.signIn(h.link("carol"))
	carol := h.cookies
	var leave []func()
	for n := range web.MostStreams {
		leave = append(leave, h.mustStream(fmt.Sprintf("198.18.0.%d", n)))
	}
	h.mustRefuse("198.18.1.1", "en", "too many visitors")
	h.cookies = nil
	leave = append(leave, h.mustStream("198.18.1.1"))
	h.signIn(h.link("bob"))
	leave = append(leave, h.mustStream("198.18.1.1"))
	h.cookies = carol
	leave[3]()
	leave[3] = h.mustStream("198.18.1.2")
	for _, l := range leave {
		l()
	}
	if n := h.site.Streams(); n != 0 {
		t.Errorf("%d places are still taken", n)
	}
}
