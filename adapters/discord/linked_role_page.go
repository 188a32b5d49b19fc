package discord

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/text/language"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// These are the paths of the pages on which people link their accounts.
const (
	linkPath   = "/discord/linked-role"
	linkedPath = linkPath + "/done"
)

// linkCookie holds a random text that must come back with Discord's redirect, so that an attacker
// cannot make somebody link the attacker's account.
const linkCookie = "raumbot_linked_role"

// LinkedRolePages returns handlers, by pattern, for the pages of a public site on which people link
// their accounts. The map is empty unless [Options.ClientSecret] and [Options.Site] are set.
// Discord sends people to the first page from the settings of a role, and back to the second one.
func (d *Discord) LinkedRolePages() map[string]http.Handler {
	if !d.links() {
		return nil
	}
	return map[string]http.Handler{"GET " + linkPath: http.HandlerFunc(d.askToLink), "GET " + linkedPath: http.HandlerFunc(d.linkAccount)}
}

// askToLink redirects a person to Discord, which asks whether to link their account.
func (d *Discord) askToLink(w http.ResponseWriter, r *http.Request) {
	if d.appID() == "" || d.ready() == nil {
		tell(w, r, http.StatusServiceUnavailable, linkLater)
		return
	}
	state := rand.Text()
	http.SetCookie(w, &http.Cookie{
		Name: linkCookie, Value: state, Path: linkPath, MaxAge: 600, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(d.options.Site, "https:"),
	})
	query := url.Values{
		"client_id": {d.appID()}, "redirect_uri": {d.options.Site + linkedPath}, "response_type": {"code"}, "scope": {"identify role_connections.write"}, "state": {state},
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "https://discord.com/oauth2/authorize?"+query.Encode(), http.StatusFound)
}

// linkAccount handles the redirect back from Discord, and links the person's account.
func (d *Discord) linkAccount(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	cookie, err := r.Cookie(linkCookie)
	if err != nil || cookie.Value == "" || subtle.ConstantTimeCompare([]byte(cookie.Value), []byte(query.Get("state"))) != 1 {
		tell(w, r, http.StatusBadRequest, linkAgain)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: linkCookie, Path: linkPath, MaxAge: -1})
	if query.Get("code") == "" {
		tell(w, r, http.StatusOK, notLinked)
		return
	}
	if d.ready() == nil {
		tell(w, r, http.StatusServiceUnavailable, linkLater)
		return
	}
	status, text, err := d.link(r.Context(), query.Get("code"))
	if err != nil {
		d.log.Warn("an account could not be linked", "err", err)
	}
	tell(w, r, status, text)
}

// link links the account to which a code from Discord belongs. It returns the HTTP status and the
// text of the page for the person.
func (d *Discord) link(ctx context.Context, code string) (status int, text phrase.Text, err error) {
	l, err := d.grant(ctx, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {d.options.Site + linkedPath}})
	if err != nil {
		return http.StatusBadGateway, linkAgain, err
	}
	var who struct {
		ID string `json:"id"`
	}
	if err := d.asUser(ctx, http.MethodGet, "users/@me", l.Access, nil, &who); err != nil {
		return http.StatusBadGateway, linkAgain, err
	}
	_, known, err := d.ready().RatedRecord(ctx, bot.UserID{Platform: Platform, ID: who.ID})
	if err != nil {
		return http.StatusServiceUnavailable, linkLater, err
	}
	if !known {
		return http.StatusForbidden, playFirst, d.revoke(ctx, l)
	}
	err = d.ready().Keep(ctx, Platform, consentMemo(who.ID), []byte("1"))
	if err == nil {
		err = d.keepLink(ctx, who.ID, l)
	}
	if err != nil {
		return http.StatusServiceUnavailable, linkLater, err
	}
	if err := d.showRecord(ctx, who.ID); err != nil {
		return http.StatusAccepted, linkedSoon, err
	}
	return http.StatusOK, linkedNow, nil
}

// spoken matches the languages that a browser accepts with those of the bot.
var spoken = func() language.Matcher {
	tags := []language.Tag{language.English}
	for _, code := range botlocale.Languages() {
		tags = append(tags, language.Make(code))
	}
	return language.NewMatcher(tags)
}()

// tell answers with a page that consists of one phrase, in the browser's language.
func tell(w http.ResponseWriter, r *http.Request, status int, text phrase.Text) {
	tag, _ := language.MatchStrings(spoken, r.Header.Get("Accept-Language"))
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer") // the URL contains the code
	w.WriteHeader(status)
	_, _ = io.WriteString(w, botlocale.Render(tag.String(), text)+"\n") // the browser may have gone
}
