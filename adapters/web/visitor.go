package web

import (
	"cmp"
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
	Base string
	// session is the secret of their session, if they have signed in.
	session string
	locale  string // the browser's language; empty for users who have signed in
	page    string // the language of the browser's pages, where the bot knows none of the user's
	speech  phrase.Language
	zone    string // in which times are told; empty for universal time
}

// spoken matches the languages that a browser prefers with those of the site.
var spoken = language.NewMatcher([]language.Tag{language.English, language.German})

// visitorOf returns the visitor who makes a request.
func (s *Site) visitorOf(r *http.Request) *visitor {
	if v, known := r.Context().Value(visitorKey{}).(*visitor); known {
		return v
	}
	v := &visitor{site: s}
	browser := browserLanguage(r)
	v.locale = browser
	if s.Local() {
		v.enterRoom(r)
	} else {
		v.enterSession(r)
	}
	code := ""
	if v.Known() {
		var err error
		if code, v.zone, err = s.service.Manner(r.Context(), v.request("")); err != nil {
			s.options.Log.Error("the language of a visitor cannot be read", "err", err)
		}
	}
	if code == "" {
		v.page = browser
	}
	v.speech = locale.All()[cmp.Or(code, locale.Spoken(browser), locale.English)]
	return v
}

// anybody returns the visitor who makes a request as somebody whom nobody knows. Nothing is looked up for it.
func (s *Site) anybody(r *http.Request) *visitor {
	browser := browserLanguage(r)
	return &visitor{site: s, locale: browser, page: browser, speech: locale.All()[cmp.Or(locale.Spoken(browser), locale.English)]}
}

// browserLanguage returns the language of the site that a browser prefers; empty if it does not say.
func browserLanguage(r *http.Request) string {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(tags) == 0 {
		return ""
	}
	tag, _, _ := spoken.Match(tags...)
	base, _ := tag.Base()
	return base.String()
}

// request returns a text of the visitor as a request to the service; none when they only look.
func (v *visitor) request(text string) bot.Request {
	return bot.Request{From: v.User, Room: v.Room, Text: text, Locale: v.locale, PageLocale: v.page, OpenNames: v.site.Local()}
}

// key tells visitors apart who watch a game: by their account, and strangers by their address.
func (v *visitor) key(r *http.Request) string {
	if v.Known() {
		return v.User.UserID.String()
	}
	return network(address(r)).String()
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

// Marked returns the pieces of a text of the bot, with times in the visitor's zone and language.
func (v *visitor) Marked(text string) []piece { return marked(text, v.zone, v.speech.Code) }

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
