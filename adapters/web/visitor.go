package web

import (
	"crypto/rand"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/text/language"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// visitor is who has made a request, and the language to answer in.
type visitor struct {
	site *Site
	// User is who they are; it has no ID if that is unknown.
	User bot.User
	// Room is where they speak; zero on a public site, where everybody speaks in private.
	Room bot.RoomID
	// Base is the prefix of all paths of the visitor's pages. It tells people apart who share a browser in a room.
	Base   string
	locale string // the browser's language; empty for users who have signed in
	speech phrase.Language
}

// spoken matches the languages that a browser prefers with those of the site.
var spoken = language.NewMatcher([]language.Tag{language.English, language.German})

// visitorOf returns the visitor who makes a request.
func (s *Site) visitorOf(r *http.Request) *visitor {
	v := &visitor{site: s}
	browser := ""
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err == nil && len(tags) > 0 {
		tag, _, _ := spoken.Match(tags...)
		base, _ := tag.Base()
		browser = base.String()
	}
	v.locale = browser
	if s.Local() {
		v.enterRoom(r)
	} else {
		v.enterSession(r)
	}
	v.speech = locale.All()[v.language(r, browser)]
	return v
}

// language returns the code of the language to answer in: the one that the service knows for the user, else the browser's, else English.
func (v *visitor) language(r *http.Request, browser string) string {
	if v.User.ID != "" {
		if code, err := v.site.service.Language(r.Context(), v.request("")); err == nil && code != "" {
			return code
		}
	}
	if code := locale.Spoken(browser); code != "" {
		return code
	}
	return locale.English
}

// request returns a text of the visitor as a request to the service.
func (v *visitor) request(text string) bot.Request {
	return bot.Request{From: v.User, Room: v.Room, Text: text, Locale: v.locale, OpenNames: v.site.Local()}
}

// Known reports whether it is known who the visitor is.
func (v *visitor) Known() bool { return v.User.ID != "" }

// Local reports whether the visitor is in the room of this machine.
func (v *visitor) Local() bool { return v.site.Local() }

// Lang returns the code of the language of the page.
func (v *visitor) Lang() string { return v.speech.Code }

// Say returns a formatted sentence in the visitor's language.
func (v *visitor) Say(format string, args ...any) string { return v.speech.Say(format, args...) }

// Term returns a term in the visitor's language.
func (v *visitor) Term(text string) string { return v.speech.Term(text) }

// Fresh returns a random event ID for a form, so that it takes effect once, however often it is sent.
func (v *visitor) Fresh() string { return rand.Text() }

// Path returns a path of the visitor's pages, with its parts escaped.
func (v *visitor) Path(parts ...any) template.URL {
	var b strings.Builder
	b.WriteString(v.Base)
	for _, p := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(text(p)))
	}
	if len(parts) == 0 {
		b.WriteByte('/')
	}
	return template.URL(b.String())
}
