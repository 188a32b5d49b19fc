package web

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

// TestQuota takes more than there is. The network that takes most loses what it took last, and
// others lose nothing.
func TestQuota(t *testing.T) {
	q := newQuota(50)
	lost := map[int]bool{}
	take := func(from string, key, size int) {
		q.take(netip.MustParseAddr(from), key, size, func() { lost[key] = true })
	}
	for key := range 5 {
		take("192.0.2.1", key, 10)
	}
	take("192.0.2.2", 5, 10)
	if len(lost) != 1 || !lost[4] {
		t.Errorf("lost are %v, not only the last of the crowd", lost)
	}
	take("192.0.2.1", 6, 10)
	if len(lost) != 2 || !lost[6] {
		t.Errorf("lost are %v, not only the last two of the crowd", lost)
	}
	take("192.0.2.3", 7, 15)
	if len(lost) != 4 || !lost[3] || !lost[2] {
		t.Errorf("lost are %v, not only the last four of the crowd", lost)
	}
	take("192.0.2.4", 8, 51)
	if !lost[8] {
		t.Error("a part that is larger than all there is was taken")
	}
	for key := range 9 {
		for _, from := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"} {
			q.giveBack(netip.MustParseAddr(from), key)
		}
	}
	if q.taken != 0 || len(q.shares) != 0 {
		t.Errorf("%d are taken by %d networks when all is given back", q.taken, len(q.shares))
	}
}

// TestConnectionsAreLimited opens more connections than a server may have. The latest is closed,
// and when one of the others is closed there is room for another.
func TestConnectionsAreLimited(t *testing.T) {
	s := &Site{connections: newQuota(2)}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = s.countConnection
	server.Start()
	defer server.Close()
	browsers := make([]*http.Client, 3)
	for n := range browsers {
		browsers[n] = &http.Client{Transport: &http.Transport{}} // with a connection of its own
		answer, err := browsers[n].Get(server.URL)
		if failed := err != nil; failed != (n == 2) {
			t.Errorf("connection %d: %v", n, err)
		}
		if err == nil {
			answer.Body.Close()
		}
	}
	browsers[0].CloseIdleConnections()
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if answer, err := browsers[2].Get(server.URL); err == nil {
			answer.Body.Close()
			return
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("there is no room for a connection after another was closed")
		}
	}
}

// TestSlowBrowsersAreCutOff asks for large answers and does not read them.
func TestSlowBrowsersAreCutOff(t *testing.T) {
	const size = 16 << 20 // more than the system keeps for a connection
	s := &Site{unsent: newQuota(2 * size)}
	sent := make(chan struct{}, 3)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.send(w, r, make([]byte, size))
		sent <- struct{}{}
	}))
	defer server.Close()
	defer server.CloseClientConnections()
	for range 3 {
		answer, err := (&http.Client{Transport: &http.Transport{}}).Get(server.URL)
		if err == nil { // else it was cut off before it began
			defer answer.Body.Close()
		}
	}
	<-sent // one is cut off, and the others wait
	s.unsent.mu.Lock()
	taken := s.unsent.taken
	s.unsent.mu.Unlock()
	if taken != 2*size {
		t.Errorf("%d bytes are being sent, not %d", taken, 2*size)
	}
}
