package discord_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// proxy forwards requests whose path has a prefix to a Discord, with another prefix. change may
// change the answers.
func proxy(t *testing.T, to, path, with string, change func(*http.Response)) string {
	t.Helper()
	there, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	p := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = there.Scheme, there.Host
			r.Out.URL.Path = with + strings.TrimPrefix(r.In.URL.Path, path)
		},
		ModifyResponse: func(r *http.Response) error {
			if change != nil {
				change(r)
			}
			return nil
		},
	}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return server.URL
}

// TestAPIRoots finds the API under paths with and without a version, also behind a proxy that
// serves only one.
func TestAPIRoots(t *testing.T) {
	for name, root := range map[string]func(*testing.T, string) string{
		"without a version": func(_ *testing.T, api string) string { return strings.TrimSuffix(api, "/v10") },
		"with a slash":      func(_ *testing.T, api string) string { return api + "/" },
		"a proxy": func(t *testing.T, api string) string {
			return without(t, "/discord/v10/", proxy(t, api, "/discord", "/api/v10", nil)) + "/discord"
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, func(c *club) { c.options.API = root(t, c.API) })
			c.done(c.Slash(c.alice, c.games, "help", nil))
		})
	}
}

// without refuses requests whose path has a prefix, and forwards all others.
func without(t *testing.T, path, to string) string {
	there, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	next := httputil.NewSingleHostReverseProxy(there)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, path) {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestGateways connects to addresses of every form.
func TestGateways(t *testing.T) {
	for name, form := range map[string]func(t *testing.T, address string) string{
		"without a slash": func(_ *testing.T, a string) string { return strings.TrimSuffix(a, "/") },
		"with a query":    func(_ *testing.T, a string) string { return a + "?v=9&encoding=etf&compress=zlib-stream" },
		"nothing behind it": func(t *testing.T, a string) string {
			return strings.Replace(proxy(t, strings.Replace(a, "ws", "http", 1), "/", "/begin/", nil), "http", "ws", 1)
		},
		"a path without a slash": func(t *testing.T, a string) string {
			server := proxy(t, strings.Replace(a, "ws", "http", 1), "/gateway", "/begin/", nil)
			server = without(t, "/gateway/", server)
			return strings.Replace(server, "http", "ws", 1) + "/gateway"
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, func(c *club) {
				c.Tamper = func(what string, data map[string]any) {
					if what == "GET /gateway/bot" {
						data["url"] = form(t, data["url"].(string))
					}
				}
			})
			c.done(c.Slash(c.alice, c.games, "help", nil))
		})
	}
}

// TestUnreadableRateLimits sends rate limit headers that cannot be parsed: each message is
// sent once.
func TestUnreadableRateLimits(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.options.API = proxy(t, c.API, "/api", "/api", func(r *http.Response) {
			for name, value := range map[string]string{"Remaining": "many", "Reset-After": "soon", "Reset": "2026-11-21T00:00:00Z"} {
				r.Header.Set("X-RateLimit-"+name, value)
			}
		}) + "/api/v10"
	})
	thread := c.begin("raumschach")
	c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"}))
	c.said(in(thread), "alice plays Unicorn bb1-cc2", "board-1-")
	c.flush()
	c.Look(func() {
		if n := c.Requests["POST /channels/{channel}/messages"]; n != 5 {
			t.Errorf("%d messages were sent", n)
		}
	})
}
