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

// visitor is whoever has made a request.
type visitor struct {
	site *Site
	// User is who they are, without an ID if nobody knows.
	User bot.User
	// Room is where they speak; zero on a public site, where everybody speaks in private.
	Room bot.RoomID
	// Base is what all paths of the visitor's pages begin with: people at one machine share a browser, and are told apart by it.
	Base   string
	locale string // as the browser names it
	speech phrase.Language
}

// spoken are the languages that browsers may ask for.
var spoken = language.NewMatcher([]language.Tag{language.English, language.German})

// visitorOf finds out who makes a request.
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

// language returns the code of the language in which the visitor reads: the one that they have asked the bot for, else the browser's.
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

// request returns what the visitor says to the bot.
func (v *visitor) request(text string) bot.Request {
	return bot.Request{From: v.User, Room: v.Room, Text: text, Locale: v.locale, OpenNames: v.site.Local()}
}

// Known reports whether it is known who the visitor is.
func (v *visitor) Known() bool { return v.User.ID != "" }

// Local reports whether the visitor is in the room of this machine.
func (v *visitor) Local() bool { return v.site.Local() }

// Lang returns the code of the language of the page.
func (v *visitor) Lang() string { return v.speech.Code }

// Say returns a sentence of a page in the visitor's language.
func (v *visitor) Say(format string, args ...any) string { return v.speech.Say(format, args...) }

// Term returns a word that is data, in the visitor's language.
func (v *visitor) Term(text string) string { return v.speech.Term(text) }

// Fresh returns a name for what the visitor does with a form, so that it is done once however often it is sent.
func (v *visitor) Fresh() string { return rand.Text() }

// Path returns a path of the visitor's, with words of it escaped.
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
