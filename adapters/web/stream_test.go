package web_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/web"
)

// serve serves the hall over a network, for streams, until the test ends. It returns the address.
func (h *hall) serve() string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = h.host
		h.handler.ServeHTTP(w, r)
	}))
	h.t.Cleanup(server.Close)
	return server.URL
}

// hangs is how long tests wait for events that should come at once. It is long because the machine
// may be busy.
const hangs = 5 * time.Minute

// listen opens a stream. next returns its next event that holds some text, leave closes it.
func (h *hall) listen(url, last, text string) (next func() string, leave func()) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	for _, c := range h.cookies {
		r.AddCookie(c)
	}
	if h.from != "" {
		r.Header.Set("X-Forwarded-For", h.from)
	}
	r.Header.Set("Accept-Language", h.language)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatal("no stream", err)
	}
	lines := bufio.NewScanner(answer.Body)
	return func() string {
		event := ""
		for lines.Scan() {
			if line := lines.Text(); line == "" && strings.Contains(event, text) {
				return event
			} else if line == "" {
				event = ""
			} else {
				event += line + "\n"
			}
		}
		if ctx.Err() == context.DeadlineExceeded {
			h.t.Errorf("%s goes on, and says nothing with %q for %s; the log says %s", url, text, hangs, &h.log)
		}
		return "nothing more"
	}, func() { cancel(); answer.Body.Close() }
}

// soon waits for a condition that should hold at once.
func (h *hall) soon(what string, is func() bool) {
	h.t.Helper()
	for end := time.Now().Add(hangs); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("in vain: %s", what)
		}
	}
}

// TestEvents opens a stream of a game while it is played, and opens it again later.
func TestEvents(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	server := h.serve()
	listen := func(last string) (func() string, func()) {
		return h.listen(server+"/as/carol/game/1/events", last, "event: log")
	}
	next, leave := listen("")
	before := next()
	if !strings.Contains(before, `"ply":0`) {
		t.Fatalf("at the beginning: %s", before)
	}
	h.says("ana", "move 1 ab2-ab3")
	if event := next(); !strings.Contains(event, `"ply":1`) {
		t.Errorf("after a move: %s", event)
	}
	leave()
	h.says("ben", "move 1 eb4-eb3")
	next, leave = listen(link(t, before, `id: (\d+)`))
	if event := next(); !strings.Contains(event, `"ply":2`) {
		t.Errorf("who comes back is told: %s", event)
	}
	leave()
	h.soon("the streams that were left end", func() bool { return h.site.Streams() == 0 })
	var streams []func()
	for range web.MostStreams {
		_, leave := listen("")
		streams = append(streams, leave)
	}
	r, _ := http.NewRequest(http.MethodGet, server+"/as/carol/game/1/events", nil)
	r.AddCookie(h.cookies[0])
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("one stream too many: %v %v", answer.Status, err)
	}
	answer.Body.Close()
	for _, leave := range streams {
		leave()
	}
}
