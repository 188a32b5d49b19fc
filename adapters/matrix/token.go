package matrix

import (
	"net/http"
	"sync/atomic"
)

// bearer puts the session's access token on requests to its homeserver. The token of mautrix's
// client must not be changed while requests are in progress.
type bearer struct {
	host  string // the homeserver; no other host gets the token, even if a request is redirected there
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
