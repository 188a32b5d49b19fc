package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"raumbot/bot"
)

// Users of other platforms sign in with a link that the bot gives them in private. The secret is in
// the fragment of the link, which browsers do not send, so a chat's preview of the link does not
// use it up. A script copies it into the form; without scripts, users paste it there.

// sessionLength is the lifetime of the cookie in seconds, the same as that of the session.
const sessionLength = 30 * 24 * 3600

// sessionName returns the name of the cookie. Without TLS, as in tests on loopback, browsers reject
// the __Host- prefix.
func (s *Site) sessionName() string {
	if s.options.Public.Scheme == "https" {
		return "__Host-raumbot"
	}
	return "raumbot_session_" + s.options.Public.Port()
}

// setSession sets the session cookie for age seconds, or deletes it if age is negative.
func (s *Site) setSession(w http.ResponseWriter, secret string, age int) {
	http.SetCookie(w, &http.Cookie{Name: s.sessionName(), Value: secret, Path: "/", MaxAge: age, HttpOnly: true,
		Secure: s.options.Public.Scheme == "https", SameSite: http.SameSiteLaxMode})
}

// secretOf returns the secret of the session that a request names: in the Activity the one that
// scripts have sent, elsewhere that of the cookie. It is empty if there is none.
func (s *Site) secretOf(r *http.Request) string {
	if f := framedIn(r); f != nil {
		return f.session
	}
	if cookie, err := r.Cookie(s.sessionName()); err == nil && len(cookie.Value) <= maxSecret {
		return cookie.Value
	}
	return ""
}

// enterSession sets the visitor's user from the session of a request. It does nothing if there is
// no valid session.
func (v *visitor) enterSession(r *http.Request) {
	secret := v.site.secretOf(r)
	if secret == "" {
		return
	}
	u, err := v.site.service.SessionOf(r.Context(), secret, v.inDiscord)
	if err != nil {
		if !errors.Is(err, bot.ErrNotFound) {
			v.lookedUp("a session cannot be read", err)
		}
		return
	}
	if u.Platform == bot.Guest && !v.site.service.Guests.Allow(bot.GuestsAlone) {
		v.session, v.GuestName = secret, u.Name
		return
	}
	v.be(r, u, secret)
}

// be signs the visitor in as the user u of a session, for the rest of the request.
func (v *visitor) be(r *http.Request, u bot.User, session string) {
	v.User, v.session, v.locale = u, session, "" // the bot knows their language
	if v.Guest() {
		v.GuestName = u.Name
		v.origin = network(address(r)).String()
	}
}

// sessionEnded reports whether the visitor had a session that has ended.
func (v *visitor) sessionEnded(r *http.Request) bool {
	if v.session == "" {
		return false
	}
	_, err := v.site.service.SessionOf(r.Context(), v.session, v.inDiscord)
	return errors.Is(err, bot.ErrNotFound)
}

// maxSecret is the length of the longest secret that is looked up, in bytes.
const maxSecret = 64

// enterPage is the data of the sign-in page.
type enterPage struct {
	frame
	Code  string
	Wrong string // why the code is not accepted; empty if it has not been refused
	Who   string // the user whom the code signs in; empty if it has not been looked up
	// Refused says why the visitor, who is a guest, cannot be merged with the user in Who.
	Refused string
}

// enter serves the page that a link opens.
func (s *Site) enter(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.show(w, r, http.StatusOK, "enter", enterPage{frame: frame{visitor: v, Title: v.Say("Sign in"), Scripts: []string{"enter.js"}}})
}

// signIn shows which user a code signs in. Once the visitor has confirmed that, it signs them in.
func (s *Site) signIn(w http.ResponseWriter, r *http.Request, v *visitor) {
	code := strings.TrimSpace(r.PostFormValue("code"))
	if _, after, ok := strings.Cut(code, "#"); ok {
		code = after
	}
	p := enterPage{frame: frame{visitor: v, Title: v.Say("Sign in")}, Code: code}
	var u bot.User
	err := bot.ErrNotFound
	if len(code) <= maxSecret {
		u, err = s.service.LinkOf(r.Context(), code)
	}
	if err == nil && r.PostFormValue("sure") == "yes" {
		var secret string
		if secret, err = s.service.SignIn(r.Context(), code, v.session, browserOf(r), r.PostFormValue("alone") == "yes"); err == nil {
			s.setSession(w, secret, sessionLength)
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
	}
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) {
		p.Refused, err = v.speech.Render(problem.Text), nil
	}
	switch {
	case errors.Is(err, bot.ErrNotFound):
		p.Code, p.Wrong = "", v.Say("This link has been used, or is older than ten minutes. Say `web` to the bot for another.")
		s.show(w, r, http.StatusForbidden, "enter", p)
	case err != nil:
		s.fail(w, r, err)
	default:
		p.Who = v.speech.Render(u.Known()) + " · " + string(u.Platform)
		status := http.StatusOK
		if p.Refused != "" {
			status = http.StatusConflict
		}
		s.show(w, r, status, "enter", p)
	}
}

// signOut ends the session of a browser.
func (s *Site) signOut(w http.ResponseWriter, r *http.Request, v *visitor) {
	if v.Guest() {
		s.explain(w, r, v, http.StatusConflict, v.Say("You are a guest, and would lose your games. Sign in to keep them, or say `forget me` to the bot."))
		return
	}
	if cookie, err := r.Cookie(s.sessionName()); err == nil && len(cookie.Value) <= maxSecret {
		if err := s.service.SignOut(r.Context(), cookie.Value); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	if v.SignedIn() {
		s.presence.leaves(v.User)
	}
	s.setSession(w, "", -1)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// browserOf returns a short name of a browser and its system, from the User-Agent header.
func browserOf(r *http.Request) string {
	agent := r.UserAgent()
	name := "browser"
	for _, known := range []string{"Firefox", "Edg", "OPR", "Chrome", "Safari"} {
		if _, version, ok := strings.Cut(agent, known+"/"); ok {
			digits, _, _ := strings.Cut(version, ".")
			if n, err := strconv.Atoi(digits); err == nil {
				name = known + " " + strconv.Itoa(n)
			}
			break
		}
	}
	for _, system := range []string{"Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"} {
		if strings.Contains(agent, system) {
			return name + " " + system
		}
	}
	return name
}
