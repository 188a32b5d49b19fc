package discordtest

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// bucket counts the requests under one rate limit.
type bucket struct {
	used  int
	until time.Time
}

// withinGlobalLimit counts a request under the global limit. A bot that exceeds it fails the test.
func (s *Server) withinGlobalLimit(w http.ResponseWriter, route string) bool {
	if s.GlobalLimit == 0 || strings.Contains(route, "interactions") || strings.Contains(route, "webhooks") {
		return true
	}
	now := time.Now()
	if now.After(s.global.until) {
		s.global = bucket{until: now.Add(time.Second)}
	}
	if s.global.used++; s.global.used <= s.GlobalLimit {
		return true
	}
	s.t.Errorf("request %d in a second: %s", s.global.used, route)
	s.Requests["429"]++
	left := s.global.until.Sub(now).Seconds()
	w.Header().Set("Retry-After", strconv.FormatFloat(left, 'f', 3, 64))
	w.Header().Set("X-RateLimit-Global", "true")
	writeJSON(w, http.StatusTooManyRequests, map[string]any{"message": "You are being rate limited.", "retry_after": left, "global": true})
	return false
}

// admit counts a request and returns true. If a limit is exceeded, it answers 429 and
// returns false.
func (s *Server) admit(w http.ResponseWriter, route string, r *http.Request) bool {
	if !s.withinGlobalLimit(w, route) {
		return false
	}
	if s.Busy > 0 && strings.HasPrefix(route, "POST /channels") {
		s.Busy--
		s.Requests["429"]++
		writeJSON(w, http.StatusTooManyRequests, map[string]any{"message": "The resource is being rate limited.", "retry_after": 0.1, "global": false})
		return false
	}
	if s.Halt != nil && strings.HasPrefix(route, "POST /channels") {
		if left := s.Halt(); left > 0 {
			w.Header().Set("Retry-After", strconv.FormatFloat(left.Seconds(), 'f', 3, 64))
			http.Error(w, "error code: 1015", http.StatusTooManyRequests)
			return false
		}
	}
	if s.Limit == 0 || strings.Contains(route, "interactions") || strings.HasPrefix(route, "GET") {
		return true
	}
	key := route + r.PathValue("channel") + r.PathValue("token")
	b := s.buckets[key]
	if b == nil {
		b = &bucket{}
		s.buckets[key] = b
	}
	now := time.Now()
	if now.After(b.until) {
		b.used, b.until = 0, now.Add(s.Window)
	}
	left := strconv.FormatFloat(b.until.Sub(now).Seconds(), 'f', 3, 64)
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(s.Limit))
	h.Set("X-RateLimit-Reset-After", left)
	h.Set("X-RateLimit-Bucket", "b"+strconv.Itoa(len(route)))
	if b.used >= s.Limit {
		s.Requests["429"]++
		h.Set("Retry-After", left)
		h.Set("X-RateLimit-Remaining", "0")
		writeJSON(w, http.StatusTooManyRequests, map[string]any{"message": "You are being rate limited.", "retry_after": b.until.Sub(now).Seconds(), "global": false})
		return false
	}
	b.used++
	h.Set("X-RateLimit-Remaining", strconv.Itoa(s.Limit-b.used))
	return true
}
