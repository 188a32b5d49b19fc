package web_test

import (
	"context"
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

// openPublic returns a public site.
func openPublic(t testing.TB) *hall {
	t.Helper()
	return openToGuests(t, bot.NoGuests)
}

// openToGuests returns a public site on which guests may do something.
func openToGuests(t testing.TB, guests bot.Guests) *hall {
	t.Helper()
	return openPorts(t, service.Ports{Store: storage.Memory(), Guests: guests, LinksWithin: true}, publicOptions())
}

// publicOptions are the options of a public site.
func publicOptions() web.Options {
	return web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}}
}

// chats sends a message of a user of another platform to the bot, and returns the answer.
func (h *hall) chats(name, text string) string {
	h.t.Helper()
	return h.chatsIn(name, "lobby", text)
}

// chatsIn is like chats, in a room.
func (h *hall) chatsIn(name, room, text string) string {
	h.t.Helper()
	reply := h.service.Respond(context.Background(), bot.Request{
		From: bot.User{UserID: bot.UserID{Platform: "chat", ID: name}, Name: name}, Room: bot.RoomID{Platform: "chat", ID: room}, Text: text, OpenNames: true,
	})
	answer := ""
	for _, m := range reply.Answer {
		answer += m.Text + "\n"
		if strings.Contains(m.Text, "/enter#") && m.Audience != bot.Private {
			h.t.Errorf("the link is said for all to read: %+v", m)
		}
	}
	return answer
}

// link asks for a link to sign in as a user, and returns its code.
func (h *hall) link(name string) string {
	h.t.Helper()
	return link(h.t, h.chats(name, "web"), `https://chess\.example\.org/enter#([\w-]+)`)
}

// signIn signs a browser in with a code, and returns the response.
func (h *hall) signIn(code string) *httptest.ResponseRecorder {
	h.t.Helper()
	w := h.do(form("/enter", "code", code, "sure", "yes"))
	if cookies := w.Result().Cookies(); w.Code == http.StatusSeeOther {
		h.cookies = cookies
	}
	return w
}

// TestOwnOrigin sends forms from the site's own host, with TLS and without, as a browser that sends
// the Origin header but not Sec-Fetch-Site.
func TestOwnOrigin(t *testing.T) {
	h := openPublic(t)
	h.signIn(h.link("alice"))
	for origin, want := range map[string]int{"https://chess.example.org": http.StatusOK, "http://chess.example.org": http.StatusForbidden, "https://chess.example.org:8443": http.StatusForbidden} {
		r := form("/say", "text", "games")
		r.Header.Del("Sec-Fetch-Site")
		r.Header.Set("Origin", origin)
		if w := h.do(r); w.Code != want {
			t.Errorf("a form from %s: %d", origin, w.Code)
		}
	}
}

// TestSignIn opens a link. Looking at the page does not use it up, but signing in does.
func TestSignIn(t *testing.T) {
	h := openPublic(t)
	code := h.link("alice")
	h.page("/enter")
	for range 2 {
		w := h.do(form("/enter", "code", "https://chess.example.org/enter#"+code))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "alice · chat") || len(w.Result().Cookies()) > 0 {
			t.Fatalf("whom it signs in is not shown: %d %v", w.Code, w.Header())
		}
	}
	w := h.signIn(code)
	if w.Code != http.StatusSeeOther || len(h.cookies) != 1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if c := h.cookies[0]; c.Name != "__Host-raumbot" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || len(c.Value) < 22 {
		t.Errorf("the cookie is %v", c)
	}
	if page := h.page("/"); !strings.Contains(page, "<strong><bdi>alice</bdi></strong>") {
		t.Errorf("alice is not signed in:\n%s", page)
	}
	if w := h.do(form("/enter", "code", code, "sure", "yes")); w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 {
		t.Errorf("the link works twice: %d", w.Code)
	}
	if keys, err := h.service.Kept(context.Background(), "raumbot", "", 0); err != nil || strings.Contains(strings.Join(keys, " "), code) || strings.Contains(strings.Join(keys, " "), h.cookies[0].Value) {
		t.Errorf("the store knows a secret: %v %v", keys, err)
	}
	if w := h.do(form("/leave")); w.Code != http.StatusSeeOther {
		t.Errorf("leaving: %d", w.Code)
	}
	if page := h.page("/"); strings.Contains(page, "<strong><bdi>alice</bdi></strong>") {
		t.Error("the session outlives the leaving")
	}
}

