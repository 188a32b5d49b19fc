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
	"slices"
	"strings"
	"time"

	"raumbot/bot"
)

// The room is for the people at this machine or, if it listens on an address that others can reach,
// for everybody who has the printed link. At each start the bot prints a link with a new token,
// which gives a browser a cookie. Cookies stay valid after a restart. The database has only their
// hashes, so a backup or an export lets nobody in. In the room people enter their names, as at the
// console. Each person has pages under a path of their own, so several people can use tabs of one
// browser.

// roomID is the room.
var roomID = bot.RoomID{Platform: Platform, ID: "room"}

// The keys under which the room stores what survives a restart.
const (
	cookiesMemo = "room/cookies"
	chatMemo    = "room/chat"
	// oldTokenMemo held the token itself in databases of earlier versions.
	oldTokenMemo = "room/token"
)

// cookieTime is how long a browser keeps the room's cookie.
const cookieTime = 90 * 24 * time.Hour

// mostCookies limits the number of hashes of cookies that are kept.
const mostCookies = 1000

// cookieHash is the hash of a cookie that admits browsers.
type cookieHash struct {
	Hash  string    `json:"hash"`
	Until time.Time `json:"until"`
}

// hashOf returns the hash of a cookie's value.
func hashOf(value string) string {
	sum := sha256.Sum256([]byte(value))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// openRoom makes the room's token, and loads the hashes of its cookies, and its chat.
func (s *Site) openRoom(ctx context.Context) error {
	s.token, s.cookie = rand.Text(), rand.Text()
	if err := s.loadCookies(ctx); err != nil {
		return err
	}
	lines, err := s.service.Recall(ctx, Platform, chatMemo)
	if err != nil || len(lines) == 0 {
		return err
	}
	return s.chat.restore(lines)
}

// loadCookies loads the hashes of the cookies that browsers may have.
func (s *Site) loadCookies(ctx context.Context) error {
	stored, err := s.service.Recall(ctx, Platform, cookiesMemo)
	if err == nil && len(stored) > 0 {
		err = json.Unmarshal(stored, &s.cookies)
	}
	if err != nil {
		return err
	}
	old, err := s.service.Recall(ctx, Platform, oldTokenMemo)
	if err != nil || len(old) == 0 {
		return err
	}
	sum := sha256.Sum256([]byte("room cookie " + string(old))) // as earlier versions made the cookie
	s.cookies = append(s.cookies, cookieHash{hashOf(base64.RawURLEncoding.EncodeToString(sum[:])), time.Now().Add(cookieTime)})
	if err := s.keepCookies(ctx); err != nil {
		return err
	}
	return s.service.Keep(ctx, Platform, oldTokenMemo, nil)
}

// keepCookies stores the hashes of the newest cookies that browsers still have.
func (s *Site) keepCookies(ctx context.Context) error {
	now := time.Now()
	s.cookies = slices.DeleteFunc(s.cookies, func(c cookieHash) bool { return c.Until.Before(now) })
	s.cookies = s.cookies[max(len(s.cookies)-mostCookies, 0):]
	stored, err := json.Marshal(s.cookies)
	if err != nil {
		return err
	}
	return s.service.Keep(ctx, Platform, cookiesMemo, stored)
}

// admit gives a browser the cookie of this start. Its hash is stored before the first browser gets
// it.
func (s *Site) admit(w http.ResponseWriter, r *http.Request) error {
	s.letIn.Lock()
	defer s.letIn.Unlock()
	hash, until := hashOf(s.cookie), time.Now().Add(cookieTime)
	if n := len(s.cookies); n == 0 || s.cookies[n-1].Hash != hash {
		s.cookies = append(s.cookies, cookieHash{Hash: hash})
	}
	if own := &s.cookies[len(s.cookies)-1]; own.Until.Before(until.Add(-time.Hour)) {
		own.Until = until
		if err := s.keepCookies(r.Context()); err != nil {
			own.Until = time.Time{} // the next browser tries again
			return err
		}
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(cookieTime / time.Second)})
	return nil
}

