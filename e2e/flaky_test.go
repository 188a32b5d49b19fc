//go:build goolm

package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// flaky is a proxy between a bot and its homeserver. It makes some requests fail, each in
// another way.
type flaky struct {
	next  http.Handler
	on    atomic.Bool
	asked atomic.Int64
	hurt  atomic.Int64
}

// failures are the ways. Whether the homeserver is asked nevertheless is the second of them.
var failures = []struct {
	status int
	body   string
	done   bool
}{
	{http.StatusBadGateway, "<html>Bad Gateway</html>", false},
	{http.StatusTooManyRequests, `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":300}`, false},
	{http.StatusGatewayTimeout, "<html>Gateway Timeout</html>", true}, // but it has been done
	{http.StatusOK, "{}", true},
	{http.StatusInternalServerError, `{"errcode":"M_UNKNOWN"}`, false},
	{http.StatusOK, "<html>Under repair</html>", false},
	{0, "", true}, // the connection breaks
	{http.StatusNotFound, "<html>Not Found</html>", false},
}

func (f *flaky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if !f.on.Load() || !strings.Contains(path, "/send/") && !strings.Contains(path, "/sync") && !strings.Contains(path, "/upload") || f.asked.Add(1)%7 != 0 {
		f.next.ServeHTTP(w, r)
		return
	}
	how := failures[int(f.hurt.Add(1))%len(failures)]
	if how.done {
		f.next.ServeHTTP(httptest.NewRecorder(), r)
	}
	if how.status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(how.status)
	io.WriteString(w, how.body)
}

// TestFailingRequests plays a whole game in an encrypted room while every seventh request fails.
// Nothing is lost or repeated.
func TestFailingRequests(t *testing.T) {
	t.Parallel()
	target, err := url.Parse(home.url)
	if err != nil {
		t.Fatal(err)
	}
	f := &flaky{next: httputil.NewSingleHostReverseProxy(target)}
	proxy := httptest.NewServer(f)
	t.Cleanup(proxy.Close)
	r := newRobot(t, home, "")
	r.logged("logged in", 1)
	r.stop()
	r.env = []string{"MATRIX_HOMESERVER=" + proxy.URL}
	r.start()
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	room := alice.room(true, "Den", r.id, bob)
	variant, moves := script(t, "tunnelchess-paired-linepiece-06")
	g := begin(t, room, alice, bob, variant, false)
	f.on.Store(true)
	g.play(moves)
	g.over("Checkmate!")
	f.on.Store(false)
	alice.say(room, "", "!variants")
	alice.reads(room, "gutenschach")
	if n := f.hurt.Load(); n < int64(len(failures)) {
		t.Errorf("only %d requests have failed", n)
	}
}
