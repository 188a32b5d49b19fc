package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"raumbot/bot"
)

// The room of this machine is for whoever can open it: the one who has started the bot is shown an address with a token, which gives a
// browser a cookie. In the room people say who they are, as at the console. Each goes by an address of their own, so that several can sit in
// several tabs of one browser.

// roomID is the room of this machine.
var roomID = bot.RoomID{Platform: Platform, ID: "room"}

// The keys under which the room keeps what it needs after a restart.
const (
	tokenMemo = "room/token"
	chatMemo  = "room/chat"
)

// openRoom makes the room ready. Its token outlives a restart, as do the tabs that are open.
func (s *Site) openRoom(ctx context.Context) error {
	token, err := s.service.Recall(ctx, Platform, tokenMemo)
	if err != nil {
		return err
	}
	if len(token) == 0 {
		token = []byte(rand.Text())
		if err := s.service.Keep(ctx, Platform, tokenMemo, token); err != nil {
			return err
		}
	}
	s.token = string(token)
	lines, err := s.service.Recall(ctx, Platform, chatMemo)
	if err != nil || len(lines) == 0 {
		return err
	}
	return s.chat.restore(lines)
}

// closeRoom keeps what was said in the room.
func (s *Site) closeRoom(ctx context.Context) error {
	lines, err := json.Marshal(s.chat.latest())
	if err != nil {
		return err
	}
	return s.service.Keep(ctx, Platform, chatMemo, lines)
}

// startURL returns the address that is told to whoever has started the bot.
func (s *Site) startURL() string {
	if !s.Local() {
		return s.URL() + "/"
	}
	return s.URL() + "/?start=" + s.token
}

// cookieName is the room's own. On loopback there is no TLS, without which browsers take no __Host- cookie, and cookies
// do not tell ports apart.
func (s *Site) cookieName() string {
	return "raumbot_" + strconv.Itoa(s.listener.Addr().(*net.TCPAddr).Port)
}

// cookieValue is what a browser has after the door was opened to it.
func (s *Site) cookieValue() string {
	sum := sha256.Sum256([]byte("room cookie " + s.token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// admitted reports whether the door was opened to a browser.
func (s *Site) admitted(r *http.Request) bool {
	c, err := r.Cookie(s.cookieName())
	return err == nil && equal(c.Value, s.cookieValue())
}

// equal compares secrets in a time that tells nothing.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// doorPage is where people say who they are.
type doorPage struct {
	frame
	Open  bool
	Name  string
	Wrong bool
	// People are those who have been here.
	People []string
	Start  string
}

// door lets people in who have been told the token, and asks who they are.
func (s *Site) door(w http.ResponseWriter, r *http.Request, v *visitor) {
	if token := r.URL.Query().Get("start"); token != "" && equal(token, s.token) {
		http.SetCookie(w, &http.Cookie{Name: s.cookieName(), Value: s.cookieValue(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: 90 * 24 * 3600})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.showDoor(w, r, v, "", false)
}

func (s *Site) showDoor(w http.ResponseWriter, r *http.Request, v *visitor, name string, wrong bool) {
	status := http.StatusOK
	if wrong {
		status = http.StatusUnprocessableEntity
	}
	p := doorPage{frame: frame{visitor: v, Title: v.Say("Three-dimensional chess"), Class: "door"}, Name: name, Wrong: wrong, Open: s.admitted(r)}
	if p.Open {
		p.People, p.Start = s.chat.people(), s.startURL()
	} else {
		status = http.StatusForbidden
	}
	s.show(w, r, status, "door", p)
}

// join gives somebody a seat under a name.
func (s *Site) join(w http.ResponseWriter, r *http.Request, v *visitor) {
	name := strings.TrimSpace(r.PostFormValue("name"))
	if !s.admitted(r) || !bot.ProperName(name) {
		s.showDoor(w, r, v, name, true)
		return
	}
	s.chat.meet(name)
	http.Redirect(w, r, "/as/"+url.PathEscape(name)+"/", http.StatusSeeOther)
}

// seated serves pages below /as/NAME to those who have been let in.
func (s *Site) seated(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if !s.admitted(r) || !bot.ProperName(name) {
			s.showDoor(w, r, s.visitorOf(r), "", false)
			return
		}
		s.visited("/as/"+name, pages).ServeHTTP(w, r)
	})
}

// visitorKey is where a request has its visitor.
type visitorKey struct{}

func visiting(r *http.Request) *visitor { return r.Context().Value(visitorKey{}).(*visitor) }

// visited serves pages below a path to the visitor whose path it is.
func (s *Site) visited(base string, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := s.visitorOf(r)
		r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, v))
		below := *r.URL
		below.Path, below.RawPath = strings.TrimPrefix(r.URL.Path, base), ""
		r.URL = &below
		pages.ServeHTTP(w, r)
	})
}

// enterRoom makes a visitor of the room who they say that they are.
func (v *visitor) enterRoom(r *http.Request) {
	name := r.PathValue("name")
	if !strings.HasPrefix(r.URL.Path, "/as/") || !bot.ProperName(name) || !v.site.admitted(r) {
		return
	}
	v.User = bot.User{UserID: bot.UserID{Platform: Platform, ID: bot.FoldName(name)}, Name: name}
	v.Room, v.Base = roomID, "/as/"+url.PathEscape(name)
}
