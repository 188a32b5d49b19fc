package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// The visitors of FuzzPages: a person in the room, an unknown visitor of a public site, and a
// player who has signed in there.
const (
	inRoom = iota
	asStranger
	asPlayer
	visitorKinds
)

// FuzzPages requests arbitrary pages, sends arbitrary forms and opens arbitrary streams, as all
// kinds of visitors and with arbitrary headers. Nothing breaks the site, and no line of its log
// begins with a text that a visitor has chosen.
func FuzzPages(f *testing.F) {
	room := open(f).enter()
	room.begin("raumschach", "")
	public := hasPublicGame(f, "raumschach")
	for _, line := range []string{"challenge bob raumschach white private", "challenge carol raumschach white"} {
		public.chats("alice", line)
	}
	for _, seed := range []struct {
		visitor             byte
		path, body, headers string
	}{
		{inRoom, "/as/ana/game/1?cell=ab2&to=ab3", "", ""}, {inRoom, "/as/ana/game/1?move=ab2ab3&level=c&side=black", "", ""},
		{inRoom, "/as/ana/game/1/board.json?try=ab2-ab3&try=eb4-eb3", "", ""}, {inRoom, "/as/ana/game/1/cell.json?cell=ab2&ply=1", "", ""},
		{inRoom, "/men/raumschach/dark-page.png", "", ""}, {inRoom, "/layout/raumschach.json", "", ""}, {inRoom, "/static/../web.go", "", ""},
		{inRoom, "/as/ana/say", "text=move+1+ab3", ""}, {inRoom, "/as/ana/game/1/move", "move=ab2-ab3%21&event=x", ""}, {inRoom, "/join", "name=%00", ""},
		{inRoom, "/as/ana/games?before=5&over=1", "", ""}, {inRoom, "/as/%2e%2e/game/1", "", ""}, {inRoom, "/as/ana/events", "", "Last-Event-ID: -1"},
		{inRoom, "/as/ana/game/1/events?log=99999999999999999999", "", "Last-Event-ID: x"}, {inRoom, "/as/ana/chat/1/file", "", ""},
		{asStranger, "/enter", "code=x%23AAAAAAAAAAAAAAAAAAAAAA&sure=yes", "User-Agent: Firefox/1.2\x1b[31m"}, {asStranger, "/leave", "x", "Cookie: __Host-raumbot=\xff"},
		{asStranger, "/game/1/events", "", "Accept-Language: de;q=9, *\nX-Forwarded-For: 1.2.3.4, z"}, {asStranger, "/game/1/board.json", "", "If-None-Match: \"1"},
		{asStranger, "/game/2", "", "Accept: application/json"}, {asStranger, "/say", "text=resign+1", "Accept: application/json"},
		{asPlayer, "/say", "text=resign+1&game=1&event=e", ""}, {asPlayer, "/game/1/say", "text=%3Cscript%3E%0d%0atime%3Dforged", ""},
		{asPlayer, "/game/1/move", "move=ab2-ab3%0alevel%3DERROR", ""}, {asPlayer, "/say", "text=sessions+all", ""}, {asPlayer, "/play", "variant=%00&level=-1&colour=pink&against=computer", ""}, {asPlayer, "/game/1/events", "", ""},
		{asPlayer, "/say", "text=%zz", "Content-Type: multipart/form-data"}, {asPlayer, "/tournament/1", "", ""}, {asPlayer, "/player/-1", "", ""},
	} {
		f.Add(seed.visitor, seed.path, seed.body, seed.headers)
	}
	n := 0
	f.Fuzz(func(t *testing.T, visitor byte, path, body, headers string) {
		u, err := url.ParseRequestURI("/" + strings.TrimPrefix(path, "/"))
		if err != nil {
			return
		}
		h := public
		if visitor%visitorKinds == inRoom {
			h = room
		}
		h.t = t
		method, content := http.MethodGet, io.Reader(nil)
		if body != "" {
			method, content = http.MethodPost, strings.NewReader(body)
		}
		ctx, end := context.WithCancel(context.Background())
		defer end()
		r, err := http.NewRequestWithContext(ctx, method, u.String(), content)
		if err != nil {
			return
		}
		n++
		r.RemoteAddr = fmt.Sprintf("[2001:db8:%x:%x::1]:1", n>>16, n&0xffff)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		for line := range strings.Lines(headers) {
			if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
				r.Header.Set(name, value)
			}
		}
		switch visitor % visitorKinds {
		case asStranger:
			h.cookies = nil
		case asPlayer:
			if w := h.signIn(h.link("alice")); w.Code != http.StatusSeeOther && w.Code != http.StatusTooManyRequests {
				t.Fatalf("alice cannot sign in: %d", w.Code)
			}
		}
		before := h.log.Len()
		w := &streamRecorder{httptest.NewRecorder(), end}
		h.respond(w, r)
		if w.Code >= 500 {
			t.Errorf("%s %s %q: %d %s\n%s", method, u, body, w.Code, w.Body, &h.log)
		}
		for line := range strings.Lines(h.log.String()[before:]) {
			if !strings.HasPrefix(line, "time=") || strings.Trim(line, "\n") != strings.Map(printable, line) {
				t.Errorf("%s %s %q writes into the log: %q", method, u, body, line)
			}
		}
	})
}

// printable drops characters that cannot be part of a line of text.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}
