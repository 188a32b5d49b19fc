package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"raumbot/bot"
)

// People of other platforms sign in by a link that the bot gives them in private. Its secret stands behind the #, which no browser
// sends: a preview of the link in a chat does not spend it. A script puts it into the form; without one it is copied there.

// sessionLength is how long a browser keeps the cookie, in seconds: as long as the session lasts.
const sessionLength = 30 * 24 * 3600

// sessionName is what the cookie is called. Without TLS, at a test on loopback, no browser takes a name with a prefix.
func (s *Site) sessionName() string {
	if s.options.Public.Scheme == "https" {
		return "__Host-raumbot"
	}
	return "raumbot_session_" + s.options.Public.Port()
}

// setSession gives a browser a session, or takes it away.
func (s *Site) setSession(w http.ResponseWriter, secret string, age int) {
	http.SetCookie(w, &http.Cookie{Name: s.sessionName(), Value: secret, Path: "/", MaxAge: age, HttpOnly: true,
		Secure: s.options.Public.Scheme == "https", SameSite: http.SameSiteLaxMode})
}

// enterSession finds out who is signed in by the cookie of a request.
func (v *visitor) enterSession(r *http.Request) {
	cookie, err := r.Cookie(v.site.sessionName())
	if err != nil || len(cookie.Value) > maxSecret {
		return
	}
	u, err := v.site.service.SessionOf(r.Context(), cookie.Value)
	if err != nil {
		if !errors.Is(err, bot.ErrNotFound) {
			v.site.options.Log.Error("a session cannot be read", "err", err)
		}
		return
	}
	v.User, v.locale = u, "" // the bot knows their language
}

// maxSecret bounds what is looked up.
const maxSecret = 64

// enterPage asks for the code of a link, shows whom it signs in, or says that it does not hold.
type enterPage struct {
	frame
	Code, Wrong string
	// Who is whom the code signs in, empty if it has not been looked up.
	Who string
}

// enter shows where a link is opened.
func (s *Site) enter(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.show(w, r, http.StatusOK, "enter", enterPage{frame: frame{visitor: v, Title: v.Say("Sign in"), Scripts: []string{"enter.js"}}})
}

// signIn shows whom a link signs in, and does so when that is confirmed.
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
		if secret, err = s.service.SignIn(r.Context(), code, browserOf(r)); err == nil {
			s.setSession(w, secret, sessionLength)
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
	}
	switch {
	case errors.Is(err, bot.ErrNotFound):
		p.Code, p.Wrong = "", v.Say("This link has been used, or is older than ten minutes. Say `web` to the bot for another.")
		s.show(w, r, http.StatusForbidden, "enter", p)
	case err != nil:
		s.fail(w, r, err)
	default:
		p.Who = v.speech.Render(u.Known()) + " · " + string(u.Platform)
		s.show(w, r, http.StatusOK, "enter", p)
	}
}

// signOut ends the session of a browser.
func (s *Site) signOut(w http.ResponseWriter, r *http.Request, v *visitor) {
	if cookie, err := r.Cookie(s.sessionName()); err == nil && len(cookie.Value) <= maxSecret {
		if err := s.service.SignOut(r.Context(), cookie.Value); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	s.setSession(w, "", -1)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// browserOf names a browser in a word or two, of what it calls itself.
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
