package web

import (
	"cmp"
	"crypto/rand"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// visitor is the person who has made a request, and the language to answer in.
type visitor struct {
	site *Site
	// User is the visitor as a user of the bot. It has no ID if the visitor is unknown.
	User bot.User
	// Room is the room in which the visitor speaks. It is zero on a public site, where everybody
	// speaks in private.
	Room bot.RoomID
	// Base is the prefix of all paths of the visitor's pages. In a room it distinguishes people who
	// share a browser.
	Base string
	// session is the secret of the visitor's session; empty if they have not signed in.
	session string
	// GuestName is the name of the guest who is merged with the account when the visitor signs in;
	// empty if there is none. User is not that guest if the site no longer allows guests to do
	// anything.
	GuestName string
	origin    string // the network address by which limits for guests count; empty for others
	locale    string // the browser's language; empty for users who have signed in
	page      string // the browser's language; empty if the bot knows the user's own
	speech    phrase.Language
	zone      string // the time zone in which times are written; empty for UTC
	// inDiscord is whether the visitor is in the Activity.
	inDiscord bool
	// away is the error that kept the database from identifying the visitor, or nil.
	away error
}

// siteLanguages matches the languages that a browser prefers with those of the site.
var siteLanguages = language.NewMatcher([]language.Tag{language.English, language.German})

// visitorOf returns the visitor who makes a request.
func (s *Site) visitorOf(r *http.Request) *visitor {
	if v, known := r.Context().Value(visitorKey{}).(*visitor); known {
		return v
	}
	v := &visitor{site: s, inDiscord: framedIn(r) != nil}
	v.locale = browserLanguage(r)
	if s.Local() {
		v.enterRoom(r)
	} else {
		v.enterSession(r)
	}
	if v.Guest() {
		s.visited(r, v)
	}
	v.speak(r)
	return v
}

// speak sets the language of the page and the time zone in which times are written.
func (v *visitor) speak(r *http.Request) {
	browser, code := browserLanguage(r), ""
	v.page = ""
	if v.Known() {
		var err error
		if code, v.zone, err = v.site.service.LanguageAndZone(r.Context(), v.request("")); err != nil {
			v.lookedUp("the language of a visitor cannot be read", err)
		}
	}
	if code == "" {
		v.page = browser
	}
	v.speech = locale.All()[cmp.Or(code, locale.Spoken(browser), locale.English)]
}

// lookedUp logs an error of a look into the database, or keeps it if the server of the database is
// away.
func (v *visitor) lookedUp(what string, err error) {
	if errors.Is(err, bot.ErrAway) {
		v.away = err
		return
	}
	v.site.options.Log.Error(what, "err", err)
}

// Away reports whether the visitor could not be identified because the database server is away.
func (v *visitor) Away() bool { return v.away != nil }

// anonymous returns a visitor for a request without finding out who makes it. It does not read the
// database.
func (s *Site) anonymous(r *http.Request) *visitor {
	browser := browserLanguage(r)
	return &visitor{site: s, inDiscord: framedIn(r) != nil, locale: browser, page: browser, speech: locale.All()[cmp.Or(locale.Spoken(browser), locale.English)]}
}

// browserLanguage returns the language of the site that a browser prefers; empty if it does not
// say.
func browserLanguage(r *http.Request) string {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(tags) == 0 {
		return ""
	}
	tag, _, _ := siteLanguages.Match(tags...)
	base, _ := tag.Base()
	return base.String()
}

// request returns a text of the visitor as a request to the service. The text is empty if the
// visitor only looks at a page.
func (v *visitor) request(text string) bot.Request {
	return bot.Request{From: v.User, Organiser: v.Organises(), Origin: v.origin, Room: v.Room, Text: text, Locale: v.locale, PageLocale: v.page, OnPage: true, OpenNames: v.site.Local()}
}

// Organises reports whether the visitor is an organiser of the room.
func (v *visitor) Organises() bool {
	return v.Local() && slices.ContainsFunc(v.site.options.Organisers, func(name string) bool { return bot.FoldName(name) == v.User.ID })
}

// key returns the key by which spectators are counted: the visitor's account, or the address of
// guests and unknown visitors.
func (v *visitor) key(r *http.Request) string {
	if v.Known() && !v.Guest() {
		return v.User.UserID.String()
	}
	return network(address(r)).String()
}

// Known reports whether the visitor is a known user.
func (v *visitor) Known() bool { return v.User.ID != "" }

// Local reports whether the visitor is in a room.
func (v *visitor) Local() bool { return v.site.Local() }

// Reachable reports whether other machines may reach the site.
func (v *visitor) Reachable() bool { return v.site.Reachable() }

// Lang returns the code of the language of the page.
func (v *visitor) Lang() string { return v.speech.Code }

// Say returns a formatted sentence in the visitor's language.
func (v *visitor) Say(format string, args ...any) string { return v.speech.Say(format, args...) }

// Term returns a term in the visitor's language.
func (v *visitor) Term(text string) string { return v.speech.Term(text) }

// Marked returns the pieces of a text of the bot. Times are written in the visitor's time zone and
// language.
func (v *visitor) Marked(text string) []piece { return marked(text, v.zone, v.speech.Code) }

// Fresh returns a random event ID for a form, so that it takes effect once, however often it is
// sent.
func (v *visitor) Fresh() string { return rand.Text() }

// Path returns a path of the visitor's pages, with its parts escaped.
func (v *visitor) Path(parts ...any) template.URL {
	var b strings.Builder
	b.WriteString(v.Base)
	for _, p := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(pathPart(p)))
	}
	if len(parts) == 0 {
		b.WriteByte('/')
	}
	return template.URL(b.String())
}