// closeRoom stores the chat.
func (s *Site) closeRoom(ctx context.Context) error {
	lines, err := json.Marshal(s.chat.latest())
	if err != nil {
		return err
	}
	return s.service.Keep(ctx, Platform, chatMemo, lines)
}

// startURL returns the address to open in a browser. In a room, which has the given host, it
// includes the token.
func (s *Site) startURL(host string) string {
	if !s.Local() {
		return s.URL() + "/"
	}
	return "http://" + host + "/?start=" + s.token
}

// cookieName returns the name of the room's cookie. It has the port that the browser knows, since
// browsers share cookies between ports. Without TLS, as on loopback, they reject the __Host-
// prefix.
func cookieName(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		port = "80"
	}
	return "raumbot_" + port
}

// admitted reports whether a request has a cookie of the room.
func (s *Site) admitted(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	if err != nil || len(c.Value) > maxSecret {
		return false
	}
	s.letIn.Lock()
	defer s.letIn.Unlock()
	hash := hashOf(c.Value)
	return slices.ContainsFunc(s.cookies, func(known cookieHash) bool { return equal(known.Hash, hash) })
}

// equal compares secrets in constant time.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// doorPage is the data of the page where people enter their names.
type doorPage struct {
	frame
	Open  bool   // whether the browser is admitted
	Name  string // a name that was entered
	Wrong bool   // whether that is no proper name
	// Other is whether the address has a token, but not the room's.
	Other bool
	// People are the names of everybody who has been in the room.
	People []string
	Start  string
	// To is the page of a game that the visitor wants to see, as a path below /as/NAME.
	To string
}

// door sets the cookie in browsers that send the token, and asks people for their names.
func (s *Site) door(w http.ResponseWriter, r *http.Request, v *visitor) {
	if token := r.URL.Query().Get("start"); token != "" && equal(token, s.token) {
		if err := s.admit(w, r); err != nil {
			s.fail(w, r, err)
			return
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.showDoor(w, r, v, doorPage{})
}

// sharedGame serves the link to a position. It asks for the visitor's name, because the pages of
// the room differ for each name.
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
		p.People, p.Start = s.presence.names(), s.startURL(r.Host)
	} else {
		status, p.Other = http.StatusForbidden, r.URL.Query().Has("start")
	}
	s.show(w, r, status, "door", p)
}

// join redirects people who have entered their names to their pages.
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
	s.presence.seen(roomUser(name))
	http.Redirect(w, r, "/as/"+url.PathEscape(name)+to, http.StatusSeeOther)
}

// underName serves pages under /as/NAME to browsers with the room's cookie.
func (s *Site) underName(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if !s.admitted(r) || !bot.ProperName(name) {
			s.showDoor(w, r, s.visitorOf(r), doorPage{})
			return
		}
		s.withVisitor("/as/"+name, pages).ServeHTTP(w, r)
	})
}

// visitorKey is the key of the *visitor in a request's context.
type visitorKey struct{}

func visitorIn(r *http.Request) *visitor { return r.Context().Value(visitorKey{}).(*visitor) }

// withVisitor puts the visitor into a request's context, strips base from its path, and passes it
// to pages.
func (s *Site) withVisitor(base string, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := s.visitorOf(r)
		if v.SignedIn() {
			s.presence.visits(v.User)
		}
		r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, v))
		below := *r.URL
		below.Path, below.RawPath = strings.TrimPrefix(r.URL.Path, base), ""
		r.URL = &below
		pages.ServeHTTP(w, r)
	})
}

// roomUser returns the user of the room who calls themselves name.
func roomUser(name string) bot.User {
	return bot.User{UserID: bot.UserID{Platform: Platform, ID: bot.FoldName(name)}, Name: name}
}

// enterRoom sets the user and the room of a visitor under /as/NAME, if their browser is admitted.
func (v *visitor) enterRoom(r *http.Request) {
	name := r.PathValue("name")
	if !strings.HasPrefix(r.URL.Path, "/as/") || !bot.ProperName(name) || !v.site.admitted(r) {
		return
	}
	v.User = roomUser(name)
	v.Room, v.Base = roomID, "/as/"+url.PathEscape(name)
}
