package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestProxyAdvice sends requests with and without proxies. The log warns once if a proxy may not
// pass on the addresses of its clients.
func TestProxyAdvice(t *testing.T) {
	public, room := openPublic, func(t testing.TB) *hall { return open(t).enter() }
	for _, c := range []struct {
		what        string
		open        func(testing.TB) *hall
		host        string // if not the site's
		peer, noted string
		warns       bool
	}{
		{"a proxy on this machine that says nothing", public, "", "127.0.0.1:9", "", true},
		{"a proxy on this machine, by IPv6", public, "", "[::1]:9", "", true},
		{"a proxy on the network that says nothing", public, "", "10.1.2.3:9", "", true},
		{"a proxy that says nothing that is an address", public, "", "127.0.0.1:9", "unknown", true},
		{"a proxy that says who asks", public, "", "127.0.0.1:9", "203.0.113.7", false},
		{"a visitor without a proxy", public, "", "203.0.113.7:9", "", false},
		{"somebody who asks for another site", public, "other.example.org", "127.0.0.1:9", "", false},
		{"the room of this machine", room, "", "127.0.0.1:9", "", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			h := c.open(t)
			for range 3 {
				r := httptest.NewRequest(http.MethodGet, "/rules", nil)
				r.RemoteAddr = c.peer
				if c.host != "" {
					r.Host = c.host
				}
				if c.noted != "" {
					r.Header.Set("X-Forwarded-For", c.noted)
				}
				h.do(r)
			}
			want := 0
			if c.warns {
				want = 1
			}
			if n := strings.Count(h.log.String(), "X-Forwarded-For"); n != want {
				t.Errorf("the log warns %d times:\n%s", n, h.log.String())
			}
		})
	}
}
