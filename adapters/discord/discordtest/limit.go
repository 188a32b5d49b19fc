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

// admit counts a request, or answers 429 if the limit is exceeded.
func (s *Server) admit(w http.ResponseWriter, route string, r *http.Request) bool {
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
