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

// The room is for the people at this machine: whoever starts the bot is shown an address with a token, which gives their browser a
// cookie. In the room people say who they are, as at the console. Each has pages under a path of their own, so that several people
// can use several tabs of one browser.

// roomID is the room of this machine.
var roomID = bot.RoomID{Platform: Platform, ID: "room"}

// The keys under which the room stores what survives a restart.
const (
	tokenMemo = "room/token"
	chatMemo  = "room/chat"
)

// openRoom loads the room's token and chat. The token survives a restart, so that open tabs keep working.
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

// closeRoom stores the chat.
func (s *Site) closeRoom(ctx context.Context) error {
	lines, err := json.Marshal(s.chat.latest())
	if err != nil {
		return err
	}
	return s.service.Keep(ctx, Platform, chatMemo, lines)
}

// startURL returns the address to show to whoever starts the bot; in a room it has the token.
func (s *Site) startURL() string {
	if !s.Local() {
		return s.URL() + "/"
	}
	return s.URL() + "/?start=" + s.token
}

// cookieName returns the name of the room's cookie. It has the port, since browsers share cookies between ports. Without TLS,
// as on loopback, they reject the __Host- prefix.
func (s *Site) cookieName() string {
	return "raumbot_" + strconv.Itoa(s.listener.Addr().(*net.TCPAddr).Port)
}

// cookieValue returns the value of the cookie that admits a browser.
func (s *Site) cookieValue() string {
	sum := sha256.Sum256([]byte("room cookie " + s.token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// admitted reports whether a request has the room's cookie.
func (s *Site) admitted(r *http.Request) bool {
	c, err := r.Cookie(s.cookieName())
	return err == nil && equal(c.Value, s.cookieValue())
}

// equal compares secrets in constant time.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// doorPage is the data of the page where people say who they are.
type doorPage struct {
	frame
	Open  bool
	Name  string
	Wrong bool
	// Other is whether the address has a code, but not the room's.
	Other bool
	// People are the names of everybody who has been in the room.
	People []string
	Start  string
	// To is the page of a game that they want to see, as a path below that of whoever they are.
	To string
}

// door gives browsers that know the token the cookie, and asks people who they are.
func (s *Site) door(w http.ResponseWriter, r *http.Request, v *visitor) {
	if token := r.URL.Query().Get("start"); token != "" && equal(token, s.token) {
		http.SetCookie(w, &http.Cookie{Name: s.cookieName(), Value: s.cookieValue(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: 90 * 24 * 3600})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.showDoor(w, r, v, doorPage{})
}

// sharedGame asks people who open a link to a position who they are, because everybody has pages of their own.
func (s *Site) sharedGame(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.showDoor(w, r, v, doorPage{To: r.URL.RequestURI()})
}

func (s *Site) showDoor(w http.ResponseWriter, r *http.Request, v *visitor, p doorPage) {
	status := http.StatusOK
	if p.Wrong {
		status = http.StatusUnprocessableEntity
	}
	p.frame, p.Open = frame{visitor: v, Title: v.Say("Three-dimensional chess"), Class: "door"}, s.admitted(r)
	if p.Open {
		p.People, p.Start = s.chat.people(), s.startURL()
	} else {
		status, p.Other = http.StatusForbidden, r.URL.Query().Has("start")
	}
	s.show(w, r, status, "door", p)
}

// join redirects people who have said their name to their pages.
func (s *Site) join(w http.ResponseWriter, r *http.Request, v *visitor) {
	name := strings.TrimSpace(r.PostFormValue("name"))
	to := r.PostFormValue("to")
	if !strings.HasPrefix(to, "/game/") {
		to = "/"
	}
	if !s.admitted(r) || !bot.ProperName(name) {
		s.showDoor(w, r, v, doorPage{Name: name, Wrong: true, To: to})
		return
	}
	s.chat.meet(name)
	http.Redirect(w, r, "/as/"+url.PathEscape(name)+to, http.StatusSeeOther)
}

// seated serves pages under /as/NAME to browsers with the room's cookie.
func (s *Site) seated(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if !s.admitted(r) || !bot.ProperName(name) {
			s.showDoor(w, r, s.visitorOf(r), doorPage{})
			return
		}
		s.visited("/as/"+name, pages).ServeHTTP(w, r)
	})
}

// visitorKey is the key of the *visitor in a request's context.
type visitorKey struct{}

func visiting(r *http.Request) *visitor { return r.Context().Value(visitorKey{}).(*visitor) }

// visited puts the visitor into a request's context, strips base from its path, and passes it to pages.
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

// enterRoom sets the user and the room of a visitor under /as/NAME, if their browser is admitted.
func (v *visitor) enterRoom(r *http.Request) {
	name := r.PathValue("name")
	if !strings.HasPrefix(r.URL.Path, "/as/") || !bot.ProperName(name) || !v.site.admitted(r) {
		return
	}
	v.User = bot.User{UserID: bot.UserID{Platform: Platform, ID: bot.FoldName(name)}, Name: name}
	v.Room, v.Base = roomID, "/as/"+url.PathEscape(name)
}
