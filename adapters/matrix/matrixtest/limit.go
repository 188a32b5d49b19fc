package matrixtest

import (
	"net/http"
	"net/http/httptest"
	"time"
)

// Rate is a limit of Synapse: so many actions of a user at once, and then so many in a second.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Synapse's limits of events and of new rooms, unless its administrator sets others.
var (
	SynapseMessages = Rate{0.2, 10}
	SynapseRooms    = Rate{0.016, 10}
)

// Limit limits the events that each user sends, and the rooms that they create. now is the clock of
// the limits. Refused actions do not count.
func (s *Server) Limit(messages, rooms Rate, now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits.send = limit{Rate: messages, now: now, users: map[string]counted{}}
	s.limits.create = limit{Rate: rooms, now: now, users: map[string]counted{}}
}

// LimitUploads limits the files that each user uploads, as Limit does events.
func (s *Server) LimitUploads(r Rate, now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits.upload = limit{Rate: r, now: now, users: map[string]counted{}}
}

// limit counts the actions of each user. The counts fall with time. A zero limit limits nothing.
type limit struct {
	Rate
	now   func() time.Time
	users map[string]counted
}

// counted is a count at a time.
type counted struct {
	n  float64
	at time.Time
}

// take counts an action, or returns how long the user has to wait for it.
func (l limit) take(user string) (wait time.Duration) {
	if l.users == nil {
		return 0
	}
	now := l.now()
	c := l.users[user]
	c.n, c.at = max(0, c.n-now.Sub(c.at).Seconds()*l.PerSecond), now
	if over := c.n + 1 - float64(l.Burst); over > 0 {
		return max(time.Duration(over/l.PerSecond*float64(time.Second)), time.Millisecond)
	}
	c.n++
	l.users[user] = c
	return 0
}

// RoundTrip implements [http.RoundTripper]: it answers a request without a network, as in tests
// with a clock of their own.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	s.handle.ServeHTTP(w, r)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}
