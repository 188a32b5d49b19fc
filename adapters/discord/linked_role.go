package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Servers can give linked roles to people according to data that applications provide about them.
// The bot provides ratings. Each person has to link their account once, on
// [Discord.LinkedRolePages].

// linkMemo is the prefix of the keys under which links are stored, by user ID. These memos must
// survive when a user is forgotten, because the link must then be revoked at Discord, so linkMemo
// is not a [bot.UserMemo]. But consentMemo is: without it, the link has to be revoked.
const linkMemo = "linked-role/"

// consentMemo returns the key of the memo that says that a user has linked their account.
func consentMemo(user string) string {
	return bot.UserMemo(bot.UserID{Platform: Platform, ID: user}) + "linked-role"
}

const (
	// linkPause is the time between two comparisons of all linked accounts with what Discord was
	// told.
	linkPause = 10 * time.Minute
	// oauthTimeout is the time limit for a request with a person's token.
	oauthTimeout = 10 * time.Second
	// tokenMargin is how long before its expiry a token is renewed.
	tokenMargin = time.Minute
)

// accountLink is the stored link of an account: its tokens, and when the access token expires.
type accountLink struct {
	Access, Refresh string
	Expires         time.Time
	// Shown is what Discord was last told about the user, or nil if nothing.
	Shown *bot.RatedRecord `json:",omitempty"`
}

// roleCondition is a condition for a linked role, in the form that Discord's API requires.
type roleCondition struct {
	Key          string            `json:"key"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations"`
	Type         int               `json:"type"`
}

// atLeast is the type of conditions that a number must be at least the value that the server
// chooses.
const atLeast = 2

// roleConditions returns the conditions that servers can use for linked roles.
func roleConditions() []roleCondition {
	condition := func(key string, name, description phrase.Text) roleCondition {
		c := roleCondition{Key: key, Name: phrase.English(name), Description: phrase.English(description), Type: atLeast, Names: map[string]string{}, Descriptions: map[string]string{}}
		for _, language := range botlocale.Languages() {
			c.Names[language], c.Descriptions[language] = botlocale.Render(language, name), botlocale.Render(language, description)
		}
		return c
	}
	return []roleCondition{condition("rating", ratingCondition, ratingConditionHelp), condition("games", gamesCondition, gamesConditionHelp)}
}

// links reports whether accounts can be linked.
func (d *Discord) links() bool { return d.options.ClientSecret != "" && d.options.Site != "" }

// keepLinks keeps Discord informed about the ratings of people who have linked their accounts,
// until ctx ends. First it registers the conditions of linked roles, unless Discord already has
// them.
func (d *Discord) keepLinks(ctx context.Context) {
	ctx = withUrgency(ctx, unhurried)
	err := d.retry(ctx, "registering the conditions of linked roles", func() error {
		err := d.registerConditions(ctx)
		if err != nil && ignoreRefusal(err) == nil {
			d.log.Error("Discord refuses the conditions of linked roles", "err", err)
		}
		return ignoreRefusal(err)
	})
	if err != nil {
		d.log.Error("the conditions of linked roles were not registered", "err", err)
	}
	for again := time.After(0); ctx.Err() == nil; {
		if user, some := d.linked.take(); some {
			d.recovering(func() {
				if err := d.showRecord(ctx, user); err != nil {
					d.log.Warn("Discord could not be told somebody's rating; this is tried again", "err", err)
				}
			})
			continue
		}
		select {
		case <-ctx.Done():
		case <-d.linked.added:
		case <-again:
			keys, err := d.ready().Kept(ctx, Platform, linkMemo, 0)
			if err != nil {
				d.log.Warn("linked accounts could not be read", "err", err)
			}
			for _, key := range keys {
				d.linked.add(strings.TrimPrefix(key, linkMemo))
			}
			again = time.After(linkPause)
		}
	}
}

// registerConditions registers the conditions of linked roles, unless Discord already has them.
func (d *Discord) registerConditions(ctx context.Context) error {
	path := "applications/" + d.appID() + "/role-connections/metadata"
	var known []roleCondition
	if err := d.rest.do(ctx, request{method: "GET", path: path, into: &known, patient: true}); err != nil {
		return err
	}
	want := roleConditions()
	same := func(a, b roleCondition) bool {
		return a.Key == b.Key && a.Type == b.Type && a.Name == b.Name && a.Description == b.Description && maps.Equal(a.Names, b.Names) && maps.Equal(a.Descriptions, b.Descriptions)
	}
	if slices.EqualFunc(known, want, same) {
		return nil
	}
	return d.rest.do(ctx, request{method: "PUT", path: path, body: want, patient: true})
}

// recheckLink schedules a comparison of a user's rating with what Discord was told. It does nothing
// for users who have not linked their account.
func (d *Discord) recheckLink(user string) {
	if d.links() {
		d.linked.add(user)
	}
}

// recheckLinks calls recheckLink for the addressees of a message.
func (d *Discord) recheckLinks(m bot.RenderedMessage) {
	for _, u := range m.To {
		if u.Platform == Platform {
			d.recheckLink(u.ID)
		}
	}
}

