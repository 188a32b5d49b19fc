package matrix

import (
	"net/http"
	"sync/atomic"
)

// bearer puts the token of the session on requests to its homeserver. The library's own token cannot be
// changed while requests are under way.
type bearer struct {
	host  string // of the homeserver: nobody else is told the token, wherever a request may be sent on to
	token atomic.Value
	next  http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (b *bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	token, _ := b.token.Load().(string)
	if token != "" && r.URL.Host == b.host {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return b.next.RoundTrip(r)
}
