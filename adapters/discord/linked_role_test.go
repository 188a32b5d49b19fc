package discord_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
)

// linking opens a club whose players can link their accounts.
func linking(t *testing.T) *club {
	return newClub(t, func(c *club) {
		c.Secret = "secret-of-no-value"
		c.options.ClientSecret, c.options.Site = c.Secret, "https://chess.example.org"
	})
}

// browse opens a page of the adapter in a browser with cookies.
func (c *club) browse(target string, cookies ...*http.Cookie) *http.Response {
	c.t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for _, cookie := range cookies {
		r.AddCookie(cookie)
	}
	mux := http.NewServeMux()
	for pattern, page := range c.adapter.LinkedRolePages() {
		mux.Handle(pattern, page)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w.Result()
}

// link has a user link their account in a browser, and returns the text of the last page.
func (c *club) link(u *discordtest.User) (int, string) {
	c.t.Helper()
	asked := c.browse("/discord/linked-role")
	to, err := url.Parse(asked.Header.Get("Location"))
	if err != nil || asked.StatusCode != http.StatusFound || to.Host != "discord.com" || to.Query().Get("client_id") != c.App {
		c.t.Fatalf("%d: %s", asked.StatusCode, to)
	}
	cookie := asked.Cookies()[0]
	if !cookie.Secure || !cookie.HttpOnly {
		c.t.Errorf("the cookie is %s", cookie)
	}
	back, err := url.Parse(to.Query().Get("redirect_uri"))
	if err != nil || back.Host != "chess.example.org" {
		c.t.Fatalf("Discord would send people to %s", back)
	}
	done := c.browse(back.Path+"?"+url.Values{"code": {c.Agree(u)}, "state": {to.Query().Get("state")}}.Encode(), cookie)
	text, err := io.ReadAll(done.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return done.StatusCode, string(text)
}

// TestLinkedRole links an account. Discord is told the rating of its user, each change of it after
// a game, and nothing more when the bot has forgotten the user.
func TestLinkedRole(t *testing.T) {
	c := linking(t)
	c.Wait("the conditions", func() bool { return len(c.Conditions) == 2 })
	if status, text := c.link(c.alice); status != http.StatusForbidden || !strings.Contains(text, "haven't played") {
		t.Errorf("a stranger is told %d: %s", status, text)
	}
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white", "stakes": "rated"}))
	c.done(c.Press(c.bob, c.said(in(c.games), "alice challenges bob"), "Accept"))
	c.settled(1)
	if status, text := c.link(c.alice); status != http.StatusOK || !strings.Contains(text, "Linked.") {
		t.Fatalf("alice is told %d: %s", status, text)
	}
	told := func(games string) {
		t.Helper()
		c.Wait(games+" games", func() bool { return maps.Equal(c.Roles[c.alice.ID], map[string]string{"rating": "0", "games": games}) })
	}
	told("0")
	for n, p := range plies(whole["raumschach"]) {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[n%2], c.gameThread(), "move", discordtest.Options{"move": p.text()}))
	}
	told("1")
	c.stop()
	c.start()
	c.Look(func() {
		if n := c.Requests["PUT /applications/{app}/role-connections/metadata"]; n != 1 {
			t.Errorf("the conditions were registered %d times", n)
		}
	})
	failing := true
	c.Look(func() {
		c.Fail = func(route string, _ []byte) (int, int) {
			if failing && strings.HasPrefix(route, "DELETE /users") {
				return http.StatusInternalServerError, 0
			}
			return 0, 0
		}
	})
	private := c.Private(c.alice)
	c.Say(c.alice, private, "forget me")
	c.done(c.Press(c.alice, c.said(in(private), "This forgets"), "Forget me"))
	c.Wait("an attempt", func() bool { return c.Requests["DELETE /users/@me/applications/{app}/role-connection"] > 0 })
	c.done(c.Slash(c.alice, c.games, "seek", discordtest.Options{"variant": "raumschach"})) // she is known again
	c.Look(func() { failing = false })
	c.done(c.Slash(c.alice, c.games, "games", nil))
	c.Wait("the end of the link", func() bool { return len(c.Roles) == 0 && len(c.Tokens) == 0 })
	c.Wait("the memo to go", func() bool { return !c.memo("linked-role/" + c.alice.ID) })
}

// TestLinkedRoleExpires has the tokens of a person expire, which are renewed. Then the person ends
// the link at Discord, and the bot forgets it when its next attempt is refused.
func TestLinkedRoleExpires(t *testing.T) {
	c := linking(t)
	c.Look(func() { c.TokenLife = time.Second }) // which is within the margin
	c.done(c.Slash(c.alice, c.games, "seek", discordtest.Options{"variant": "raumschach"}))
	if status, text := c.link(c.alice); status != http.StatusOK {
		t.Fatal(text)
	}
	c.Look(func() {
		if n := c.Requests["POST /oauth2/token"]; n != 2 || len(c.Tokens) != 1 {
			t.Errorf("tokens were asked for %d times; Discord has %d", n, len(c.Tokens))
		}
		clear(c.Tokens)
	})
	private := c.Private(c.alice)
	c.Say(c.alice, private, "forget me")
	c.done(c.Press(c.alice, c.said(in(private), "This forgets"), "Forget me"))
	c.Wait("the memo to go", func() bool { return !c.memo("linked-role/" + c.alice.ID) })
}

// TestLinkedRoleForged comes back from Discord with the state of another browser, without one, and
// with a code that Discord does not know. Nothing is linked.
func TestLinkedRoleForged(t *testing.T) {
	c := linking(t)
	c.done(c.Slash(c.alice, c.games, "seek", discordtest.Options{"variant": "raumschach"}))
	cookie := c.browse("/discord/linked-role").Cookies()[0]
	for _, try := range []struct {
		query  string
		cookie *http.Cookie
		status int
	}{
		{"code=" + c.Agree(c.alice) + "&state=other", cookie, http.StatusBadRequest},
		{"code=" + c.Agree(c.alice) + "&state=", &http.Cookie{Name: cookie.Name}, http.StatusBadRequest},
		{"code=" + c.Agree(c.alice) + "&state=" + cookie.Value, &http.Cookie{Name: "other", Value: cookie.Value}, http.StatusBadRequest},
		{"code=unknown&state=" + cookie.Value, cookie, http.StatusBadGateway},
		{"error=access_denied&state=" + cookie.Value, cookie, http.StatusOK},
	} {
		if got := c.browse("/discord/linked-role/done?"+try.query, try.cookie); got.StatusCode != try.status {
			t.Errorf("%s: %d, want %d", try.query, got.StatusCode, try.status)
		}
	}
	if pages := discord.New(discord.Options{Token: c.Token, Site: c.options.Site}).LinkedRolePages(); len(pages) > 0 {
		t.Error("there are pages without a secret")
	}
	c.Look(func() {
		if len(c.Roles) > 0 || len(c.Tokens) > 0 {
			t.Errorf("Discord was told %v", c.Roles)
		}
	})
}