// showRecord tells Discord a linked user's rating if it has changed. If the user has been
// forgotten, it ends the link, even if the bot has met the user again since.
func (d *Discord) showRecord(ctx context.Context, user string) error {
	d.linking.Lock() // a refresh token can be used only once
	defer d.linking.Unlock()
	data, err := d.ready().Recall(ctx, Platform, linkMemo+user)
	if err != nil || data == nil || d.replaced(ctx) {
		return err
	}
	var l accountLink
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	consent, err := d.ready().Recall(ctx, Platform, consentMemo(user))
	if err != nil {
		return err
	}
	now, known, err := d.ready().RatedRecord(ctx, bot.UserID{Platform: Platform, ID: user})
	known = known && consent != nil
	if err != nil || known && l.Shown != nil && *l.Shown == now {
		return err
	}
	if err := d.renew(ctx, user, &l); err != nil {
		return d.dropIfRefused(ctx, user, err)
	}
	path := "users/@me/applications/" + d.appID() + "/role-connection"
	if !known {
		if err = d.asUser(ctx, http.MethodDelete, path, l.Access, nil, nil); err == nil {
			err = d.revoke(ctx, l)
		}
		if err != nil {
			return d.dropIfRefused(ctx, user, err)
		}
		return d.ready().Keep(ctx, Platform, linkMemo+user, nil)
	}
	body := map[string]any{"platform_name": "raumbot", "platform_username": now.Name, "metadata": map[string]string{
		"rating": strconv.Itoa(now.Rating), "games": strconv.Itoa(now.Games),
	}}
	if err := d.asUser(ctx, http.MethodPut, path, l.Access, body, nil); err != nil {
		return d.dropIfRefused(ctx, user, err)
	}
	l.Shown = &now
	return d.keepLink(ctx, user, l)
}

// dropIfRefused deletes a link if err says that Discord refuses its tokens, because the user has
// ended the link there. It returns other errors.
func (d *Discord) dropIfRefused(ctx context.Context, user string, err error) error {
	var refused *oauthRefusal
	if !errors.As(err, &refused) || !refused.ofPerson {
		return err
	}
	d.log.Info("an account is not linked any more", "err", err)
	return d.ready().Keep(ctx, Platform, linkMemo+user, nil)
}

func (d *Discord) keepLink(ctx context.Context, user string, l accountLink) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return d.ready().Keep(ctx, Platform, linkMemo+user, data)
}

// renew renews the tokens of a link if they expire soon.
func (d *Discord) renew(ctx context.Context, user string, l *accountLink) error {
	if time.Now().Before(l.Expires.Add(-tokenMargin)) {
		return nil
	}
	fresh, err := d.grant(ctx, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {l.Refresh}})
	if err != nil {
		return err
	}
	fresh.Shown = l.Shown
	*l = fresh
	return d.keepLink(ctx, user, fresh)
}

// grant requests a person's tokens from Discord.
func (d *Discord) grant(ctx context.Context, form url.Values) (l accountLink, err error) {
	var granted struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Seconds int    `json:"expires_in"`
	}
	err = d.oauth(ctx, "oauth2/token", form, &granted)
	return accountLink{Access: granted.Access, Refresh: granted.Refresh, Expires: time.Now().UTC().Add(time.Duration(granted.Seconds) * time.Second)}, err
}

// revoke invalidates the tokens of a link.
func (d *Discord) revoke(ctx context.Context, l accountLink) error {
	return d.oauth(ctx, "oauth2/token/revoke", url.Values{"token": {l.Refresh}, "token_type_hint": {"refresh_token"}}, nil)
}

// oauth makes a request that is authorized by the application's secret. It decodes the answer into
// the value into.
func (d *Discord) oauth(ctx context.Context, path string, form url.Values, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, discordgo.EndpointAPI+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.SetBasicAuth(d.appID(), d.options.ClientSecret)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return d.exchangeJSON(r, into)
}

// asUser makes a request that is authorized by a person's token. It decodes the answer into the
// value into, unless that is nil.
func (d *Discord) asUser(ctx context.Context, method, path, token string, body, into any) error {
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = strings.NewReader(string(data))
	}
	r, err := http.NewRequestWithContext(ctx, method, discordgo.EndpointAPI+path, sent)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	return d.exchangeJSON(r, into)
}

// oauthRefusal is the error of a request that Discord has refused.
type oauthRefusal struct {
	path   string
	status int
	// ofPerson means that Discord refused the person's token or code, and not the application's
	// secret.
	ofPerson bool
}

func (e *oauthRefusal) Error() string { return fmt.Sprintf("%s: status %d", e.path, e.status) }

// maxOAuthAnswer is the maximum size of an answer, in bytes.
const maxOAuthAnswer = 64 << 10

// exchangeJSON makes a request and decodes its answer. Errors contain no tokens.
func (d *Discord) exchangeJSON(r *http.Request, into any) error {
	ctx, cancel := context.WithTimeout(r.Context(), oauthTimeout)
	defer cancel()
	answer, err := d.rest.session.Client.Do(r.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("%s: %w", r.URL.Path, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		withSecret := r.Method == http.MethodPost
		return &oauthRefusal{r.URL.Path, answer.StatusCode, answer.StatusCode == http.StatusBadRequest && withSecret || answer.StatusCode == http.StatusUnauthorized && !withSecret}
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(io.LimitReader(answer.Body, maxOAuthAnswer)).Decode(into)
}
