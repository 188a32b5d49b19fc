package discord

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"raumbot/bot"
)

// silent returns a server that answers no request until the test ends, and a channel that receives
// at each request.
func silent(t *testing.T) (url string, asked chan string) {
	asked, end := make(chan string, 10), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		<-end
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(end) })
	return server.URL, asked
}

// TestHungRequest gives up a request that is not answered.
func TestHungRequest(t *testing.T) {
	url, _ := silent(t)
	c := newClient("t", url)
	c.timeout = 50 * time.Millisecond
	if err := c.do(t.Context(), request{method: "GET", path: "users/@me"}); err == nil || !errors.Is(err, errNoAnswer) {
		t.Errorf("the error is %v", err)
	}
}

// TestHungRequestInBucket sends a second request while the first hangs. Neither this request nor
// requests of other buckets wait for it.
func TestHungRequestInBucket(t *testing.T) {
	url, asked := silent(t)
	c := newClient("t", url)
	c.timeout = time.Hour
	same := request{method: "POST", path: "channels/1/messages", body: struct{}{}}
	go func() { _ = c.do(t.Context(), same) }()
	<-asked
	soon := (*bot.TooSoon)(nil)
	if err := c.do(t.Context(), same); !errors.As(err, &soon) {
		t.Errorf("the error is %v", err)
	}
	go func() { _ = c.do(t.Context(), request{method: "POST", path: "channels/2/messages", body: struct{}{}}) }()
	if path := <-asked; path != "/v10/channels/2/messages" {
		t.Errorf("asked for %s", path)
	}
}