// TestSignInEnds tests everything that ends a link or a session.
func TestSignInEnds(t *testing.T) {
	for _, c := range []struct {
		what   string
		before func(*hall)
		after  func(*hall)
	}{
		{"the link is old", func(h *hall) { h.clock.Advance(11 * time.Minute) }, nil},
		{"another link was asked for", func(h *hall) { h.link("alice") }, nil},
		{"alice is forgotten before", func(h *hall) { h.chats("alice", "forget me confirm") }, nil},
		{"alice is forgotten", nil, func(h *hall) { h.chats("alice", "forget me confirm") }},
		{"the session is ended", nil, func(h *hall) { h.chats("alice", "sessions 1") }},
		{"all sessions are ended", nil, func(h *hall) { h.chats("alice", "sessions all") }},
		{"the session is old", nil, func(h *hall) { h.clock.Advance(31 * 24 * time.Hour) }},
		{"there are too many", nil, func(h *hall) {
			own := h.cookies
			for range 10 {
				h.clock.Advance(time.Minute)
				h.signIn(h.link("alice"))
			}
			h.cookies = own
		}},
		{"the cookie is forged", nil, func(h *hall) { h.cookies[0].Value = "A" + h.cookies[0].Value[1:] + "A" }},
	} {
		t.Run(c.what, func(t *testing.T) {
			h := openPublic(t)
			h.chats("bob", "hi")
			code := h.link("alice")
			if c.before != nil {
				c.before(h)
				if w := h.signIn(code); w.Code != http.StatusForbidden {
					t.Errorf("the link works: %d", w.Code)
				}
				return
			}
			if w := h.signIn(code); w.Code != http.StatusSeeOther {
				t.Fatal(w.Code)
			}
			h.page("/")
			c.after(h)
			if page := h.page("/"); strings.Contains(page, "<strong><bdi>alice</bdi></strong>") {
				t.Errorf("alice is still signed in:\n%s", page)
			}
			if w := h.do(form("/say", "text", "games")); w.Code != http.StatusForbidden {
				t.Errorf("alice still speaks: %d", w.Code)
			}
		})
	}
}

// TestPublicSite looks at games as an unknown visitor, as a player who is signed in, and as
// another user.
func TestPublicSite(t *testing.T) {
	h := openPublic(t)
	h.chats("bob", "hi")
	for _, sight := range []string{"public", "private", ""} { // games 1, 2 and 3
		h.chats("alice", "challenge bob raumschach white "+sight)
		h.chats("bob", "accept")
	}
	see := func(who string, sees ...bool) {
		t.Helper()
		list := h.page("/games")
		for i, may := range sees {
			path := "/game/" + string(rune('1'+i))
			for _, part := range []string{"", "/board.json", "/cell.json?cell=ab2", "/picture.png"} {
				if w := h.get(path + part); (w.Code == http.StatusOK) != may || !may && w.Code != http.StatusNotFound {
					t.Errorf("%s gets %s%s: %d", who, path, part, w.Code)
				}
			}
			if strings.Contains(list, `"`+path+`"`) != may {
				t.Errorf("%s finds %s in the list: %v", who, path, !may)
			}
		}
	}
	see("anybody", true, false, false)
	for _, r := range []*http.Request{form("/say", "text", "resign 1"), form("/game/1/move", "move", "ab2-ab3"), form("/game/1/say", "text", "hi")} {
		if w := h.do(r); w.Code != http.StatusForbidden {
			t.Errorf("anybody does %s: %d", r.URL, w.Code)
		}
	}
	h.signIn(h.link("alice"))
	see("alice", true, true, true)
	if w := h.do(form("/game/2/move", "move", "ab2-ab3", "event", "1")); w.Code != http.StatusSeeOther {
		t.Errorf("alice moves: %d %s", w.Code, w.Body)
	}
	if w := h.do(form("/game/2/say", "text", "good luck", "event", "2")); w.Code >= 400 {
		t.Errorf("alice talks: %d %s", w.Code, w.Body)
	}
	if w := h.do(form("/say", "text", "games", "event", "3")); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "waiting for bob") {
		t.Errorf("alice asks: %d %s", w.Code, w.Body)
	}
	h.chats("carol", "hi")
	h.signIn(h.link("carol"))
	see("carol", true, false, false)
	if w := h.do(form("/game/1/move", "move", "ab2-ab3")); w.Code != http.StatusForbidden {
		t.Errorf("carol moves: %d", w.Code)
	}
	for _, path := range []string{"/join", "/as/alice/game/2"} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("a room is open to all: %s %d", path, w.Code)
		}
	}
}
